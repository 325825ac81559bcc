import type { Part, QueryOfAnswer } from '../../turn/index.ts';
import { type KeptReceipt, keptReceipt } from './kept-receipt.ts';

/** Collects the queries of a turn while it goes on. */
export class ReceiptOfTurn {
  readonly #queries: QueryOfAnswer[] = [];

  async *follow(parts: AsyncGenerator<Part, void>): AsyncGenerator<Part, void> {
    for await (const part of parts) {
      if (part.type === 'tool-end' && part.query) this.#queries.push(part.query);
      yield part;
    }
  }

  made(): KeptReceipt {
    return keptReceipt(this.#queries);
  }
}
