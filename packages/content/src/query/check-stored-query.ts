import type { WireProblem } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import { InvalidQuery, type ModelForCaller, planPrepared, prepareAll } from '@orrery/runtime';
import { readStoredQuery } from './stored-query.ts';

/**
 * What the model has against a stored query, as somebody sees it; empty when it can be answered. A hint names the nearest
 * member, and no message or hint one that the caller may not see. Reads no data.
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
