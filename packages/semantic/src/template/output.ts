import type { Budget } from './budget.ts';
import type { Chunk } from '../source/index.ts';

/** Output of a block, with the origin of each piece. */
export class BlockOutput {
  readonly chunks: Chunk[] = [];
  readonly #budget: Budget;
  #line: string;

  /** @param line text before the output on its line, as far as it is known */
  constructor(budget: Budget, line: string) {
    this.#budget = budget;
    this.#line = line;
  }

  /** Output since the last line break. */
  get line(): string {
    return this.#line;
  }

  get text(): string {
    return this.chunks.map((chunk) => chunk.text).join('');
  }

  add(chunk: Chunk): void {
    const { text } = chunk;
    if (text === '') return;
    this.#budget.text(text.length);
    this.chunks.push(chunk);
    const lineBreak = text.lastIndexOf('\n');
    this.#line = lineBreak < 0 ? this.#line + text : text.slice(lineBreak + 1);
    if (this.#line.length > longestLine) this.#line = this.#line.slice(-longestLine);
  }
}

/** Longer lines are looked at from their end only; each tag of a line would look at all of it again. */
const longestLine = 4_096;
