/** Bytes of the messages that arrive at the same time on all sockets: each is held until all of it is there. */
export class InboundBytes {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns false when there is no room for them */
  add(bytes: number): boolean {
    this.#held += bytes;
    return this.#held <= this.#most;
  }

  remove(bytes: number): void {
    this.#held -= bytes;
  }
}

/** The message that arrives on one socket. */
export class Arriving {
  readonly #all: InboundBytes;
  #bytes = 0;
  /** When its first byte came; of `performance.now()`. */
  since = 0;

  constructor(all: InboundBytes) {
    this.#all = all;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns false when there is no room for them */
  add(bytes: number): boolean {
    if (this.#bytes === 0) this.since = performance.now();
    this.#bytes += bytes;
    return this.#all.add(bytes);
  }

  /** A ping or pong is no part of a message, and may come between its parts. */
  control(payloadBytes: number): void {
    this.#remove(Math.min(this.#bytes, payloadBytes + controlHeaderBytes));
  }

  /** All of the message is there. */
  done(): void {
    this.#remove(this.#bytes);
  }

  #remove(bytes: number): void {
    this.#bytes -= bytes;
    this.#all.remove(bytes);
  }
}

/** Opcode, length and mask: RFC 6455 section 5.2. */
const controlHeaderBytes = 6;
