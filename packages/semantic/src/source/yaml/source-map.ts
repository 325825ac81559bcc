import type { FileSpan } from '@orrery/kernel';
import type { Problem } from '../../problem/index.ts';
import { indexLines, type LineIndex, spanAt } from './line-index.ts';

/** A piece of rendered text and the template text it comes from; `isLiteral`: character by character. */
export interface Chunk {
  readonly text: string;
  readonly file: string;
  readonly from: number;
  readonly isLiteral: boolean;
}

/** Origin of rendered text. */
export interface SourceMap {
  readonly chunks: readonly Chunk[];
  /** Texts of every file that chunks come from. */
  readonly texts: ReadonlyMap<string, string>;
  /** Origin of the text of one of these files. */
  readonly beneath?: { readonly file: string; readonly text: string; readonly map: SourceMap };
}

/** A text derived from another one, with the origin of each character. */
export interface MappedText {
  readonly text: string;
  readonly map: SourceMap;
}

/**
 * Inserts texts into another one.
 *
 * @param insertions sorted by position @param map origin of the text itself
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

/** Puts problems of rendered text where they come from in a template; its lines are counted once for all of them. */
export class TemplatePlaces {
  readonly #rendered: LineIndex;
  readonly #map: SourceMap;
  /** Where each chunk begins in the rendered text. */
  readonly #begins: readonly number[];
  readonly #templates = new Map<string, LineIndex>();
  readonly #beneath: TemplatePlaces | undefined;

  constructor(rendered: string, map: SourceMap) {
    this.#rendered = indexLines('', rendered);
    this.#map = map;
    this.#beneath = map.beneath && new TemplatePlaces(map.beneath.text, map.beneath.map);
    let begin = 0;
    this.#begins = map.chunks.map(({ text }) => {
      begin += text.length;
      return begin - text.length;
    });
  }

  /** @param file problems of others stay */
  problem(problem: Problem, file?: string): Problem {
    const { at } = problem;
    const isIn = at?.kind === 'file' && (file === undefined || at.file === file);
    return isIn ? { ...problem, at: this.span(at) } : problem;
  }

  /** The place in a template that gave this place of the rendered text. */
  span(at: FileSpan): FileSpan {
    const offset = (this.#rendered.starts[at.line - 1] ?? 0) + at.column - 1;
    const index = this.#chunkAt(offset);
    const chunk = this.#map.chunks[index];
    if (!chunk) return at;
    const inside = offset - (this.#begins[index] ?? 0);
    const from = chunk.from + (chunk.isLiteral ? Math.min(inside, chunk.text.length) : 0);
    const length = chunk.isLiteral ? Math.min(at.length, chunk.text.length - inside) : at.length;
    const span = spanAt(this.#template(chunk.file), from, from + Math.max(1, length));
    return this.#map.beneath?.file === span.file ? (this.#beneath?.span(span) ?? span) : span;
  }

  /** The first that ends behind `offset`, or the last. */
  #chunkAt(offset: number): number {
    let low = 0;
    let high = this.#begins.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#begins[middle + 1] ?? 0) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #template(file: string): LineIndex {
    const lines = this.#templates.get(file) ?? indexLines(file, this.#map.texts.get(file) ?? '');
    this.#templates.set(file, lines);
    return lines;
  }
}
