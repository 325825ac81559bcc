import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Time after which a lookup that has not ended no longer keeps others from being made, in milliseconds. */
const lostAfterMs = 5_000;

/**
 * Shares one lookup outside the process among all calls within one turn of the event loop, and among those that come
 * while another one runs. It begins when the turn ends, or when the running one has ended, so its result is newer than
 * all events before those calls. More than one is under way only where a drive does not answer for seconds.
 */
export class SharedLook<T> {
  readonly #look: () => Promise<T>;
  #running: Promise<void> | undefined;
  #next: Promise<T> | undefined;

  constructor(look: () => Promise<T>) {
    this.#look = look;
  }

  take(): Promise<T> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<T> {
    await (this.#running ? endOf(this.#running) : endOfTurn());
    this.#next = undefined;
    const found = this.#look();
    const ended = () => {
      if (this.#running === running) this.#running = undefined;
    };
    const running = found.then(ended, ended);
    this.#running = running;
    return found;
  }
}

/** Resolves when the lookup has ended, or is taken for lost. */
function endOf(running: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const lost = setTimeout(resolve, lostAfterMs).unref();
    void running.then(() => {
      clearTimeout(lost);
      resolve();
    });
  });
}
