import { type RawBuilder, sql, type Transaction } from 'kysely';
import { kindOf, type Tables, type Writer } from '@orrery/store';

/** Deployments, for joins of other features. */
export function deploymentRows(writer: Writer) {
  return writer.selectFrom('deployment').select(['id', 'account_id']);
}

/** The number of a deployment as an SQL expression for other features: NULL when the account does not have it. */
export function deploymentOf({
  accountId,
  deploymentId,
}: {
  readonly accountId: number;
  readonly deploymentId: number;
}): RawBuilder<number> {
  return sql`(SELECT id FROM deployment WHERE deployment.id = ${deploymentId} AND account_id = ${accountId})`;
}

/** Locks the row of a deployment until the transaction ends. SQLite has one writer at a time. */
export async function lockDeployment(
  transaction: Transaction<Tables>,
  id: number,
  how: 'shared' | 'alone',
): Promise<void> {
  if (kindOf(transaction) === 'sqlite') return;
  await transaction
    .selectFrom('deployment')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(how === 'shared' ? sql`FOR SHARE` : sql`FOR NO KEY UPDATE`)
    .execute();
}
