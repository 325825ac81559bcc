import type { QueryEvent, QueryTimings } from '@orrery/runtime';
import { type HistoryEntry, timingsText } from './history-entry.ts';

/**
 * Equal queries of one caller, answered from the cache one after the other: one entry with a count, where a busy
 * dashboard would leave thousands a second.
 */
export class FoldedAnswers {
  /** Id of the stored entry, once it is known. */
  id: number | undefined;
  /** Time after which equal answers get a new entry. */
  readonly endsAt: number;
  readonly #first: HistoryEntry;
  #count = 0;
  #takenAt = Number.NEGATIVE_INFINITY;
  #startedAt = 0;
  #lastStartedAt = 0;
  #totalMsSum = 0;
  #slowest: { readonly requestId: string; readonly timingsMs: QueryTimings } | undefined;

  constructor(first: HistoryEntry, lastsMs: number) {
    this.#first = first;
    this.endsAt = first.startedAt + lastsMs;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add({ requestId, startedAt, timingsMs }: QueryEvent): void {
    if (this.#count === 0) this.#startedAt = startedAt;
    this.#count += 1;
    this.#lastStartedAt = startedAt;
    this.#totalMsSum += timingsMs.total;
    if (timingsMs.total >= (this.#slowest?.timingsMs.total ?? 0)) this.#slowest = { requestId, timingsMs };
  }

  /** Whether answers were added, and the last ones were taken so many milliseconds ago. @param now of a clock that never jumps */
  isDue(now: number, everyMs: number): boolean {
    return this.#count > 0 && this.#takenAt + everyMs <= now;
  }

  /** Returns the answers added since the last call, as an entry of its own; absent when there are none. */
  take(now: number): HistoryEntry | undefined {
    if (this.#count === 0 || !this.#slowest) return undefined;
    this.#takenAt = now;
    const { requestId, timingsMs } = this.#slowest;
    const taken: HistoryEntry = {
      ...this.#first,
      startedAt: this.#startedAt,
      lastStartedAt: this.#lastStartedAt,
      answers: this.#count,
      requestId,
      timings: timingsText(timingsMs),
      totalMs: timingsMs.total,
      totalMsSum: this.#totalMsSum,
    };
    this.#count = 0;
    this.#totalMsSum = 0;
    this.#slowest = undefined;
    return taken;
  }
}
