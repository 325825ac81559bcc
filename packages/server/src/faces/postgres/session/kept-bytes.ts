import type { ConnectionMemory } from '@orrery/runtime';
import type { ShareOwner, Shares } from '../../data/index.ts';
import { WireFailure } from '../protocol/wire-failure.ts';

/** Memory that one connection keeps between two messages, in the share of its caller. */
export class KeptBytes implements ConnectionMemory {
  readonly #shares: Shares;
  readonly #owner: ShareOwner;
  #bytes = 0;

  constructor(shares: Shares, owner: ShareOwner) {
    this.#shares = shares;
    this.#owner = owner;
  }

  /** @throws WireFailure */
  take(bytes: number): void {
    if (this.tryTake(bytes)) return;
    throw new WireFailure(
      '53200',
      'the statements, values, rows and temporary tables that your connections keep are too large together',
      {
        hint: 'Close statements, portals and cursors that are not used, fetch their rows to the end, or drop temporary tables',
      },
    );
  }

  tryTake(bytes: number): boolean {
    if (!this.#shares.take(this.#owner, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#shares.giveBack(this.#owner, bytes);
    this.#bytes -= bytes;
  }

  close(): void {
    this.giveBack(this.#bytes);
  }
}
