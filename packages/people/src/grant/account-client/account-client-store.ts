import type { Insertable, Updateable } from 'kysely';
import type { OAuthClientTable, Writer } from '@orrery/store';
import type { OAuthClientRow } from '../client-store.ts';
import { isLive } from '../grant-store.ts';
import type { AliveAt } from '../grant-times.ts';
import { clientDeployments } from './service-client.ts';

/** A client with its grants in one account. */
export interface AccountClientRow extends OAuthClientRow {
  /** How many live ones it has. */
  readonly grant_count: number;
  /** The last use of any of them, as far as they are kept. */
  readonly last_use: number | null;
  /** Role of its service user. */
  readonly service_role: string | null;
  /** Deployments that its service user is limited to; meaningless when it has all. */
  readonly deploymentIds: readonly number[];
}

interface AccountClientRange {
  readonly afterId?: number | undefined;
  readonly most?: number | undefined;
}

/** Rows of `oauth_client` as one account sees them: its own, and those of the installation that have a grant in it. */
export class AccountClientStore {
  async list(
    writer: Writer,
    accountId: number,
    { afterId = 0, most }: AccountClientRange,
    alive: AliveAt,
  ): Promise<readonly AccountClientRow[]> {
    const live = writer
      .selectFrom('oauth_grant')
      .select('client_id')
      .where('account_id', '=', accountId)
      .where(isLive(alive));
    const rows = await writer
      .selectFrom('oauth_client')
      .leftJoin('account_user', 'account_user.id', 'oauth_client.service_user_id')
      .selectAll('oauth_client')
      .select('account_user.role as service_role')
      .where('oauth_client.id', '>', afterId)
      .where((is) =>
        is.or([
          is('oauth_client.account_id', '=', accountId),
          is.and([is('oauth_client.account_id', 'is', null), is('oauth_client.id', 'in', live)]),
        ]),
      )
      .orderBy('oauth_client.id')
      .$if(most !== undefined, (query) => query.limit(most ?? 0))
      .execute();
    const uses = await writer
      .selectFrom('oauth_grant')
      .select((is) => [
        'client_id',
        is.fn.countAll<number>().filterWhere(isLive(alive)).as('count'),
        is.fn.max<number>(is.fn.coalesce('last_used_at', 'created_at')).as('last'),
      ])
      .where('account_id', '=', accountId)
      .where('client_id', '>', afterId)
      .where('client_id', '<=', rows.at(-1)?.id ?? 0)
      .groupBy('client_id')
      .execute();
    const limited = rows.filter((row) => row.service_user_id !== null).map(({ id }) => id);
    const deploymentIds = await clientDeployments(writer, limited);
    const useOf = new Map(uses.map(({ client_id, count, last }) => [client_id, { count, last }]));
    return rows.map((row) => {
      const { count = 0, last = null } = useOf.get(row.id) ?? {};
      return {
        ...row,
        grant_count: Number(count),
        last_use: last === null ? null : Number(last),
        deploymentIds: deploymentIds.get(row.id) ?? [],
      };
    });
  }

  async insert(writer: Writer, row: Insertable<OAuthClientTable>): Promise<number> {
    const { id } = await writer.insertInto('oauth_client').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  }

  async update(writer: Writer, accountId: number, id: number, set: Updateable<OAuthClientTable>): Promise<void> {
    await writer
      .updateTable('oauth_client')
      .set(set)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }

  /** Replaces the deployments that the service user is limited to. */
  async limit(writer: Writer, id: number, deployments: 'all' | readonly number[]): Promise<void> {
    await writer.deleteFrom('oauth_client_deployment').where('client_id', '=', id).execute();
    const set = { has_all_deployments: deployments === 'all' ? 1 : 0 };
    await writer.updateTable('oauth_client').set(set).where('id', '=', id).execute();
    if (deployments === 'all' || deployments.length === 0) return;
    const pairs = deployments.map((deploymentId) => ({ client_id: id, deployment_id: deploymentId }));
    await writer.insertInto('oauth_client_deployment').values(pairs).execute();
  }

  async delete(writer: Writer, accountId: number, id: number): Promise<void> {
    await writer.deleteFrom('oauth_client').where('account_id', '=', accountId).where('id', '=', id).execute();
  }
}
