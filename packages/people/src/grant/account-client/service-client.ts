import type { OAuthScope } from '@orrery/kernel';
import { kindOf, type Writer } from '@orrery/store';
import { sql } from 'kysely';
import { scopesIn } from '../json-list.ts';

/** Limits of a client with a service user, in addition to the rights of that user. */
export interface ServiceClient {
  readonly userId: number;
  readonly scopes: readonly OAuthScope[];
  readonly deployments: 'all' | readonly number[];
}

/** Reads it, and keeps others from issuing tokens to it until the transaction ends. SQLite has one writer at a time. */
export async function lockServiceClient(
  writer: Writer,
  accountId: number,
  id: number,
): Promise<ServiceClient | undefined> {
  const row = await writer
    .selectFrom('oauth_client')
    .select(['service_user_id', 'scopes', 'has_all_deployments'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(kindOf(writer) === 'postgres', (query) => query.modifyEnd(sql`FOR UPDATE`))
    .executeTakeFirst();
  if (!row || row.service_user_id === null) return undefined;
  const isAll = row.has_all_deployments === 1;
  return {
    userId: row.service_user_id,
    // It gets no refresh token: its secret is always there.
    scopes: scopesIn(row.scopes).filter((scope) => scope !== 'offline_access'),
    deployments: isAll ? 'all' : ((await clientDeployments(writer, [id])).get(id) ?? []),
  };
}

/** Deployments that clients are limited to, by client. */
export async function clientDeployments(
  writer: Writer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await writer
    .selectFrom('oauth_client_deployment')
    .selectAll()
    .where('client_id', 'in', ids)
    .orderBy('deployment_id')
    .execute();
  const byClient = Map.groupBy(rows, ({ client_id }) => client_id);
  return new Map([...byClient].map(([id, pairs]) => [id, pairs.map(({ deployment_id }) => deployment_id)]));
}
