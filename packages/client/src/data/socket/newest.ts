/** The newest value that a loop waits for, or the error that ends it. */
export class Newest<T> {
  #value: { readonly value: T } | undefined;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  put(value: T): void {
    this.#value = { value };
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** @throws what it failed with, whatever was there before */
  async next(): Promise<T> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      const found = this.#value;
      this.#value = undefined;
      if (found) return found.value;
      await new Promise<void>((done) => {
        this.#wake = done;
      });
    }
  }
}
