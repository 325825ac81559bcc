import type { WireProblem } from '@orrery/contract';
import { claimsOf, NotFound, Unavailable } from '@orrery/kernel';
import { contentProblem, inField, type QueryRunner } from '../query/index.ts';
import type { ContentRights } from '../item/index.ts';
import type { Report } from './report.ts';

/**
 * Lists why a report cannot be answered for its user with the current model; empty when it can be, or has no query. A
 * model that is unavailable does not prevent saving.
 */
export async function problemsOfReport(
  queries: Pick<QueryRunner, 'problemsOf'>,
  { deploymentId, userId }: Pick<ContentRights, 'deploymentId' | 'userId'>,
  { jsonQuery, sqlQuery }: Pick<Report, 'jsonQuery' | 'sqlQuery'>,
): Promise<readonly WireProblem[]> {
  const unread = sqlQuery === null ? [] : [sqlProblem];
  if (jsonQuery === null) return unread;
  try {
    const found = await queries.problemsOf(jsonQuery, { deploymentId, claims: claimsOf({ userId }) });
    return [...inField('jsonQuery', found), ...unread];
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof NotFound)) throw error;
    const message = 'The model is not available now, so the query cannot be checked';
    return [contentProblem('content.model-not-served', message, { path: 'jsonQuery' }), ...unread];
  }
}

const sqlProblem = contentProblem(
  'content.sql-not-validated',
  'SQL over the model is kept as it is: it is not validated, and cannot be run yet',
  { path: 'sqlQuery' },
);
