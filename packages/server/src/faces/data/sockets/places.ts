import { Invalid, TooManyRequests } from '@orrery/kernel';
import { ClientLeft } from '../../../http/index.ts';
import type { CallGiven } from './open-call.ts';
import type { ShareOwner, Shares } from './shares.ts';

/** Calls of one socket that are open at the same time. */
const mostOpenCalls = 1_000;
/** Bytes of the message of a subscription, which is kept, and read again at each run. */
const mostSubscriptionBytes = 256 * 1024;

/** The bounds on all sockets together. */
export interface PlacesOfAll {
  readonly sockets: Shares;
  /** Open calls, and the bytes of their messages. */
  readonly calls: Shares;
  readonly callBytes: Shares;
}

type PlacedCall = Pick<CallGiven, 'method' | 'bytes'>;

/** The places that one socket has taken, in the share of its first caller. */
export class Places {
  readonly #all: PlacesOfAll;
  #owner: ShareOwner | undefined;
  #openCalls = 0;

  constructor(all: PlacesOfAll) {
    this.#all = all;
  }

  /** Whether the socket has one. */
  get isTaken(): boolean {
    return this.#owner !== undefined;
  }

  /** @throws TooManyRequests */
  takeSocket(owner: ShareOwner): void {
    if (!this.#all.sockets.take(owner)) {
      throw new TooManyRequests('socket.too-many', 'Too many sockets are open; close others, or try later', 60);
    }
    this.#owner = owner;
  }

  giveBackSocket(): void {
    if (this.#owner) this.#all.sockets.giveBack(this.#owner);
  }

  /** @throws Invalid, TooManyRequests */
  takeCall({ method, bytes }: PlacedCall): void {
    const owner = this.#owner;
    if (!owner) throw new ClientLeft();
    if (method === 'subscribe' && bytes > mostSubscriptionBytes) {
      const most = `${mostSubscriptionBytes / 1024} KB`;
      const message = `A subscription has up to ${most}; load larger queries`;
      throw new Invalid('socket.subscription-too-large', message, [], 413);
    }
    const { calls, callBytes } = this.#all;
    if (this.#openCalls >= mostOpenCalls || !calls.take(owner)) {
      throw tooManyCalls(`a socket has up to ${mostOpenCalls}`);
    }
    if (!callBytes.take(owner, bytes)) {
      calls.giveBack(owner);
      throw tooManyCalls('their messages are too large together');
    }
    this.#openCalls += 1;
  }

  giveBackCall({ bytes }: PlacedCall): void {
    if (!this.#owner) return;
    this.#openCalls -= 1;
    this.#all.calls.giveBack(this.#owner);
    this.#all.callBytes.giveBack(this.#owner, bytes);
  }
}

function tooManyCalls(which: string): TooManyRequests {
  return new TooManyRequests('socket.too-many-calls', `Too many calls are open; ${which}. Unsubscribe from others`, 60);
}
