import { growingCache, type Person } from '@orrery/kernel';
import type { Database, Epochs } from '@orrery/store';

/** The proved identity of a caller, as it was read from the store. */
export interface Credential {
  /** Id of its row. */
  readonly id: number;
  readonly person: Person;
  /** Epoch of the account when it was read. */
  readonly epoch: number;
  lastUsedAt: number;
}

export interface CredentialDependencies {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: { now(): number };
  readonly log: { warn(details: object, message: string): void };
}

interface RememberedCredentialsSettings extends Pick<CredentialDependencies, 'epochs' | 'log'> {
  /** Words of the log, such as `an API key`. */
  readonly noun: string;
  /** Stores when it was used last. */
  readonly recordUse: (id: number, now: number) => Promise<unknown>;
}

/** Number of credentials remembered, some hundred bytes each. */
const most = 10_000;
/** Time between two records of use. */
export const recordUseEveryMs = 60_000;

/** Credentials that were looked up, by their hash, until something is revoked in their account. */
export class RememberedCredentials<Own extends Credential> {
  readonly #settings: RememberedCredentialsSettings;
  readonly #remembered = growingCache<string, Own>(most);

  constructor(settings: RememberedCredentialsSettings) {
    this.#settings = settings;
  }

  /** Returns `undefined` when it has to be read, which it may have been before the last change of rights. */
  recall(hash: string): Own | undefined {
    const found = this.#remembered.get(hash);
    if (!found) return undefined;
    return found.epoch === this.#settings.epochs.of(found.person.accountId) ? found : undefined;
  }

  remember(hash: string, credential: Own): void {
    this.#remembered.set(hash, credential);
  }

  /** The request neither waits for this nor fails with it. */
  recordUse(credential: Own, now: number): void {
    if (now - credential.lastUsedAt < recordUseEveryMs) return;
    credential.lastUsedAt = now;
    const { noun, log, recordUse } = this.#settings;
    recordUse(credential.id, now).catch((error: unknown) => {
      log.warn({ err: error, id: credential.id }, `the use of ${noun} was not recorded`);
    });
  }
}
