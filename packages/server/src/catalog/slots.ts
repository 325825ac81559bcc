/**
 * Lets a fixed number of runs go on at a time; the others wait in the order they came.
 *
 * A waiting run enters when a running one leaves, and leaves the line when its signal fires. Nothing survives the
 * process: a run that is lost with it never held anything.
 */
export class Slots {
  readonly #size: number;
  #running = 0;
  /** A set keeps the order of arrival and lets anyone leave at the cost of one look-up. */
  readonly #waiting = new Set<() => void>();

  constructor(size: number) {
    this.#size = size;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws the reason of `signal` when it fires before the run began */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#size) {
      this.#running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The slot passes to the first in line without becoming free in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
