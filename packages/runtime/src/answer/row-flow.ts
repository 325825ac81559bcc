import { giveBackMemory, RequestError } from '@orrery/kernel';
import type { RowSink } from '@orrery/engines';

/** A reader of rows that are still being made. `Facts` become known with the last one. */
export interface RowReader<Facts> {
  /**
   * Returns the next piece; `undefined` after the last one.
   *
   * @throws the reason why the rows ended early
   */
  next(): Promise<Uint8Array | undefined>;
  /** Says that the reader does not use a piece any more. Its memory is freed once no reader does. */
  release(piece: Uint8Array): void;
  /** Known after the last piece. */
  readonly facts: Facts | undefined;
  /** Ends the reader's rows early. */
  fail(error: unknown): void;
  leave(): void;
}

/** The client was so slow that other readers of the same rows had to wait. */
export class ClientTooSlow extends RequestError {
  readonly status = 408;

  constructor() {
    super('request.client-too-slow', 'The client read its answer too slowly');
  }
}

const megabyte = 1024 * 1024;
/** Rows up to this size are kept from the first one on, for equal requests. */
const mostKeptBytes = 8 * megabyte;
/** How far the statement may be ahead of its slowest reader. */
const mostAheadBytes = 32 * megabyte;
/** The same bound when memory is short. */
const leastAheadBytes = megabyte;
/** A reader that makes others wait this long is ended. */
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

/** A piece of the rows, and who may still use it. */
interface FlowPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Readers that have taken it and not released it. */
  users: number;
  /** Whether no other reader will take it. */
  isDropped: boolean;
}

function freeUnused({ bytes, users, isDropped }: FlowPiece): void {
  if (isDropped && users === 0) giveBackMemory(bytes);
}

/**
 * The rows of a run, read while they are made. States:
 * - *waiting*: no rows yet. A run with few rows ends in this state.
 * - *begun*: readers take the available rows and wait for more. The statement pauses while it is too far ahead of the
 *   slowest reader. Rows are kept from the first one on while they are few, while they are gathered, and while a reader
 *   is at the first one; otherwise rows that all readers have taken are dropped.
 * - *over*: the last piece and the facts are there.
 */
export class RowFlow<Facts> implements RowSink {
  readonly #memory: FlowMemory;
  readonly #begun = Promise.withResolvers<void>();
  readonly #readers = new Set<FlowReader<Facts>>();
  #pieces: FlowPiece[] = [];
  /** Number of dropped pieces. */
  #forgotten = 0;
  #bytes = 0;
  #allowedBytes = 0;
  #tell: ((bytes: number) => void) | undefined;
  #hasBegun = false;
  #isGathered = false;
  /** Whether all rows were returned at the end, and are kept elsewhere. */
  #isReturned = false;
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

  /** Whether a new reader gets all rows. */
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
    for (const bytes of pieces) {
      this.#bytes += bytes.byteLength;
      this.#memory.take(bytes.byteLength);
      this.#pieces.push({ bytes, users: 0, isDropped: false });
    }
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#begun.resolve();
    }
    this.#settle();
    for (const reader of this.#readers) reader.wake();
  }

  /** Ends the rows. @returns all of them, if they are still kept */
  end(rest: readonly Uint8Array<ArrayBuffer>[], facts: Facts): readonly Uint8Array<ArrayBuffer>[] | undefined {
    const wasWhole = this.isWhole;
    this.#tell = undefined;
    const all = wasWhole ? [...this.#pieces.map(({ bytes }) => bytes), ...rest] : undefined;
    this.#isReturned = wasWhole;
    this.#facts = facts;
    this.put(rest);
    return all;
  }

  /** Ends the rows early; readers learn the reason from their run. */
  breakOff(): void {
    this.#tell = undefined;
    this.#forget(this.#pieces.length);
  }

  /** Keeps all rows for the end: none are dropped, and no reader pauses the statement. */
  gather(): void {
    this.#isGathered = true;
    this.#settle();
  }

  /** Opens a reader at the first row. Only while the rows are complete. */
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

  /** Updates the state after readers have moved or rows have come. */
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
    for (const piece of this.#pieces.splice(0, count)) {
      this.#memory.free(piece.bytes.byteLength);
      if (this.#isReturned) continue;
      piece.isDropped = true;
      freeUnused(piece);
    }
    this.#forgotten += count;
  }

  #allow(): void {
    if (this.#tell === undefined) return;
    const slowest = Math.min(this.#bytes, ...[...this.#readers].map(({ bytes }) => bytes));
    const aheadBytes = this.#memory.isFull ? leastAheadBytes : mostAheadBytes;
    const bytes = this.#isGathered ? Number.MAX_SAFE_INTEGER : (this.#readers.size === 0 ? 0 : slowest) + aheadBytes;
    // Changes in steps, because each is a message to the thread.
    if (bytes < this.#allowedBytes + leastAheadBytes / 2) return;
    this.#allowedBytes = bytes;
    this.#tell(bytes);
  }

  /** Ends readers that make others wait too long. */
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

/** The interface between a reader and its flow. */
interface FlowSide<Facts> {
  facts(): Facts | undefined;
  pieceAt(index: number): FlowPiece | undefined;
  taken(): void;
  waits(): void;
  left(reader: FlowReader<Facts>): void;
}

class FlowReader<Facts> implements RowReader<Facts> {
  readonly #flow: FlowSide<Facts>;
  /** Number of pieces taken, and their bytes. */
  index = 0;
  bytes = 0;
  /** Pieces that were taken and not released. */
  readonly #used = new WeakMap<Uint8Array, FlowPiece>();
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
        this.bytes += piece.bytes.byteLength;
        piece.users += 1;
        this.#used.set(piece.bytes, piece);
        this.#flow.taken();
        return piece.bytes;
      }
      if (this.#flow.facts() !== undefined) return undefined;
      this.#flow.waits();
      await new Promise<void>((wake) => {
        this.wake = wake;
      });
    }
  }

  release(bytes: Uint8Array): void {
    const piece = this.#used.get(bytes);
    if (!piece) return;
    this.#used.delete(bytes);
    piece.users -= 1;
    freeUnused(piece);
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
