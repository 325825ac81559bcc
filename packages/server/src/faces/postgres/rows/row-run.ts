import type { AnnouncedColumn, WireCaller, WireResult } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { KeptBytes } from '../session/kept-bytes.ts';
import { wireBounds } from '../session/wire-bounds.ts';
import { cutMessages } from './cut-messages.ts';
import { HeldPlace, type HeldPlaces } from './held-place.ts';
import type { RowClock } from './row-clock.ts';

/** Takes whole messages, as fast as it can, and waits no longer once the signal fires. Uses their bytes until it is done. */
export type MessageSink = (bytes: Uint8Array, wait: SinkWait) => void | Promise<void>;

/** A wait for a client that takes messages. */
interface SinkWait {
  readonly signal: AbortSignal;
  /** Called with each number of bytes that the client takes meanwhile. */
  took(bytes: number): void;
}

interface KeptPiece {
  readonly bytes: Uint8Array;
  /** The piece that the engine made, of which these are the last bytes. */
  readonly whole: Uint8Array;
  /** Bytes that were taken for it. */
  readonly kept: number;
}

/**
 * The rows of a statement, which may be taken in parts.
 *
 * - *giving*: its reader takes rows, and none is made ahead of it.
 * - *resting*, between two parts: the engine keeps a place for it. After a moment, or at once where others wait for the
 *   place, the rest is taken into memory. A rest that is larger than what the caller may keep waits for some time, and is
 *   given up then.
 * - *over*: at the end of its rows, failed, given up, or closed.
 *
 * While giving and while resting, rows are also given up whose reader takes too little while others wait for the place;
 * see `HeldPlace`.
 */
export class RowRun {
  readonly columns: readonly AnnouncedColumn[];
  readonly formats: readonly (0 | 1)[];
  readonly #pieces: WireResult['pieces'];
  readonly #release: WireResult['release'];
  readonly #requireStill: WireResult['requireStill'];
  readonly #place: HeldPlace;
  readonly #stopping: AbortController;
  readonly #kept: KeptBytes;
  readonly #clock: RowClock;
  #ahead: KeptPiece[] = [];
  #filling: Promise<void> | undefined;
  /** Stops the wait for the next step of a rest. */
  #stopTimer: (() => void) | undefined;
  /** Ends the wait for a client that takes rows. */
  #waiting: AbortController | undefined;
  #isResting = false;
  #isEnded = false;
  /** Settles when the statement has ended. */
  #over: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  /** @param stopping ends the statement that makes the rows */
  constructor(
    result: WireResult,
    stopping: AbortController,
    { kept, places }: { readonly kept: KeptBytes; readonly places: HeldPlaces },
  ) {
    this.columns = result.columns;
    this.formats = result.formats;
    this.#pieces = result.pieces;
    this.#release = result.release;
    this.#requireStill = result.requireStill;
    const isWaitedFor = () => !this.#isEnded && result.isWaitedFor?.() === true;
    const giveUp = () => {
      this.giveUp(othersWaited());
      return this.#over;
    };
    this.#place = new HeldPlace(isWaitedFor, giveUp, places);
    this.#stopping = stopping;
    this.#kept = kept;
    this.#clock = places.clock;
  }

  /** Checks that a caller may still take rows. @throws StatementInvalid for one who may not, and errors of the look-up */
  async requireStill(caller: WireCaller): Promise<void> {
    await this.#requireStill?.(caller);
  }

  /** Ends the statement, if it still runs; `give` throws the error from then on. */
  giveUp(error: unknown): void {
    this.#failure ??= { error };
    this.close();
    this.#waiting?.abort(error);
  }

  /**
   * Gives up to so many rows. @returns their number, which is smaller only at the end
   *
   * @throws the error of the statement, the reason of the signal
   */
  async give(most: number, sink: MessageSink, signal: AbortSignal): Promise<number> {
    this.#isResting = false;
    this.#stopTimer?.();
    this.#place.resume();
    const waiting = new AbortController();
    const onAbort = () => {
      waiting.abort(signal.reason);
      this.#stopping.abort(signal.reason);
    };
    signal.throwIfAborted();
    this.#waiting = waiting;
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      let given = 0;
      while (given < most) {
        const piece = await this.#next();
        if (!piece) break;
        const { whole } = piece;
        const { bytes, count, rest } = cutMessages(piece.bytes, most - given);
        if (rest) this.#ahead.unshift({ bytes: rest, whole, kept: 0 });
        given += count;
        await this.#put(bytes, sink, waiting.signal);
        if (!rest) this.#release?.(whole);
      }
      return given;
    } finally {
      this.#waiting = undefined;
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Leaves the rest until rows are wanted again. */
  rest(): void {
    if (this.#isResting || (this.#isEnded && this.#ahead.length === 0)) return;
    this.#isResting = true;
    const afterMs = this.#place.isWaitedFor ? 0 : wireBounds.restsAfterMs;
    this.#stopTimer = this.#clock.after(afterMs, () => void this.#keepRest());
  }

  /** Waits for a client that takes rows, as long as others do not wait too long for its place. */
  async #put(bytes: Uint8Array, sink: MessageSink, signal: AbortSignal): Promise<void> {
    let left = bytes.byteLength;
    const took = (count: number) => {
      left -= count;
      this.#place.took(count);
    };
    const taking = sink(bytes, { signal, took });
    if (taking) {
      if (!this.#isEnded) this.#place.begin();
      await taking.finally(() => this.#place.end());
    }
    this.#place.took(Math.max(0, left));
  }

  /** Ends the statement, if it still runs. */
  close(): void {
    this.#stopTimer?.();
    this.#place.end();
    this.#isResting = false;
    for (const { kept } of this.#ahead) this.#kept.giveBack(kept);
    this.#ahead = [];
    this.#end();
  }

  async #next(): Promise<KeptPiece | undefined> {
    while (this.#ahead.length === 0 && !this.#isEnded) await this.#fill();
    const first = this.#ahead.shift();
    if (first) {
      this.#kept.giveBack(first.kept);
      return first;
    }
    if (this.#failure) throw this.#failure.error;
    return undefined;
  }

  /** Reads one piece more; one read at a time. */
  #fill(): Promise<void> {
    this.#filling ??= this.#read().finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#pieces.next();
      if (done) this.#isEnded = true;
      else if (!this.#isEnded && value.byteLength > 0) this.#ahead.push({ bytes: value, whole: value, kept: 0 });
    } catch (error) {
      this.#failure ??= { error };
      this.#isEnded = true;
    }
  }

  async #keepRest(): Promise<void> {
    while (this.#isResting && !this.#isEnded) {
      if (!this.#keepAhead()) return this.#wait();
      await this.#fill();
    }
    if (this.#isResting && !this.#keepAhead()) this.#wait();
  }

  /** Takes bytes for the pieces that were read. @returns whether there is room for them */
  #keepAhead(): boolean {
    for (const [index, { bytes, whole, kept }] of this.#ahead.entries()) {
      if (kept > 0) continue;
      if (!this.#kept.tryTake(bytes.byteLength)) return false;
      this.#ahead[index] = { bytes, whole, kept: bytes.byteLength };
    }
    return true;
  }

  #wait(): void {
    this.#stopTimer?.();
    this.#place.begin();
    this.#stopTimer = this.#clock.after(wireBounds.givenUpAfterMs, () => this.giveUp(nothingFetched()));
  }

  #end(): void {
    const isReading = this.#filling !== undefined;
    const wasEnded = this.#isEnded;
    this.#isEnded = true;
    if (wasEnded) return;
    if (isReading) this.#stopping.abort(new WireFailure('57014', 'the portal was closed'));
    // The statement has ended, however that went.
    this.#over = this.#pieces.return().then(
      () => undefined,
      () => undefined,
    );
  }
}

const hint = 'Read the rows without long pauses, or ask for fewer of them';

function nothingFetched(): WireFailure {
  const seconds = wireBounds.givenUpAfterMs / 1_000;
  const message = `the rest of the rows was given up: nothing was fetched for ${seconds} seconds, and it is larger than what a connection keeps`;
  return new WireFailure('53400', message, { hint });
}

function othersWaited(): WireFailure {
  const { ms, bytes } = wireBounds.heldUp;
  const message = `the rest of the rows was given up: others waited for its place, and less than ${bytes / 1024} KB were taken in ${ms / 1_000} seconds`;
  return new WireFailure('53400', message, { hint });
}
