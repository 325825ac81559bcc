import type { Flow } from '../batch-queue.ts';

/** Lets the reader of a statement hold back the request for the next page. */
export class Gate implements Flow {
  #opening: Promise<void> | undefined;
  #open: () => void = () => undefined;

  pause(): void {
    this.#opening ??= new Promise((open) => {
      this.#open = open;
    });
  }

  resume(): void {
    this.#opening = undefined;
    this.#open();
  }

  /** Resolves when the reader has room. */
  async opened(): Promise<void> {
    await this.#opening;
  }
}
