import type { WireProblem } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import { InvalidQuery, type ModelForCaller, planPrepared, prepareAll } from '@orrery/runtime';
import { readStoredQuery } from './stored-query.ts';

/**
 * Lists the problems of a stored query for a caller; empty when it can be answered. A hint names the most similar
 * member, and neither message nor hint names one hidden from the caller. Reads no data.
 */
export function storedQueryProblems(
  text: string,
  state: ModelForCaller,
  context: RequestContext,
  now: number,
): readonly WireProblem[] {
  try {
    const { queries } = readStoredQuery(text);
    for (const { prepared } of prepareAll(queries, state, now)) planPrepared(prepared, context);
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems;
    throw error;
  }
}
