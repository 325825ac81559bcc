import { isDeepStrictEqual } from 'node:util';

/** The attributes of a user in an identity provider. */
export interface Provisioned {
  /** Written together with `externalId`. */
  readonly displayName: string;
  readonly externalId: string;
  readonly active: boolean;
  readonly groups: readonly string[];
}

interface Expected {
  /** The last acknowledged state; absent if the user does not exist. */
  known: Provisioned | undefined;
  /** The last request, if it was not answered. */
  pending: { readonly wanted: Provisioned | undefined } | undefined;
}

/**
 * Everything that was acknowledged, by username, and the requests that may or may not have been applied when the server
 * was killed.
 */
export class ProvisionedUsers {
  readonly #users = new Map<string, Expected>();
  #acknowledged = 0;

  get acknowledged(): number {
    return this.#acknowledged;
  }

  known(userName: string): Provisioned | undefined {
    return this.#users.get(userName)?.known;
  }

  /** Records a change before it is requested. */
  ask(userName: string, wanted: Provisioned | undefined): void {
    this.#users.set(userName, { known: this.known(userName), pending: { wanted } });
  }

  /** Records that the server answered the request. */
  acknowledge(userName: string): void {
    const user = this.#users.get(userName);
    if (!user?.pending) throw new Error(`nothing was asked of ${userName}`);
    user.known = user.pending.wanted;
    user.pending = undefined;
    this.#acknowledged += 1;
  }

  /** Compares with the users found after a start, and takes these as the known state. @returns the differences */
  settle(found: ReadonlyMap<string, Provisioned>): readonly string[] {
    const faults: string[] = [];
    for (const [userName, user] of this.#users) {
      const is = found.get(userName);
      const { known, pending } = user;
      const isSound = isDeepStrictEqual(is, known) || (pending !== undefined && isDeepStrictEqual(is, pending.wanted));
      if (!isSound) faults.push(`${userName} is ${JSON.stringify(is)}, not ${JSON.stringify(known)}`);
      user.known = is;
      user.pending = undefined;
    }
    return faults;
  }
}
