import type { Transaction } from 'kysely';
import { hashOfKey, inTransaction, makeKeyText, type Tables } from '@orrery/store';
import { type AuditActor, atTheCommandLine, NotFound } from '@orrery/kernel';
import type { ApiKey } from './api-key.ts';
import type { AuditLog } from '../audit/index.ts';
import { type ApiKeyRow, ApiKeyStore, type KeyRange } from './api-key-store.ts';
import { changeStanding, type StandingDependencies } from '../user/index.ts';

export interface NewApiKey {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  /** Deployments of the account; the caller has checked that they exist. */
  readonly deployments: 'all' | readonly number[];
  readonly expiresAt?: number | undefined;
}

export interface MadeApiKey {
  readonly key: ApiKey;
  /** The key itself: shown once, never stored. */
  readonly text: string;
}

export interface ApiKeyServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
}

/** Missing fields keep their value. */
export interface ApiKeyChange {
  readonly name?: string | undefined;
  /** Deployments of the account; the caller has checked that they exist. */
  readonly deployments?: 'all' | readonly number[] | undefined;
}

export class ApiKeyService {
  readonly #store: ApiKeyStore;
  readonly #dependencies: ApiKeyServiceDependencies;

  constructor(dependencies: ApiKeyServiceDependencies) {
    this.#store = new ApiKeyStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  create(input: NewApiKey, by: AuditActor = atTheCommandLine): Promise<MadeApiKey> {
    return inTransaction(this.#dependencies.database, (transaction) => this.createIn(transaction, input, by));
  }

  /** Creates a key as part of a larger change. */
  async createIn(
    transaction: Transaction<Tables>,
    { accountId, userId, name, deployments, expiresAt }: NewApiKey,
    by: AuditActor = atTheCommandLine,
  ): Promise<MadeApiKey> {
    const text = makeKeyText();
    const row = {
      account_id: accountId,
      user_id: userId,
      name,
      hash: hashOfKey(text),
      tail: text.slice(-4),
      has_all_deployments: deployments === 'all' ? 1 : 0,
      created_at: this.#dependencies.clock.now(),
      expires_at: expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    };
    const inserted = await this.#store.insert(transaction, row, deployments === 'all' ? [] : deployments);
    await this.#record(transaction, accountId, by, 'Created API key', read(inserted));
    return { key: read(inserted), text };
  }

  /** Lists in order of creation. */
  async list(accountId: number, range: KeyRange = {}): Promise<readonly ApiKey[]> {
    return (await this.#store.list(this.#dependencies.database, accountId, range)).map(read);
  }

  /** Revokes a key from its next request on. @throws NotFound */
  async revoke(accountId: number, id: number, by: AuditActor = atTheCommandLine): Promise<void> {
    await changeStanding(this.#dependencies, accountId, async (transaction) => {
      const isThere = await this.#store.revoke(transaction, accountId, id, this.#dependencies.clock.now());
      if (!isThere) throw unknownKey(id);
      const row = await this.#rowIn(transaction, accountId, id);
      if (row) await this.#record(transaction, accountId, by, 'Revoked API key', read(row));
    });
  }

  /** Changes a key from its next request on. @throws NotFound */
  update(accountId: number, by: AuditActor, id: number, change: ApiKeyChange): Promise<ApiKey> {
    return changeStanding(this.#dependencies, accountId, async (transaction) => {
      const before = await this.#rowIn(transaction, accountId, id);
      if (!before) throw unknownKey(id);
      await this.#store.update(transaction, id, change);
      const row = await this.#rowIn(transaction, accountId, id);
      if (!row) throw unknownKey(id);
      await this.#record(transaction, accountId, by, 'Updated API key', read(row));
      return read(row);
    });
  }

  async #rowIn(transaction: Transaction<Tables>, accountId: number, id: number): Promise<ApiKeyRow | undefined> {
    const [row] = await this.#store.list(transaction, accountId, { afterId: id - 1, most: 1 });
    return row?.id === id ? row : undefined;
  }

  #record(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    event: 'Created API key' | 'Updated API key' | 'Revoked API key',
    { id, name, tail, username, deployments }: ApiKey,
  ): Promise<void> {
    const attributes = { id, name, tail, username, deployments };
    return this.#dependencies.audit.record(transaction, accountId, by, { event, attributes });
  }
}

function unknownKey(id: number): NotFound {
  return new NotFound('api-key.unknown', `There is no API key ${id}`);
}

function read(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    userId: row.user_id,
    username: row.username,
    tail: row.tail,
    deployments: row.has_all_deployments === 1 ? 'all' : row.deploymentIds,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
