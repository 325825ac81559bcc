/** A client of a run. Lines wait here until the client takes them. */
export class Subscription {
  readonly #lines: string[] = [];
  #waitingBytes = 0;
  #isOver = false;
  #isLate = false;
  #wake: () => void = () => undefined;

  /** Adds a line; a client with too much that it has not taken is let go. */
  push(line: string): void {
    if (this.#isOver) return;
    this.#lines.push(line);
    this.#waitingBytes += line.length;
    // One long line is not the fault of the client.
    if (this.#waitingBytes - (this.#lines[0]?.length ?? 0) > mostWaitingBytes) {
      this.#isLate = true;
      this.#lines.length = 0;
      this.end();
      return;
    }
    this.#wake();
  }

  /** No further line comes. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Whether the client was let go. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** @returns lines that wait, together; `undefined` after the last one; `''` when none came for the given time */
  async next(quietMs: number): Promise<string | undefined> {
    for (;;) {
      if (this.#lines.length > 0) {
        let taken = '';
        while (this.#lines.length > 0 && taken.length < mostAtOnce) taken += this.#lines.shift() ?? '';
        this.#waitingBytes -= taken.length;
        return taken;
      }
      if (this.#isOver) return undefined;
      if (!(await this.#comes(quietMs))) return '';
    }
  }

  #comes(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), withinMs);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = () => undefined;
        resolve(true);
      };
    });
  }
}

/** Letters of lines that are taken together; one line may be longer. */
const mostAtOnce = 64 * 1024;
/** Letters of lines that wait for a client, in addition to what its connection holds. */
const mostWaitingBytes = 1_000_000;
