import { NotFound } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import type { RightsChange } from '../change/index.ts';
import type { SessionService } from '../session/index.ts';
import type { SignInPolicy } from '../sign-in/index.ts';
import { IdentityStore, type LinkedRow } from './identity-store.ts';
import { ProviderStore } from './provider-store.ts';

interface LinkedIdentitiesDependencies {
  readonly database: Database;
  readonly sessions: Pick<SessionService, 'endOfIdentity'>;
  readonly signInPolicy: Pick<SignInPolicy, 'keepWayIn'>;
}

interface IdentityRange {
  readonly afterId?: number;
  readonly most?: number;
  readonly userId?: number | undefined;
}

/** Identities of the users of an account at its providers. */
export class LinkedIdentities {
  readonly #store = new IdentityStore();
  readonly #providers = new ProviderStore();
  readonly #dependencies: LinkedIdentitiesDependencies;

  constructor(dependencies: LinkedIdentitiesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  list(accountId: number, range: IdentityRange = {}): Promise<readonly LinkedRow[]> {
    return this.#store.linked(this.#dependencies.database, accountId, range);
  }

  /**
   * Forgets who a person of a provider is, and ends the sessions that it gave them. The next sign-in is decided as a first
   * one. @throws NotFound, Conflict when no admin could sign in any more, or the author could not
   */
  async unlink(change: RightsChange, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const { sessions, signInPolicy } = this.#dependencies;
    const row = await signInPolicy.keepWayIn(change, () => this.#store.delete(transaction, accountId, id));
    if (!row) throw new NotFound('sign-in-identity.unknown', `There is no identity ${id}`);
    const { user_id: userId, provider_key: key, subject } = row;
    const endedSessions = await sessions.endOfIdentity(change, userId, { key, subject });
    const provider = (await this.#providers.find(transaction, key))?.name;
    const attributes = { userId, provider, subject, endedSessions };
    await change.record({ event: 'Unlinked user from provider', attributes });
  }
}
