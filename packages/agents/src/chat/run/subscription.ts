import { Readable } from 'node:stream';

/** Silence after which a client gets an empty line, so that its connection is kept. */
const keepAliveMs = 15_000;
/** Letters of lines that are taken together; one line may be longer. */
const mostAtOnce = 64 * 1024;
/** Letters of lines that wait for a client, in addition to what its connection holds. */
const mostWaiting = 1_000_000;

/**
 * The stream of a client of a run: first the lines from before the client joined, then each new one. Lines wait here
 * until the client takes them, all that wait at once. A client with too many waiting lines is disconnected.
 */
export class Subscription extends Readable {
  /** Lines from before the client joined; absent once they are read. */
  #before: AsyncIterator<string> | undefined;
  readonly #onOver: () => void;
  readonly #quiet: NodeJS.Timeout;
  #lines: string[] = [];
  #waitingLetters = 0;
  #isEnded = false;
  /** Whether the client has taken everything and waits. */
  #isWanted = false;

  /** @param onOver called when the client is gone */
  constructor(before: AsyncIterable<string>, onOver: () => void = () => {}) {
    super({ objectMode: true, highWaterMark: 1 });
    this.#before = before[Symbol.asyncIterator]();
    this.#onOver = onOver;
    this.#quiet = setTimeout(() => this.#give('\n'), keepAliveMs).unref();
    this.on('error', () => {}); // nobody may have begun to read
  }

  /** Whether no line is taken any more. */
  get isOver(): boolean {
    return this.#isEnded || this.destroyed;
  }

  /** Adds a line. */
  tell(line: string): void {
    if (this.isOver) return;
    this.#lines.push(line);
    this.#waitingLetters += line.length;
    this.#giveLines();
    // One long line is not the fault of the client.
    if (this.#waitingLetters - (this.#lines[0]?.length ?? 0) > mostWaiting) this.destroy(new ClientLate());
  }

  /** No further line comes. */
  end(): void {
    this.#isEnded = true;
    this.#giveLines();
  }

  override _read(): void {
    if (this.#before) return void this.#readBefore(this.#before);
    this.#isWanted = true;
    this.#quiet.refresh();
    this.#giveLines();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#quiet);
    this.#lines = [];
    void this.#before?.return?.();
    this.#onOver();
    done(error);
  }

  async #readBefore(before: AsyncIterator<string>): Promise<void> {
    try {
      const { value, done = false } = await before.next();
      if (!done) return void this.push(value);
      this.#before = undefined;
      this._read();
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #giveLines(): void {
    if (this.#lines.length > 0) this.#give();
    else if (this.#isEnded) this.#give(null);
  }

  /** @param given nothing: the lines that wait */
  #give(given?: string | null): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.push(given === undefined ? this.#take() : given);
  }

  #take(): string {
    let taken = this.#lines.shift() ?? '';
    while (this.#lines.length > 0 && taken.length < mostAtOnce) taken += this.#lines.shift() ?? '';
    this.#waitingLetters -= taken.length;
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
