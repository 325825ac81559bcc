import type { AnnouncedColumn, WireResult } from '@orrery/runtime';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { KeptBytes } from '../session/kept-bytes.ts';
import { wireBounds } from '../session/wire-bounds.ts';
import { cutMessages } from './cut-messages.ts';

/** Takes whole messages, as fast as it can. */
export type MessageSink = (bytes: Uint8Array) => void | Promise<void>;

interface KeptPiece {
  readonly bytes: Uint8Array;
  /** Bytes that were taken for it. */
  readonly kept: number;
}

/**
 * The rows of a statement, which may be taken in parts.
 *
 * - *giving*: its reader takes rows, and none is made ahead of it.
 * - *resting*, between two parts: the engine keeps a place for it. After a moment the rest is taken into memory, so that
 *   others get the place. A rest that is larger than what the caller may keep waits for some time, and is given up then.
 * - *over*: at the end of its rows, failed, given up, or closed.
 */
export class RowRun {
  readonly columns: readonly AnnouncedColumn[];
  readonly formats: readonly (0 | 1)[];
  readonly #pieces: WireResult['pieces'];
  readonly #stopping: AbortController;
  readonly #kept: KeptBytes;
  #ahead: KeptPiece[] = [];
  #filling: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isResting = false;
  #isEnded = false;
  #failure: { readonly error: unknown } | undefined;

  /** @param stopping ends the statement that makes the rows */
  constructor({ columns, formats, pieces }: WireResult, stopping: AbortController, kept: KeptBytes) {
    this.columns = columns;
    this.formats = formats;
    this.#pieces = pieces;
    this.#stopping = stopping;
    this.#kept = kept;
  }

  /**
   * Gives up to so many rows. @returns their number, which is smaller only at the end
   *
   * @throws the error of the statement, the reason of the signal
   */
  async give(most: number, sink: MessageSink, signal: AbortSignal): Promise<number> {
    this.#isResting = false;
    clearTimeout(this.#timer);
    const onAbort = () => this.#stopping.abort(signal.reason);
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      let given = 0;
      while (given < most) {
        const piece = await this.#next();
        if (!piece) break;
        const { bytes, count, rest } = cutMessages(piece, most - given);
        if (rest) this.#ahead.unshift({ bytes: rest, kept: 0 });
        given += count;
        await sink(bytes);
      }
      return given;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Leaves the rest until rows are wanted again. */
  rest(): void {
    if (this.#isResting || (this.#isEnded && this.#ahead.length === 0)) return;
    this.#isResting = true;
    this.#timer = setTimeout(() => void this.#keepRest(), wireBounds.restsAfterMs).unref();
  }

  /** Ends the statement, if it still runs. */
  close(): void {
    clearTimeout(this.#timer);
    this.#isResting = false;
    for (const { kept } of this.#ahead) this.#kept.giveBack(kept);
    this.#ahead = [];
    this.#end();
  }

  async #next(): Promise<Uint8Array | undefined> {
    while (this.#ahead.length === 0 && !this.#isEnded) await this.#fill();
    const first = this.#ahead.shift();
    if (first) {
      this.#kept.giveBack(first.kept);
      return first.bytes;
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
      else if (!this.#isEnded && value.byteLength > 0) this.#ahead.push({ bytes: value, kept: 0 });
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
    for (const [index, { bytes, kept }] of this.#ahead.entries()) {
      if (kept > 0) continue;
      if (!this.#kept.tryTake(bytes.byteLength)) return false;
      this.#ahead[index] = { bytes, kept: bytes.byteLength };
    }
    return true;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      if (!this.#isResting) return;
      const seconds = wireBounds.givenUpAfterMs / 1_000;
      const message = `the rest of the rows was given up: nothing was fetched for ${seconds} seconds, and it is larger than what a connection keeps`;
      const hint = 'Fetch the rows without long pauses, or fewer of them';
      this.#failure = { error: new WireFailure('53400', message, { hint }) };
      this.close();
    }, wireBounds.givenUpAfterMs).unref();
  }

  #end(): void {
    const isReading = this.#filling !== undefined;
    const wasEnded = this.#isEnded;
    this.#isEnded = true;
    if (wasEnded) return;
    if (isReading) this.#stopping.abort(new WireFailure('57014', 'the portal was closed'));
    this.#pieces.return().catch(() => undefined); // the statement has ended, however that went
  }
}
