import { TemplateFault } from './template-fault.ts';

/** A template cut at its tags; comments are gone, whitespace control is applied. Offsets are those of the text. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string; readonly from: number }
  /** `body` is what stands between the braces, without the dashes of whitespace control. */
  | {
      readonly kind: 'expression' | 'statement';
      readonly body: string;
      readonly from: number;
      readonly to: number;
    };

const opening = /\{[{%#]/g;

/** @throws TemplateFault for a tag that is not closed */
export function splitTags(file: string, text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  let trimsNext = false;
  const addText = (from: number, to: number, trimsEnd: boolean): void => {
    let piece = text.slice(from, to);
    let start = from;
    if (trimsNext) {
      const rest = piece.trimStart();
      start += piece.length - rest.length;
      piece = rest;
    }
    if (trimsEnd) piece = piece.trimEnd();
    if (piece !== '') parts.push({ kind: 'text', text: piece, from: start });
  };
  while (at < text.length) {
    opening.lastIndex = at;
    const open = opening.exec(text)?.index ?? text.length;
    const marker = text[open + 1];
    const dash = text[open + 2];
    addText(at, open, dash === '-');
    trimsNext = false;
    if (open === text.length) break;
    const start = open + 2 + (dash === '-' || (dash === '+' && marker !== '{') ? 1 : 0);
    const end = marker === '#' ? text.indexOf('#}', start) : endOfTag(text, start, marker === '{');
    if (end < 0) {
      const place = { file, from: open, to: open + 2 };
      throw new TemplateFault('model.template-syntax', { reason: `'{${marker}' is not closed` }, { place });
    }
    const close = end + 2;
    const isTrimming = text[end - 1] === '-' && end > start;
    const body = text.slice(start, isTrimming ? end - 1 : end).trim();
    if (marker === '%' && body === 'raw') {
      const closing = /\{%[-+]?\s*endraw\s*(-?)%\}/g;
      closing.lastIndex = close;
      const found = closing.exec(text);
      if (!found) {
        const place = { file, from: open, to: close };
        throw new TemplateFault('model.template-syntax', { reason: `'raw' has no 'endraw'` }, { place });
      }
      trimsNext = isTrimming;
      addText(close, found.index, text[found.index + 2] === '-');
      trimsNext = found[1] === '-';
      at = found.index + found[0].length;
      continue;
    }
    if (marker !== '#') parts.push({ kind: marker === '{' ? 'expression' : 'statement', body, from: open, to: close });
    trimsNext = isTrimming;
    at = close;
  }
  return parts;
}

/** Texts and, in an expression, dictionaries may hold what looks like the end. @returns -1 when there is none */
function endOfTag(text: string, start: number, isExpression: boolean): number {
  const close = isExpression ? '}}' : '%}';
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      at = endOfText(text, at);
      if (at < 0) return -1;
    } else if (depth === 0 && text.startsWith(close, at)) return at;
    else if (character === '{') depth++;
    else if (character === '}' && depth > 0) depth--;
  }
  return -1;
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at;
  }
  return -1;
}
