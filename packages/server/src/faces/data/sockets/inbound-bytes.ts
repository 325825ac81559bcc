import type { ShareOwner, Shares } from './shares.ts';

/** Smaller messages always have room; larger ones are counted in the share of their sender. */
const smallBytes = 64 * 1024;

/** The message that arrives on one socket: it is held until all of it is there, and until it is parsed. */
export class Arriving {
  readonly #inbound: Shares;
  #owner: ShareOwner | undefined;
  #bytes = 0;
  #counted = 0;
  #since = 0;
  readonly #now: () => number;

  constructor({ inbound, now }: { readonly inbound: Shares; now(): number }) {
    this.#inbound = inbound;
    this.#now = now;
  }

  /** When its first byte came. */
  get since(): number | undefined {
    return this.#bytes === 0 ? undefined : this.#since;
  }

  /** Counts what follows for this caller; before, senders send small messages only. */
  belongsTo(owner: ShareOwner): void {
    this.#owner ??= owner;
  }

  /** @returns false when there is no room for them */
  add(bytes: number): boolean {
    if (this.#bytes === 0) this.#since = this.#now();
    this.#bytes += bytes;
    if (this.#bytes <= smallBytes) return true;
    const more = this.#bytes - this.#counted;
    if (!this.#owner || !this.#inbound.take(this.#owner, more)) return false;
    this.#counted += more;
    return true;
  }

  /** Counts a ping or pong, which may come between the parts of a message. */
  control(payloadBytes: number): void {
    this.#bytes -= Math.min(this.#bytes, payloadBytes + controlHeaderBytes);
    const counted = this.#bytes <= smallBytes ? 0 : Math.min(this.#bytes, this.#counted);
    this.#giveBack(this.#counted - counted);
    this.#counted = counted;
  }

  /** All of the message is there. @returns gives its room back, which is to be called once it is parsed */
  done(): () => void {
    const counted = this.#counted;
    this.#bytes = 0;
    this.#counted = 0;
    return () => this.#giveBack(counted);
  }

  #giveBack(bytes: number): void {
    if (this.#owner && bytes > 0) this.#inbound.giveBack(this.#owner, bytes);
  }
}

/** Opcode, length and mask: RFC 6455 section 5.2. */
const controlHeaderBytes = 6;
