import { LRUCache } from 'lru-cache';
import { type Answer, byteSize } from './answer.ts';

/** What one kept answer costs beside its texts and rows. */
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

  forget(key: string): void {
    this.#answers?.delete(key);
  }

  /**
   * @returns to be called when the answer has got more bodies. It lives as long as they do, and holds nothing but the
   * answer: made by a handler, it would keep the request and its connection.
   */
  reweigher(key: string, answer: Answer): () => void {
    return () => {
      if (this.#answers?.peek(key) !== answer) return;
      this.#answers.delete(key); // lru-cache 11 keeps the size it knows when the very same value is set
      this.#answers.set(key, answer);
    };
  }
}

/** All that callers make longer counts: rows, bodies with the echo of their query, the texts of statements. */
function sizeOf(answer: Answer): number {
  let bytes = overheadBytes;
  for (const text of answer.statements) bytes += text.length;
  for (const policy of answer.refresh) if (policy.kind === 'sql') bytes += policy.statement.text.length;
  if (answer.bodies.size === 0) return bytes + byteSize(answer); // else the rows are those of a body
  for (const [variant, body] of answer.bodies) bytes += variant.length + body.bytes.byteLength + body.addedBytes;
  return bytes;
}
