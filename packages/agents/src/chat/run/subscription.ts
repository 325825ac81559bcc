/** Silence after which a client gets an empty line, so that its connection is kept. */
const keepAliveMs = 15_000;
/** Letters of lines that are taken together; one line may be longer. */
const mostAtOnce = 64 * 1024;
/** Letters of lines that wait for a client, in addition to what its connection holds. */
const mostWaitingBytes = 1_000_000;

type Taken = IteratorResult<string, void>;

/**
 * A client of a run. Lines wait here until the client takes them, all that wait at once. A client with too much that
 * it has not taken is let go.
 */
export class Subscription implements AsyncIterableIterator<string, void> {
  #lines: string[] = [];
  #waitingBytes = 0;
  #isOver = false;
  /** Why the rest does not come. */
  #fault: Error | undefined;
  #taking: ((result: Taken | Promise<Taken>) => void) | undefined;
  readonly #quiet: NodeJS.Timeout;

  constructor() {
    this.#quiet = setTimeout(() => this.#give({ value: '\n', done: false }), keepAliveMs).unref();
  }

  /** Adds a line. */
  push(line: string): void {
    if (this.#isOver) return;
    this.#lines.push(line);
    this.#waitingBytes += line.length;
    if (this.#taking) return this.#give({ value: this.#take(), done: false });
    // One long line is not the fault of the client.
    if (this.#waitingBytes - (this.#lines[0]?.length ?? 0) <= mostWaitingBytes) return;
    this.fail(new ClientLate());
  }

  /** The rest does not come: the client sees that its stream breaks off. */
  fail(fault: Error): void {
    if (this.#isOver) return;
    this.#fault = fault;
    this.#lines = [];
    this.end();
  }

  /** No further line comes. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#quiet);
    if (this.#taking) this.#give(this.#fault ? Promise.reject(this.#fault) : { value: undefined, done: true });
  }

  /** Whether no line is taken any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The lines that wait, or an empty one after a silence. @throws ClientLate, or why the rest does not come */
  next(): Promise<Taken> {
    if (this.#lines.length > 0) return Promise.resolve({ value: this.#take(), done: false });
    if (this.#fault) return Promise.reject(this.#fault);
    if (this.#isOver) return Promise.resolve({ value: undefined, done: true });
    this.#quiet.refresh();
    return new Promise((resolve) => {
      this.#taking = resolve;
    });
  }

  /** The client leaves. */
  return(): Promise<Taken> {
    this.#lines = [];
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  #give(result: Taken | Promise<Taken>): void {
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
