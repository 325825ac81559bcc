import { LRUCache } from 'lru-cache';
import { type Answer, byteSize } from './answer.ts';

/** What one kept answer costs beside its rows: key, statements, the echo of its query. */
const overheadBytes = 4 * 1024;
/** No single answer may push out more than this part of the others. */
const largestShare = 1 / 8;

/**
 * Answers by their key, as many as fit into `maxBytes`; the ones not asked for the longest go first. Whether one is
 * still good is not decided here.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer> | undefined;
  #evicted = 0;

  /** @param maxBytes 0: nothing is kept */
  constructor(maxBytes: number) {
    if (maxBytes === 0) return;
    this.#answers = new LRUCache<string, Answer>({
      maxSize: maxBytes,
      maxEntrySize: Math.max(1, Math.floor(maxBytes * largestShare)),
      sizeCalculation: sizeOf,
      dispose: (_answer, _key, reason) => {
        if (reason === 'evict') this.#evicted++;
      },
    });
  }

  get entries(): number {
    return this.#answers?.size ?? 0;
  }

  get bytes(): number {
    return this.#answers?.calculatedSize ?? 0;
  }

  /** Answers that had to go for others since the start. */
  get evicted(): number {
    return this.#evicted;
  }

  get(key: string): Answer | undefined {
    return this.#answers?.get(key);
  }

  set(key: string, answer: Answer): void {
    this.#answers?.set(key, answer);
  }

  /** To be called when a kept answer has got more bodies. */
  reweigh(key: string, answer: Answer): void {
    if (this.#answers?.peek(key) === answer) this.#answers.set(key, answer, { size: sizeOf(answer) });
  }
}

function sizeOf(answer: Answer): number {
  let bytes = overheadBytes + byteSize(answer);
  for (const body of answer.bodies.values()) bytes += body.addedBytes;
  return bytes;
}
