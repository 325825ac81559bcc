import type { Duplex } from 'node:stream';
import { ClientLeft } from '../../../http/index.ts';
import type { ClientMessage } from './client-messages.ts';
import { brokenProtocol, WireFailure } from './wire-failure.ts';

/** Letters of the messages that clients send after the start. */
const known: ReadonlySet<string> = new Set('QPBDECHSXFdcfp');

/** Bytes that are read ahead while a message is worked on, so that a client that leaves is noticed. */
const readAheadBytes = 256 * 1024;

export interface QueueBounds {
  /** Bytes of one message. */
  readonly mostBytes: number;
  /** Takes (or with a negative number gives back) bytes of messages that have not arrived wholly. @returns whether there is room */
  readonly claim: (bytes: number) => boolean;
}

/** Finds the messages in the bytes of a client. Memory is taken for bytes that came, not for those that were announced. */
export class MessageQueue {
  readonly #stream: Duplex;
  readonly #leaving = new AbortController();
  #bounds: QueueBounds;
  #pieces: Buffer[] = [];
  #size = 0;
  #claimed = 0;
  #isEnded = false;
  #interruption: WireFailure | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Duplex, bounds: QueueBounds) {
    this.#stream = stream;
    this.#bounds = bounds;
    stream.on('data', (piece: Buffer) => this.#arrived(piece));
    stream.once('end', () => this.#ended());
    stream.once('close', () => this.#ended());
  }

  /** Fires when the client is gone. */
  get left(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Gives a caller who is known by now other bounds. */
  bindTo(bounds: QueueBounds): void {
    this.#bounds = bounds;
  }

  /**
   * The next message; undefined when the client is gone.
   *
   * @throws WireFailure, which is fatal, for bytes that are no message
   */
  async next(): Promise<ClientMessage | undefined> {
    for (;;) {
      if (this.#interruption) throw this.#interruption;
      const length = this.#lengthOfNext();
      if (length !== undefined && this.#size >= length) return this.#take(length);
      if (this.#isEnded) return undefined;
      this.#claimRoom();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#stream.resume();
      });
      this.#wake = undefined;
    }
  }

  /** Lets `next` throw, now and from now on. */
  interrupt(failure: WireFailure): void {
    this.#interruption ??= failure;
    this.#wake?.();
  }

  /** Gives back what was claimed. */
  close(): void {
    this.#bounds.claim(-this.#claimed);
    this.#claimed = 0;
    this.#pieces = [];
    this.#size = 0;
    this.#ended();
  }

  #arrived(piece: Buffer): void {
    if (this.#isEnded) return;
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#wake) this.#wake();
    else if (this.#size > readAheadBytes) this.#stream.pause();
  }

  #ended(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#leaving.abort(new ClientLeft());
    this.#wake?.();
  }

  #lengthOfNext(): number | undefined {
    if (this.#size < 5) return undefined;
    const head = this.#head(5);
    const type = String.fromCharCode(head.readUInt8(0));
    if (!known.has(type)) throw brokenProtocol(`invalid frontend message type ${head.readUInt8(0)}`);
    const length = head.readInt32BE(1);
    if (length < 4) throw brokenProtocol('invalid message length');
    const { mostBytes } = this.#bounds;
    if (length > mostBytes) {
      throw new WireFailure('08P01', `invalid message length: a message may have ${mostBytes} bytes`, {
        isFatal: true,
      });
    }
    return length + 1;
  }

  #head(count: number): Buffer {
    const [first] = this.#pieces;
    if (first && first.length >= count) return first;
    const all = Buffer.concat(this.#pieces, this.#size);
    this.#pieces = [all];
    return all;
  }

  #take(length: number): ClientMessage {
    const bytes = this.#head(length);
    this.#pieces = [bytes.subarray(length), ...this.#pieces.slice(1)].filter((piece) => piece.length > 0);
    this.#size -= length;
    if (this.#claimed > 0) {
      this.#bounds.claim(-this.#claimed);
      this.#claimed = 0;
    }
    return { type: String.fromCharCode(bytes.readUInt8(0)), body: bytes.subarray(5, length) };
  }

  /** @throws WireFailure where the messages of all clients leave no room for the rest of this one */
  #claimRoom(): void {
    const more = this.#size - readAheadBytes - this.#claimed;
    if (more <= 0) return;
    if (!this.#bounds.claim(more)) {
      const hint = 'Send shorter statements or fewer values at a time, or try again later';
      throw new WireFailure('53200', 'the messages that arrive are too large together', { hint, isFatal: true });
    }
    this.#claimed += more;
  }
}
