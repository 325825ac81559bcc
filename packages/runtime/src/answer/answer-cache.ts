import { LRUCache } from 'lru-cache';
import { type Answer, areRowsInBody, byteSize } from './answer.ts';

/** Memory of one cached answer in addition to its texts and rows. */
const overheadBytes = 4 * 1024;
/** Largest share of the cache that a single answer may take. */
const largestShare = 1 / 8;

/**
 * Cached answers by key, as many as fit into `maxBytes`; the least recently used go first. Whether one is still good is
 * decided elsewhere.
 */
export class AnswerCache {
  readonly #answers: LRUCache<string, Answer> | undefined;
  #evicted = 0;

  /** @param maxBytes 0 caches nothing */
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

  /** Number of answers evicted since the start. */
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
   * @returns a function to call when the answer has got more bodies. It lives as long as they do and references only
   * the answer: created by a handler, it would keep the request and its connection.
   */
  reweigher(key: string, answer: Answer): () => void {
    return () => {
      if (this.#answers?.peek(key) !== answer) return;
      this.#answers.delete(key); // lru-cache 11 keeps the size it knows when the very same value is set
      this.#answers.set(key, answer);
    };
  }
}

/**
 * Counts everything that callers can make longer: rows, bodies with the echo of their query, the texts of statements.
 */
function sizeOf(answer: Answer): number {
  let bytes = overheadBytes;
  for (const text of answer.statements) bytes += text.length;
  for (const policy of answer.refresh) if (policy.kind === 'sql') bytes += policy.statement.text.length;
  if (!areRowsInBody(answer)) bytes += byteSize(answer);
  for (const [variant, body] of answer.bodies) bytes += variant.length + body.bytes.byteLength + body.addedBytes;
  return bytes;
}
