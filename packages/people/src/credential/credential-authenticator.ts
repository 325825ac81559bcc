import { timingSafeEqual } from 'node:crypto';
import { growingCache, type Person, type Unauthorized } from '@orrery/kernel';
import type { Database, Epochs } from '@orrery/store';
import { readRolesOf, RoleStore } from '../role/index.ts';
import { type CredentialLimits, type CredentialOwnerRow, personOf } from './person-of.ts';

export interface CredentialDependencies {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: { now(): number };
  readonly log: { warn(details: object, message: string): void };
}

/** A stored credential with everything that decides its rights, read by one statement. */
interface CredentialRow extends CredentialOwnerRow {
  readonly id: number;
  readonly hash: string;
  /** Status of its user. */
  readonly status: string;
  /** Epoch of its account. */
  readonly epoch: number;
  readonly last_used_at: number | null;
}

/** A kind of credential: where it is stored, what it permits, and when it ends. Instants are epoch milliseconds. */
interface CredentialKind<Row> {
  /** Words of the log, such as `an API key`. */
  readonly noun: string;
  readonly find: (hash: string) => Promise<Row | undefined>;
  /** Stores when it was used last. */
  readonly recordUse: (id: number, now: number) => Promise<unknown>;
  readonly limitsOf: (row: Row) => CredentialLimits;
  readonly isRevoked: (row: Row) => boolean;
  /** Returns whether one that was used last then is not over now. */
  readonly lifeOf: (row: Row) => (now: number, lastUsedAt: number) => boolean;
  readonly refuse: (reason: string) => Unauthorized;
}

/** The proved identity of a caller, as it was read from the store. */
interface Credential {
  readonly id: number;
  readonly person: Person;
  /** Epoch of the account when it was read. */
  readonly epoch: number;
  readonly isAlive: (now: number, lastUsedAt: number) => boolean;
  lastUsedAt: number;
}

/** Number of credentials remembered, some hundred bytes each. */
const most = 10_000;
/** Time between two records of use. */
export const recordUseEveryMs = 60_000;

/**
 * Resolves credentials of one kind to the users they act as. One is looked up once and remembered by its hash until
 * something is revoked in its account; whether its time is over is checked every time.
 */
export class CredentialAuthenticator<Row extends CredentialRow> {
  readonly #dependencies: CredentialDependencies;
  readonly #kind: CredentialKind<Row>;
  readonly #roles = new RoleStore();
  readonly #remembered = growingCache<string, Credential>(most);

  constructor(dependencies: CredentialDependencies, kind: CredentialKind<Row>) {
    this.#dependencies = dependencies;
    this.#kind = kind;
  }

  /** @throws Unauthorized with the same message for whatever reason; the cause is for the log @throws StoreUnavailable */
  async personOf(hash: string): Promise<Person> {
    const credential = this.#recall(hash) ?? (await this.#lookUp(hash));
    this.#recordUse(credential);
    return credential.person;
  }

  /**
   * Returns `undefined` when it has to be read: it may have been read before the last change of rights; and another node
   * may have recorded a later use of one that is over here.
   */
  #recall(hash: string): Credential | undefined {
    const { epochs, clock } = this.#dependencies;
    const found = this.#remembered.get(hash);
    if (!found || found.epoch !== epochs.of(found.person.accountId)) return undefined;
    return found.isAlive(clock.now(), found.lastUsedAt) ? found : undefined;
  }

  async #lookUp(hash: string): Promise<Credential> {
    const { database, clock } = this.#dependencies;
    const { find, limitsOf, isRevoked, lifeOf, refuse } = this.#kind;
    const row = await find(hash);
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) throw refuse('unknown');
    if (isRevoked(row)) throw refuse('revoked');
    if (row.status !== 'active') throw refuse('its user is not active');
    // Read after the epoch of the row, so that a change in between causes another read.
    const grants = await readRolesOf(database, this.#roles, row.account_id, [row.user_id]);
    const credential = {
      id: row.id,
      person: personOf(row, grants.get(row.user_id) ?? [], limitsOf(row)),
      epoch: row.epoch,
      isAlive: lifeOf(row),
      lastUsedAt: row.last_used_at ?? Number.NEGATIVE_INFINITY,
    };
    if (!credential.isAlive(clock.now(), credential.lastUsedAt)) throw refuse('over');
    this.#remembered.set(hash, credential);
    return credential;
  }

  /** The request neither waits for this nor fails with it. */
  #recordUse(credential: Credential): void {
    const { clock, log } = this.#dependencies;
    const { noun, recordUse } = this.#kind;
    const now = clock.now();
    if (now - credential.lastUsedAt < recordUseEveryMs) return;
    credential.lastUsedAt = now;
    recordUse(credential.id, now).catch((error: unknown) => {
      log.warn({ err: error, id: credential.id }, `the use of ${noun} was not recorded`);
    });
  }
}
