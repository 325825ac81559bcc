/**
 * Shares one look at something outside of the process among all who ask within one turn of the event loop. It begins when
 * the turn ends, so it is newer than everything that led to any of their questions.
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
