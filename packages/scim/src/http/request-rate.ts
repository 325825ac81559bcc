import { growingCache } from '@orrery/kernel';

/** Accounts whose rate is remembered; the one forgotten first has made no request for the longest time. */
const rememberedAccounts = 10_000;

interface Bucket {
  /** Requests the account may still make at this moment. */
  left: number;
  at: number;
}

/** Limits each account to a number of requests per second. After a pause, the same number may come as a burst. */
export class RequestRate {
  readonly #perSecond: number;
  readonly #clock: { now(): number };
  readonly #buckets = growingCache<number, Bucket>(rememberedAccounts);

  constructor(perSecond: number, clock: { now(): number }) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** @returns seconds to wait before the next request; 0 when it may be made now */
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
