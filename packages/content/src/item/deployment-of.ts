import { type RawBuilder, sql } from 'kysely';
import type { Place } from './reader.ts';

/** The number of the deployment in SQL; NULL when it belongs to another account. */
export function deploymentOf({ accountId, deploymentId }: Place): RawBuilder<number> {
  return sql`(SELECT id FROM deployment WHERE deployment.id = ${deploymentId} AND account_id = ${accountId})`;
}
