import { Unavailable } from '../http/errors.ts';

/** Each takes a core for a while, and 19 MiB. */
const atATime = 2;
const mostWaiting = 100;

/** Keeps those who try passwords from taking the machine. */
export class Hashing {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @throws Unavailable when too many wait */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atATime) {
      if (this.#waiting.length >= mostWaiting) throw new Unavailable('password.busy', 'Too many sign in at once');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
