/** Longest time that waiting work has in one turn of the event loop, and how many go on in it at most. */
const most = { ms: 10, together: 8 };

/**
 * Lets those that wait go on one after the other, a few in each turn of the event loop. A burst of questions then does
 * not stall the answers that are going on: work on SQLite, which waits for nothing, would else run in one turn.
 */
export class PacedStarts {
  readonly #waiting: (() => void)[] = [];
  #isDue = false;

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves in the order of the calls, when there is time. */
  async next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#planTurn();
    return promise;
  }

  #planTurn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const count = Math.min(this.#waiting.length, most.together);
    const turn = { begunAt: undefined as number | undefined };
    // All that one of them does at once is done before the next callback.
    for (let at = 1; at <= count; at += 1) setImmediate(() => this.#go(turn, at === count));
  }

  #go(turn: { begunAt: number | undefined }, isLast: boolean): void {
    turn.begunAt ??= performance.now();
    if (performance.now() - turn.begunAt <= most.ms) this.#waiting.shift()?.();
    if (!isLast) return;
    this.#isDue = false;
    if (this.#waiting.length > 0) this.#planTurn();
  }
}
