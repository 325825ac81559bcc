import type { WireProblem } from '@orrery/contract';
import { NotFound, Unavailable } from '@orrery/kernel';
import { contentProblem, fieldOfQuery, queriesOf, type QueryRunner } from '../query/index.ts';
import type { ContentRights } from '../item/index.ts';
import type { Report } from './report.ts';

/**
 * Lists why a report cannot be answered for its user with the current model; empty when it can be, or has no query. A
 * model that is unavailable does not prevent saving.
 */
export async function problemsOfReport(
  queries: Pick<QueryRunner, 'problemsOf'>,
  { deploymentId, claims }: Pick<ContentRights, 'deploymentId' | 'claims'>,
  { question }: Pick<Report, 'question'>,
): Promise<readonly WireProblem[]> {
  const stored = queriesOf(question);
  try {
    return (await Promise.all(stored.map((query) => queries.problemsOf(query, { deploymentId, claims })))).flat();
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof NotFound)) throw error;
    const message = 'The model is not available now, so the query cannot be checked';
    return stored.map((query) => contentProblem('content.model-not-served', message, { path: fieldOfQuery(query) }));
  }
}
