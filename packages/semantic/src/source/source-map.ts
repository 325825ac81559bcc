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
  /** Where the texts of the chunks come from in their turn. */
  readonly beneath?: { readonly text: string; readonly map: SourceMap };
}

/** A problem of rendered text, at the place in a template it comes from. */
export function inTemplate(problem: Problem, rendered: string, map: SourceMap): Problem {
  const { at } = problem;
  return at?.kind === 'file' ? { ...problem, at: templateSpan(at, rendered, map) } : problem;
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
  return beneath ? templateSpan(span, beneath.text, beneath.map) : span;
}
