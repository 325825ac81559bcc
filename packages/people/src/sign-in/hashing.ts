import { TooManyRequests, Unavailable } from '@orrery/kernel';

/** Hashes computed in parallel; each takes a core for a while, and 19 MiB. */
const atATime = 2;
const mostWaiting = 100;
/** Waiting attempts from one network, so that others get a turn as well. */
const mostOfOne = 20;

/** Limits hashing, so that password guessing cannot take over the machine, and one network cannot fill the queue. */
export class Hashing {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingOf = new Map<string, number>();

  /**
   * @param network origin of the request @throws Unavailable when too many attempts wait, TooManyRequests when too many
   * of this network do
   */
  async run<T>(network: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= atATime) await this.#wait(network);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #wait(network: string): Promise<void> {
    const before = this.#waitingOf.get(network) ?? 0;
    if (before >= mostOfOne)
      throw new TooManyRequests('password.busy', 'Too many concurrent sign-ins from this network', 1);
    if (this.#waiting.length >= mostWaiting) throw new Unavailable('password.busy', 'Too many concurrent sign-ins');
    this.#waitingOf.set(network, before + 1);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const left = (this.#waitingOf.get(network) ?? 1) - 1;
    if (left > 0) this.#waitingOf.set(network, left);
    else this.#waitingOf.delete(network);
  }
}
