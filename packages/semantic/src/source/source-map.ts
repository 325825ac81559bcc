import type { FileSpan, Problem } from '../problem/problem.ts';
import { indexLines, spanAt } from './line-index.ts';

/** A piece of rendered text and the template text it comes from; `isLiteral`: character by character. */
export interface Chunk {
  readonly text: string;
  readonly file: string;
  readonly from: number;
  readonly isLiteral: boolean;
}

/** Where rendered text comes from. */
export interface SourceMap {
  readonly chunks: readonly Chunk[];
  /** Of every file the chunks come from. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where the text of one of these files comes from in its turn. */
  readonly beneath?: { readonly file: string; readonly text: string; readonly map: SourceMap };
}

/** A text made of another one, and where each character of it comes from. */
export interface MappedText {
  readonly text: string;
  readonly map: SourceMap;
}

/**
 * A text with others put into it.
 *
 * @param insertions in order of their places
 * @param map where the text itself comes from
 */
export function insertTexts(
  file: string,
  text: string,
  insertions: readonly { readonly at: number; readonly text: string }[],
  map?: SourceMap,
): MappedText {
  const chunks: Chunk[] = [];
  const add = (piece: string, from: number, isLiteral: boolean): void => {
    if (piece !== '') chunks.push({ text: piece, file, from, isLiteral });
  };
  let done = 0;
  for (const { at, text: inserted } of insertions) {
    add(text.slice(done, at), done, true);
    add(inserted, at, false);
    done = at;
  }
  add(text.slice(done), done, true);
  const own = { chunks, texts: new Map([[file, text]]) };
  return {
    text: chunks.map((chunk) => chunk.text).join(''),
    map: map ? { ...own, beneath: { file, text, map } } : own,
  };
}

/** A problem of rendered text, at the place in a template it comes from. @param file problems of others stay */
export function inTemplate(problem: Problem, rendered: string, map: SourceMap, file?: string): Problem {
  const { at } = problem;
  return at?.kind === 'file' && (file === undefined || at.file === file)
    ? { ...problem, at: templateSpan(at, rendered, map) }
    : problem;
}

/** The place in a template that gave this place of the rendered text. */
export function templateSpan(at: FileSpan, rendered: string, { chunks, texts, beneath }: SourceMap): FileSpan {
  const lines = indexLines(at.file, rendered);
  const offset = (lines.starts[at.line - 1] ?? 0) + at.column - 1;
  let begin = 0;
  // The end of the text belongs to the last chunk.
  let chunk = chunks.at(-1);
  for (const one of chunks) {
    if (one === chunk || begin + one.text.length > offset) {
      chunk = one;
      break;
    }
    begin += one.text.length;
  }
  if (!chunk) return at;
  const template = indexLines(chunk.file, texts.get(chunk.file) ?? '');
  const from = chunk.from + (chunk.isLiteral ? Math.min(offset - begin, chunk.text.length) : 0);
  const length = chunk.isLiteral ? Math.min(at.length, chunk.text.length - (offset - begin)) : at.length;
  const span = spanAt(template, from, from + Math.max(1, length));
  return beneath?.file === span.file ? templateSpan(span, beneath.text, beneath.map) : span;
}
