import { type Database, hashOfKey, makeKeyText } from '@orrery/store';
import { NotFound, requireDeployments } from '@orrery/kernel';
import { type ApiKey, hashedText, type KeyPurpose } from './api-key.ts';
import type { Change, RightsChange } from '../change/index.ts';
import { type ApiKeyRow, ApiKeyStore, type KeyRange } from './api-key-store.ts';

export interface NewApiKey {
  readonly userId: number;
  readonly name: string;
  /** Deployments of the account; the caller has checked that they exist. */
  readonly deployments: 'all' | readonly number[];
  readonly expiresAt?: number | undefined;
  /** Absent: for everything that its user may do. */
  readonly purpose?: KeyPurpose | undefined;
}

export interface MadeApiKey {
  readonly key: ApiKey;
  /** The key itself: shown once, never stored. */
  readonly text: string;
}

/** Missing fields keep their value. */
export interface ApiKeyChange {
  readonly name?: string | undefined;
  /** Deployments of the account; the caller has checked that they exist. */
  readonly deployments?: 'all' | readonly number[] | undefined;
}

/** Deployments of a credential; it governs only keys for no more than these. */
type KeyScope = Parameters<typeof requireDeployments>[0];

const wholeAccount: KeyScope = { deployments: 'all' };

export class ApiKeyService {
  readonly #store: ApiKeyStore;
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#store = new ApiKeyStore(database);
    this.#database = database;
  }

  async create(change: Change, { userId, name, deployments, expiresAt, purpose }: NewApiKey): Promise<MadeApiKey> {
    const text = makeKeyText();
    const row = {
      account_id: change.accountId,
      user_id: userId,
      name,
      hash: hashOfKey(hashedText(text, purpose)),
      tail: text.slice(-4),
      has_all_deployments: deployments === 'all' ? 1 : 0,
      created_at: change.now,
      expires_at: expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    };
    const inserted = await this.#store.insert(change.transaction, row, deployments === 'all' ? [] : deployments);
    await record(change, 'Created API key', read(inserted));
    return { key: read(inserted), text };
  }

  /** Lists in order of creation. */
  async list(accountId: number, range: KeyRange = {}): Promise<readonly ApiKey[]> {
    return (await this.#store.list(this.#database, accountId, range)).map(read);
  }

  /**
   * Revokes a key from its next request on.
   *
   * @param scope deployments of the credential that revokes @throws NotFound, Forbidden
   */
  async revoke(change: RightsChange, id: number, scope: KeyScope = wholeAccount): Promise<void> {
    requireDeployments(scope, scopeOf(await this.#row(change, id)));
    const isThere = await this.#store.revoke(change.transaction, change.accountId, id, change.now);
    if (!isThere) throw unknownKey(id);
    const row = await this.#row(change, id);
    if (row) await record(change, 'Revoked API key', read(row));
  }

  /**
   * Changes a key from its next request on.
   *
   * @param scope deployments of the credential that changes it @throws NotFound, Forbidden
   */
  async update(change: RightsChange, id: number, input: ApiKeyChange, scope: KeyScope = wholeAccount): Promise<ApiKey> {
    const before = await this.#row(change, id);
    requireDeployments(scope, scopeOf(before));
    if (!before) throw unknownKey(id);
    await this.#store.update(change.transaction, id, input);
    const row = await this.#row(change, id);
    if (!row) throw unknownKey(id);
    await record(change, 'Updated API key', read(row));
    return read(row);
  }

  async #row({ transaction, accountId }: Change, id: number): Promise<ApiKeyRow | undefined> {
    const [row] = await this.#store.list(transaction, accountId, { afterId: id - 1, most: 1 });
    return row?.id === id ? row : undefined;
  }
}

function record(
  change: Change,
  event: 'Created API key' | 'Updated API key' | 'Revoked API key',
  { id, name, tail, username, deployments }: ApiKey,
): Promise<void> {
  return change.record({ event, attributes: { id, name, tail, username, deployments } });
}

function scopeOf(row: ApiKeyRow | undefined): ApiKey['deployments'] | undefined {
  return row && read(row).deployments;
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
