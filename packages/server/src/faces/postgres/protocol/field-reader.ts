import { protocolViolation } from './wire-failure.ts';

/** Reads the fields of one message. Every method throws WireFailure where the message is too short. */
export class FieldReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#advance(1));
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#advance(2));
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#advance(4));
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4));
  }

  bytes(count: number): Buffer {
    const from = this.#advance(count);
    return this.#bytes.subarray(from, from + count);
  }

  /** Reads a text up to its zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw protocolViolation('invalid string in message');
    const from = this.#at;
    this.#at = end + 1;
    return this.#bytes.toString('utf8', from, end);
  }

  /** @throws WireFailure where bytes are left over */
  end(): void {
    if (this.rest > 0) throw protocolViolation('invalid message format');
  }

  #advance(count: number): number {
    if (count < 0 || this.rest < count) throw protocolViolation('insufficient data left in message');
    const from = this.#at;
    this.#at += count;
    return from;
  }
}
