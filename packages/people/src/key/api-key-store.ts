import type { Insertable, Selectable } from 'kysely';
import type { ApiKeyTable, Database, UserTable, Writer } from '@orrery/store';

export interface ApiKeyRow extends Selectable<ApiKeyTable> {
  readonly username: string;
  /** Deployments it is limited to; meaningless when it has all. */
  readonly deploymentIds: readonly number[];
}

/** A key with everything that decides its rights, read by one statement. */
export interface KeyRightsRow extends ApiKeyRow, Pick<Selectable<UserTable>, 'email' | 'role' | 'status'> {
  readonly epoch: number;
}

export interface KeyRange {
  readonly afterId?: number;
  readonly most?: number;
  /** Only keys that are for no more than these deployments. */
  readonly within?: ReadonlySet<number> | undefined;
}

/** Rows of `api_key` and `api_key_deployment`. */
export class ApiKeyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(writer: Writer, row: Insertable<ApiKeyTable>, deploymentIds: readonly number[]): Promise<ApiKeyRow> {
    const inserted = await writer.insertInto('api_key').values(row).returningAll().executeTakeFirstOrThrow();
    const pairs = deploymentIds.map((deploymentId) => ({ api_key_id: inserted.id, deployment_id: deploymentId }));
    if (pairs.length > 0) await writer.insertInto('api_key_deployment').values(pairs).execute();
    const { username } = await writer
      .selectFrom('account_user')
      .select('username')
      .where('id', '=', row.user_id)
      .executeTakeFirstOrThrow();
    return { ...inserted, username, deploymentIds };
  }

  async list(
    writer: Writer,
    accountId: number,
    { afterId = 0, most, within }: KeyRange,
  ): Promise<readonly ApiKeyRow[]> {
    const rows = await writer
      .selectFrom('api_key')
      .innerJoin('account_user', 'account_user.id', 'api_key.user_id')
      .selectAll('api_key')
      .select('account_user.username')
      .where('api_key.account_id', '=', accountId)
      .where('api_key.id', '>', afterId)
      .orderBy('api_key.id')
      .$if(within !== undefined, (query) =>
        query.where('has_all_deployments', '=', 0).where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('api_key_deployment')
                .select('api_key_id')
                .whereRef('api_key_id', '=', 'api_key.id')
                // No deployment has the id 0.
                .where('deployment_id', 'not in', [0, ...(within ?? [])]),
            ),
          ),
        ),
      )
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
    const pairs = await writer
      .selectFrom('api_key_deployment')
      .innerJoin('api_key', 'api_key.id', 'api_key_deployment.api_key_id')
      .select(['api_key_id', 'deployment_id'])
      .where('api_key.account_id', '=', accountId)
      .where('api_key.id', '>', afterId)
      .where('api_key.id', '<=', rows.at(-1)?.id ?? 0)
      .orderBy('deployment_id')
      .execute();
    const byKey = Map.groupBy(pairs, ({ api_key_id }) => api_key_id);
    return rows.map((row) => ({
      ...row,
      deploymentIds: (byKey.get(row.id) ?? []).map(({ deployment_id }) => deployment_id),
    }));
  }

  /** Finds a key by one statement, so that no change can fall between the key and its epoch. */
  async findByHash(hash: string): Promise<KeyRightsRow | undefined> {
    const rows = await this.#database
      .selectFrom('api_key')
      .innerJoin('account_user', 'account_user.id', 'api_key.user_id')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .leftJoin('api_key_deployment', 'api_key_deployment.api_key_id', 'api_key.id')
      .selectAll('api_key')
      .select(['username', 'account_user.email', 'account_user.role', 'account_user.status', 'account.epoch'])
      .select('api_key_deployment.deployment_id')
      .where('api_key.hash', '=', hash)
      .execute();
    const [row] = rows;
    return row && { ...row, deploymentIds: rows.flatMap(({ deployment_id }) => deployment_id ?? []) };
  }

  async update(
    writer: Writer,
    id: number,
    {
      name,
      deployments,
    }: { readonly name?: string | undefined; readonly deployments?: 'all' | readonly number[] | undefined },
  ): Promise<void> {
    if (name !== undefined) await writer.updateTable('api_key').set({ name }).where('id', '=', id).execute();
    if (deployments === undefined) return;
    const hasAll = deployments === 'all';
    await writer
      .updateTable('api_key')
      .set({ has_all_deployments: hasAll ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    await writer.deleteFrom('api_key_deployment').where('api_key_id', '=', id).execute();
    const pairs = hasAll ? [] : deployments.map((deploymentId) => ({ api_key_id: id, deployment_id: deploymentId }));
    if (pairs.length > 0) await writer.insertInto('api_key_deployment').values(pairs).execute();
  }

  /** @returns whether the key exists; one revoked before keeps its time */
  async revoke(writer: Writer, accountId: number, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('api_key')
      .set((is) => ({ revoked_at: is.fn.coalesce('revoked_at', is.val(now)) }))
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Records a use; nodes that record the same minute write once. */
  async recordUse(id: number, now: number, sinceMs: number): Promise<void> {
    await this.#database
      .updateTable('api_key')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<=', now - sinceMs)]))
      .execute();
  }
}
