import { RequestError } from '@orrery/kernel';
import type { RowSink } from '@orrery/engines';

/** Somebody who reads rows while they are made. `Facts`: what is known of them when the last one is there. */
export interface RowReader<Facts> {
  /**
   * The next piece; `undefined` after the last one.
   *
   * @throws the reason the rows ended early
   */
  next(): Promise<Uint8Array | undefined>;
  /** Known after the last piece. */
  readonly facts: Facts | undefined;
  /** Ends its rows early. */
  fail(error: unknown): void;
  leave(): void;
}

/** Others who read the same rows waited for this client. */
export class ClientTooSlow extends RequestError {
  readonly status = 408;

  constructor() {
    super('request.client-too-slow', 'The client took its answer too slowly');
  }
}

const megabyte = 1024 * 1024;
/** Rows of no more than this stay from the first one on, for those who ask the same. */
const mostKeptBytes = 8 * megabyte;
/** The statement may be so far ahead of its slowest reader. */
const mostAheadBytes = 32 * megabyte;
/** The same where memory is short. */
const leastAheadBytes = megabyte;
/** Whoever keeps other readers waiting for so long is ended. */
const mostLagMs = 5_000;

/** The memory of all rows that wait for readers. When it is full, statements wait for their readers instead. */
export class FlowMemory {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  take(bytes: number): void {
    this.#bytes += bytes;
  }

  free(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/**
 * The rows of a run that are read while they are made.
 *
 * - *waiting*: nothing came yet. A run whose rows are few ends in this state.
 * - *begun*: readers get what is there and wait for more. The statement is held while it is too far ahead of the slowest
 *   reader. Rows stay from the first one on while they are few, while they are gathered, and while a reader is at the
 *   first one; afterwards what all readers have taken is forgotten.
 * - *over*: the last piece and the facts are there.
 */
export class RowFlow<Facts> implements RowSink {
  readonly #memory: FlowMemory;
  readonly #begun = Promise.withResolvers<void>();
  readonly #readers = new Set<FlowReader<Facts>>();
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Pieces that are forgotten. */
  #forgotten = 0;
  #bytes = 0;
  #allowedBytes = 0;
  #tell: ((bytes: number) => void) | undefined;
  #hasBegun = false;
  #isGathered = false;
  #facts: Facts | undefined;
  #lagTimer: NodeJS.Timeout | undefined;

  constructor(memory: FlowMemory) {
    this.#memory = memory;
  }

  /** Resolves with the first rows, if they come before the last one. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Whether a reader that comes now gets all rows. */
  get isWhole(): boolean {
    return this.#forgotten === 0;
  }

  get facts(): Facts | undefined {
    return this.#facts;
  }

  onAllowed(tell: (bytes: number) => void): void {
    this.#tell = tell;
    this.#allow();
  }

  put(pieces: readonly Uint8Array<ArrayBuffer>[]): void {
    for (const piece of pieces) {
      this.#bytes += piece.byteLength;
      this.#memory.take(piece.byteLength);
    }
    this.#pieces.push(...pieces);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#begun.resolve();
    }
    this.#settle();
    for (const reader of this.#readers) reader.wake();
  }

  /** The rows are over. @returns all of them, when they are still there */
  end(rest: readonly Uint8Array<ArrayBuffer>[], facts: Facts): readonly Uint8Array<ArrayBuffer>[] | undefined {
    const wasWhole = this.isWhole;
    const all = wasWhole ? [...this.#pieces, ...rest] : undefined;
    this.#tell = undefined;
    this.#facts = facts;
    this.put(rest);
    return all;
  }

  /** The rows end early; readers hear of it from their run. */
  breakOff(): void {
    this.#tell = undefined;
    this.#forget(this.#pieces.length);
  }

  /** All rows are wanted at the end: nothing is forgotten, and no reader holds the statement. */
  gather(): void {
    this.#isGathered = true;
    this.#settle();
  }

  /** Reads from the first row on. To be asked while the rows are whole. */
  open(): RowReader<Facts> {
    if (!this.isWhole) throw new Error('the first rows are gone');
    const reader = new FlowReader<Facts>({
      facts: () => this.#facts,
      pieceAt: (index) => this.#pieces[index - this.#forgotten],
      taken: () => this.#settle(),
      waits: () => this.#watchLag(),
      left: (gone) => {
        this.#readers.delete(gone);
        this.#settle();
      },
    });
    this.#readers.add(reader);
    return reader;
  }

  /** After readers have moved or rows have come. */
  #settle(): void {
    const isOver = this.#facts !== undefined;
    const isKept = !isOver && (this.#isGathered || this.#bytes <= mostKeptBytes);
    if (!isKept && this.#hasBegun && (isOver || this.#readers.size > 0)) {
      const first = Math.min(this.#forgotten + this.#pieces.length, ...[...this.#readers].map(({ index }) => index));
      this.#forget(first - this.#forgotten);
    }
    this.#allow();
  }

  #forget(count: number): void {
    if (count <= 0) return;
    for (const { byteLength } of this.#pieces.splice(0, count)) {
      this.#memory.free(byteLength);
    }
    this.#forgotten += count;
  }

  #allow(): void {
    if (this.#tell === undefined) return;
    const slowest = Math.min(this.#bytes, ...[...this.#readers].map(({ bytes }) => bytes));
    const aheadBytes = this.#memory.isFull ? leastAheadBytes : mostAheadBytes;
    const bytes = this.#isGathered ? Number.MAX_SAFE_INTEGER : (this.#readers.size === 0 ? 0 : slowest) + aheadBytes;
    // A step at a time: each is a message to the thread.
    if (bytes < this.#allowedBytes + leastAheadBytes / 2) return;
    this.#allowedBytes = bytes;
    this.#tell(bytes);
  }

  /** A reader waits: for the statement, or for a slower one. */
  #watchLag(): void {
    if (this.#lagTimer !== undefined || !this.#isHeldByLaggard()) return;
    this.#lagTimer = setTimeout(() => {
      this.#lagTimer = undefined;
      if (!this.#isHeldByLaggard()) return;
      const slowest = Math.min(...[...this.#readers].map(({ bytes }) => bytes));
      for (const reader of [...this.#readers]) if (reader.bytes === slowest) reader.fail(new ClientTooSlow());
    }, mostLagMs).unref();
  }

  #isHeldByLaggard(): boolean {
    const isHeld = this.#tell !== undefined && !this.#isGathered && this.#bytes >= this.#allowedBytes;
    const readers = [...this.#readers];
    return (
      isHeld && readers.some(({ bytes }) => bytes === this.#bytes) && readers.some((one) => one.bytes < this.#bytes)
    );
  }
}

/** What a reader asks its flow, and tells it. */
interface FlowSide<Facts> {
  facts(): Facts | undefined;
  pieceAt(index: number): Uint8Array<ArrayBuffer> | undefined;
  taken(): void;
  waits(): void;
  left(reader: FlowReader<Facts>): void;
}

class FlowReader<Facts> implements RowReader<Facts> {
  readonly #flow: FlowSide<Facts>;
  /** Pieces taken, and their bytes. */
  index = 0;
  bytes = 0;
  #failure: { readonly error: unknown } | undefined;
  wake: () => void = () => undefined;

  constructor(flow: FlowSide<Facts>) {
    this.#flow = flow;
  }

  get facts(): Facts | undefined {
    return this.#flow.facts();
  }

  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      const piece = this.#flow.pieceAt(this.index);
      if (piece) {
        this.index += 1;
        this.bytes += piece.byteLength;
        this.#flow.taken();
        return piece;
      }
      if (this.#flow.facts() !== undefined) return undefined;
      this.#flow.waits();
      await new Promise<void>((wake) => {
        this.wake = wake;
      });
    }
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.leave();
  }

  leave(): void {
    this.#failure ??= { error: new Error('the reader has left') };
    this.#flow.left(this);
    this.wake();
  }
}
