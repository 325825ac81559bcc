/** Silence after which a client gets an empty line, so that its connection is kept. */
const keepAliveMs = 15_000;
/** Letters of lines that are taken together; one line may be longer. */
const mostAtOnce = 64 * 1024;
/** Letters of lines that wait for a client, in addition to what its connection holds. */
const mostWaitingBytes = 1_000_000;

/**
 * A client of a run. Lines wait here until the client takes them, all that wait at once. A client with too much that
 * it has not taken is let go.
 */
export class Subscription implements AsyncIterableIterator<string, void> {
  #lines: string[] = [];
  #waitingBytes = 0;
  #isOver = false;
  #isLate = false;
  #taking: ((result: IteratorResult<string, void>) => void) | undefined;
  readonly #quiet: NodeJS.Timeout;

  constructor() {
    this.#quiet = setTimeout(() => this.#give({ value: '\n', done: false }), keepAliveMs);
  }

  /** Adds a line. */
  push(line: string): void {
    if (this.#isOver) return;
    this.#lines.push(line);
    this.#waitingBytes += line.length;
    if (this.#taking) return this.#give({ value: this.#take(), done: false });
    // One long line is not the fault of the client.
    if (this.#waitingBytes - (this.#lines[0]?.length ?? 0) <= mostWaitingBytes) return;
    this.#isLate = true;
    this.#lines = [];
    this.end();
  }

  /** No further line comes. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#quiet);
    if (this.#taking) this.#give({ value: undefined, done: true });
  }

  /** Whether no line is taken any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The lines that wait, or an empty one after a silence. @throws ClientLate */
  next(): Promise<IteratorResult<string, void>> {
    if (this.#lines.length > 0) return Promise.resolve({ value: this.#take(), done: false });
    if (this.#isLate) return Promise.reject(new ClientLate());
    if (this.#isOver) return Promise.resolve({ value: undefined, done: true });
    this.#quiet.refresh();
    return new Promise((resolve) => {
      this.#taking = resolve;
    });
  }

  /** The client leaves. */
  return(): Promise<IteratorResult<string, void>> {
    this.#lines = [];
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  #give(result: IteratorResult<string, void>): void {
    const taking = this.#taking;
    this.#taking = undefined;
    taking?.(result);
  }

  #take(): string {
    let taken = this.#lines.shift() ?? '';
    while (this.#lines.length > 0 && taken.length < mostAtOnce) taken += this.#lines.shift() ?? '';
    this.#waitingBytes -= taken.length;
    return taken;
  }
}

/** The client took too little of what was sent; it may read the chat again. */
export class ClientLate extends Error {
  constructor() {
    super('the client of a chat took too little of its stream');
    this.name = 'ClientLate';
  }
}
