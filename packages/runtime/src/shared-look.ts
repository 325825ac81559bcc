/**
 * Shares one lookup outside the process among all calls within one turn of the event loop. It begins when the turn
 * ends, so its result is newer than all events before those calls.
 */
export class SharedLook<T> {
  readonly #look: () => Promise<T>;
  #next: Promise<T> | undefined;

  constructor(look: () => Promise<T>) {
    this.#look = look;
  }

  take(): Promise<T> {
    this.#next ??= new Promise<T>((resolve, reject) => {
      setImmediate(() => {
        this.#next = undefined;
        this.#look().then(resolve, reject);
      });
    });
    return this.#next;
  }
}
