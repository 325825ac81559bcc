import { createHash } from 'node:crypto';
import type { Answer } from '../answer/index.ts';

export type StatementCell = string | number | boolean | null;
type CellRows = (readonly StatementCell[])[];

/** Rows of an answer: from the one at `offset` on, at most `limit`. */
export interface RowPage {
  readonly offset: number;
  readonly limit: number;
}

const lineBreak = 10;
/** The lengths of the texts around the rows of a line: `{"data":[` and `]}`. */
const frame = { start: 9, end: 2 };
const comma = Buffer.from(',');

/** The row lines of answers, which never change. */
const known = new WeakMap<Answer, RowLines>();

/** The lines of an answer, `{"data":[["new","3"],...]}`. Lines before and behind a page are not read for it. */
export class RowLines {
  readonly #answer: Answer;
  /** Numbers of rows, of the lines that were read so far. */
  readonly #counts: number[] = [];
  #hash: string | undefined;

  private constructor(answer: Answer) {
    this.#answer = answer;
  }

  static of(answer: Answer): RowLines {
    const lines = known.get(answer) ?? new RowLines(answer);
    known.set(answer, lines);
    return lines;
  }

  /** Number of all rows of the answer. */
  get rowCount(): number {
    return this.#answer.rowCount;
  }

  page({ offset, limit }: RowPage): CellRows {
    const found: CellRows = [];
    let before = 0;
    let index = 0;
    for (const line of this.#lines()) {
      if (found.length >= limit) break;
      const count = this.#counts[index];
      if (count === undefined || before + count > offset) {
        const { data } = JSON.parse(line.toString('utf8')) as { readonly data: CellRows }; // as it was written
        this.#counts[index] = data.length;
        const from = Math.max(0, offset - before);
        found.push(...data.slice(from, from + limit - found.length));
      }
      before += this.#counts[index] ?? 0;
      index += 1;
    }
    return found;
  }

  /** Equal for answers with the same rows in the same order, and for no others. */
  hash(): string {
    if (this.#hash !== undefined) return this.#hash;
    const hash = createHash('sha256');
    for (const line of this.#lines()) hash.update(line.subarray(frame.start, -frame.end)).update(comma);
    return (this.#hash = hash.digest('base64url'));
  }

  /** The lines without their ends; a piece holds whole lines. */
  *#lines(): Generator<Buffer> {
    for (const { buffer, byteOffset, byteLength } of this.#answer.data) {
      const piece = Buffer.from(buffer, byteOffset, byteLength);
      for (let from = 0; from < piece.length; ) {
        const end = piece.indexOf(lineBreak, from);
        const to = end === -1 ? piece.length : end;
        if (to > from) yield piece.subarray(from, to);
        from = to + 1;
      }
    }
  }
}
