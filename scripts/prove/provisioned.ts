import { isDeepStrictEqual } from 'node:util';

/** What an identity provider knows of a user. */
export interface Provisioned {
  /** Written together with `externalId`. */
  readonly displayName: string;
  readonly externalId: string;
  readonly active: boolean;
  readonly groups: readonly string[];
}

interface Expected {
  /** As it was acknowledged last; absent: there is no such user. */
  known: Provisioned | undefined;
  /** What was asked for last, when nobody answered. */
  pending: { readonly wanted: Provisioned | undefined } | undefined;
}

/** Everything that was acknowledged, by username, and what may or may not have happened when the server was killed. */
export class ProvisionedUsers {
  readonly #users = new Map<string, Expected>();
  #acknowledged = 0;

  get acknowledged(): number {
    return this.#acknowledged;
  }

  known(userName: string): Provisioned | undefined {
    return this.#users.get(userName)?.known;
  }

  /** Told before it is asked for. */
  ask(userName: string, wanted: Provisioned | undefined): void {
    this.#users.set(userName, { known: this.known(userName), pending: { wanted } });
  }

  /** It was answered. */
  acknowledge(userName: string): void {
    const user = this.#users.get(userName);
    if (!user?.pending) throw new Error(`nothing was asked of ${userName}`);
    user.known = user.pending.wanted;
    user.pending = undefined;
    this.#acknowledged += 1;
  }

  /** Compares with what there is after a start, which is what is known from now on. @returns what should not be */
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
