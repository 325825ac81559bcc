import type { Transaction } from 'kysely';
import type { Tables } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { NotFound } from '../http/errors.ts';
import type { ApiKey } from './api-key.ts';
import { type ApiKeyRow, ApiKeyStore, type KeyRange } from './api-key-store.ts';
import { changeStanding, type StandingDependencies } from './change-standing.ts';
import { hashOfKey, makeKeyText } from './key-text.ts';

export interface NewApiKey {
  readonly accountId: number;
  readonly userId: number;
  readonly name: string;
  /** Of the account; the caller has made sure that they exist. */
  readonly deployments: 'all' | readonly number[];
  readonly expiresAt?: number | undefined;
}

export interface MadeApiKey {
  readonly key: ApiKey;
  /** The key itself: shown once, stored nowhere. */
  readonly text: string;
}

export class ApiKeyService {
  readonly #store: ApiKeyStore;
  readonly #dependencies: StandingDependencies;

  constructor(dependencies: StandingDependencies) {
    this.#store = new ApiKeyStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  create(input: NewApiKey): Promise<MadeApiKey> {
    return inTransaction(this.#dependencies.database, (transaction) => this.createIn(transaction, input));
  }

  /** As part of a larger change. */
  async createIn(
    transaction: Transaction<Tables>,
    { accountId, userId, name, deployments, expiresAt }: NewApiKey,
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
    return { key: read(inserted), text };
  }

  /** In the order they were made. */
  async list(accountId: number, range: KeyRange = {}): Promise<readonly ApiKey[]> {
    return (await this.#store.list(accountId, range)).map(read);
  }

  /** Acts on the next request with that key. @throws NotFound */
  async revoke(accountId: number, id: number): Promise<void> {
    await changeStanding(this.#dependencies, accountId, async (transaction) => {
      const isThere = await this.#store.revoke(transaction, accountId, id, this.#dependencies.clock.now());
      if (!isThere) throw new NotFound('api-key.unknown', `There is no API key ${id}`);
    });
  }
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
