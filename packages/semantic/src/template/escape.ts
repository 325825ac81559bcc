import { TemplateFault } from './template-fault.ts';
import type { TextValue } from './value.ts';

/**
 * The text as it may stand in the model after `line`, the output since the last line break.
 *
 * A caller's words stand in SQL and YAML only as one word, so that they can neither end what they stand in nor begin
 * something else. The author's go out as they are where no character of them could: as a whole value they are quoted.
 *
 * @throws TemplateFault
 */
export function escapeText(value: TextValue, line: string): string {
  const { text, trust } = value;
  if (trust === 'safe') return text;
  if (trust === 'caller') {
    if (oneWord.test(text)) return text;
    throw new TemplateFault(
      'model.template-unsafe-value',
      { name: value.from ?? 'the security context' },
      { hint: "Filter rows with {SECURITY_CONTEXT....filter('column')} instead, which binds the value" },
    );
  }
  if (!isHarmless(text, line)) {
    if (beginsValue.test(line)) return JSON.stringify(text);
    throw new TemplateFault('model.template-unsafe-text', { text: shorten(text) }, { hint: 'Mark it with | safe' });
  }
  return text;
}

/** Words joined by single dashes, as in a UUID: two dashes would begin a comment in SQL. */
const oneWord = /^(?:[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*)?$/u;

/** A key or a dash, and nothing of its value yet. */
const beginsValue = /^\s*(?:- +)*(?:[\w"']+:\s+)?$/;
const beginsKeyedValue = /^\s*(?:- +)*[\w"']+:\s+$/;

function isHarmless(text: string, line: string): boolean {
  if (/\p{Cc}/u.test(text)) return false;
  const before = line.replaceAll(/\\./g, '');
  if (count(before, '"') % 2 === 1) return !/["\\]/.test(text) && !(count(before, "'") % 2 === 1 && text.includes("'"));
  if (count(before, "'") % 2 === 1) return !text.includes("'");
  if (/:(?:\s|$)|(?:^|\s)#/.test(text)) return false;
  if (beginsKeyedValue.test(line)) return /^[\p{L}\p{N}_(.$/][^"'[\]{},&*!|>%@`]*$/u.test(text);
  return !beginsValue.test(line) || /^[\p{L}\p{N}_(.$/]/u.test(text) || text === '';
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

const shownLength = 60;

function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
