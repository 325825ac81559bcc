import { EngineCancelled } from './engine.ts';

/** Gives out at most `count` permits; further requests wait in their order of arrival. */
export class Permits {
  readonly #count: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** @throws EngineCancelled when `signal` fires first */
  async acquire(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new EngineCancelled();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((admit, refuse) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        admit();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        refuse(new EngineCancelled());
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }

  /**
   * Acquires several, as they are returned. Only one caller may do so at a time, since two would wait for each other.
   *
   * @returns a function that releases them @throws EngineCancelled when `signal` fires first
   */
  async acquireMany(signal: AbortSignal, count = this.#count): Promise<() => void> {
    let taken = 0;
    const releaseAll = () => {
      for (; taken > 0; taken -= 1) this.release();
    };
    try {
      for (; taken < count; taken += 1) await this.acquire(signal);
      return releaseAll;
    } catch (error) {
      releaseAll();
      throw error;
    }
  }

  /** Resolves when all permits were returned, and gives out none afterwards. */
  async close(): Promise<void> {
    await this.acquireMany(new AbortController().signal);
  }
}
