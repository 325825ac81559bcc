import { LRUCache } from 'lru-cache';

/** Accounts remembered; one that is forgotten has asked for nothing for long. */
const rememberedAccounts = 10_000;

interface Bucket {
  /** Requests that may still be made at once. */
  left: number;
  at: number;
}

/** Lets each account make so many requests a second, and after a pause as many at once. */
export class RequestRate {
  readonly #perSecond: number;
  readonly #clock: { now(): number };
  readonly #buckets = new LRUCache<number, Bucket>({ max: rememberedAccounts });

  constructor(perSecond: number, clock: { now(): number }) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** @returns after how many seconds to come again; 0 when the request may be made now */
  take(accountId: number): number {
    const now = this.#clock.now();
    const before = this.#buckets.get(accountId) ?? { left: this.#perSecond, at: now };
    const gained = (Math.max(now - before.at, 0) / 1000) * this.#perSecond;
    const left = Math.min(before.left + gained, this.#perSecond);
    const isAllowed = left >= 1;
    this.#buckets.set(accountId, { left: isAllowed ? left - 1 : left, at: now });
    return isAllowed ? 0 : Math.max(Math.ceil((1 - left) / this.#perSecond), 1);
  }
}
