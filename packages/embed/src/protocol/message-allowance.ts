/** Messages that may come at once, and afterwards per second. */
const burst = 100;
const perSecond = 50;

/** Counts the messages of one sender, so that a flood of them takes no time from the page. */
export class MessageAllowance {
  readonly #now: () => number;
  #left = burst;
  #countedAt: number;

  /** @param now milliseconds on a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
    this.#countedAt = now();
  }

  /** @returns whether one more message is to be read */
  take(): boolean {
    const now = this.#now();
    this.#left = Math.min(burst, this.#left + ((now - this.#countedAt) / 1000) * perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
