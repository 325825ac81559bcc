import { Forbidden, type TokenCaller, Unauthorized } from '@orrery/kernel';
import { type CallerRuntime, ownersOf } from '@orrery/runtime';
import type { Arrival, RightsCheck } from '../data-access.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import type { ShareOwner } from './shares.ts';

export interface SocketCaller {
  /** The key of this admission. */
  readonly key: string;
  readonly token: string;
  /** The caller by what the token itself says: what is looked up of a user changes. */
  readonly stated: string;
  readonly principal: TokenCaller;
  readonly runtime: CallerRuntime;
  readonly rightsCheck: RightsCheck;
}

export interface Admitting {
  /** The id of the socket. */
  readonly id: string;
  /** Deployment and branch, as the path of the handshake names them. */
  readonly params: unknown;
  readonly dependencies: DataDependencies;
  readonly log: Arrival['log'];
  /** Takes a place for the caller that a token names. @throws when there is none, or the socket has closed */
  claim(owner: ShareOwner): void;
}

/** The caller of one socket: looked up by its token, and again when their rights may have changed. */
export class Admission {
  readonly #admitting: Admitting;
  #caller: SocketCaller | undefined;
  #running: Promise<unknown> | undefined;
  #count = 0;

  constructor(admitting: Admitting) {
    this.#admitting = admitting;
  }

  /** The caller at the last check; the caller's rights may have changed since. */
  get known(): SocketCaller | undefined {
    return this.#caller;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The caller with the rights that hold now. @throws Unauthorized */
  async current(): Promise<SocketCaller> {
    await this.#running;
    const known = this.#caller;
    if (!known) throw new Unauthorized('auth.missing', 'Not authorized');
    if (known.rightsCheck.holds()) return known;
    return this.admit(known.token);
  }

  /**
   * Takes a token, one after the other, so that the last one wins.
   *
   * @throws Forbidden for the token of another caller, Unauthorized for one that is not good, what `claim` throws
   */
  admit(token: string): Promise<SocketCaller> {
    const before = this.#running ?? Promise.resolve();
    const admitted = before.then(() => this.#admit(token));
    const settled = admitted.then(
      () => undefined,
      () => undefined,
    );
    this.#running = settled;
    void settled.then(() => {
      if (this.#running === settled) this.#running = undefined;
    });
    return admitted;
  }

  /** The socket has closed. */
  forget(): void {
    this.#caller = undefined;
  }

  async #admit(token: string): Promise<SocketCaller> {
    const known = this.#caller;
    if (known?.token === token && known.rightsCheck.holds()) return known; // somebody else has waited for the same
    const { id, params, dependencies, log, claim } = this.#admitting;
    const { principalOf, statedOf, runtimeOf, rightsCheckOf } = dependencies;
    const arrival: Arrival = { params, headers: { authorization: token }, log, principal: null };
    const principal = await principalOf(arrival);
    const caller = ownersOf(principal);
    const stated = ownersOf(statedOf(arrival));
    if (known && token !== known.token && stated !== known.stated && caller !== ownersOf(known.principal)) {
      throw new Forbidden('socket.other-caller', 'The token is for another caller; open another socket for it');
    }
    const runtime = await runtimeOf(arrival);
    claim({ caller, deploymentId: principal.deploymentId });
    this.#count += 1;
    const key = `socket ${id} ${this.#count}`;
    this.#caller = { key, token, stated, principal, runtime, rightsCheck: rightsCheckOf(arrival, runtime) };
    return this.#caller;
  }
}
