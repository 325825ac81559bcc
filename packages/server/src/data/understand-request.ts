import type { Runtime } from '../catalog/runtime.ts';
import { InvalidQuery } from './invalid-query.ts';
import { type PreparedQuery, prepareQuery } from './prepare-query.ts';
import { type QueryRequest, readRequest } from './read-request.ts';

export interface UnderstoodRequest extends QueryRequest {
  readonly prepared: PreparedQuery;
}

/**
 * Reads a request and gives its query a meaning.
 *
 * @throws InvalidQuery with what is wrong with its shape and what the model has against the rest, together
 */
export function understandRequest(
  parameters: Readonly<Record<string, unknown>>,
  options: { readonly needsQueryType: boolean },
  runtime: Runtime,
  now: number,
): UnderstoodRequest {
  try {
    const request = readRequest(parameters, options.needsQueryType);
    return { ...request, prepared: prepareQuery(request.query, runtime, now) };
  } catch (error) {
    throw error instanceof InvalidQuery ? withModelProblems(error, runtime, now) : error;
  }
}

function withModelProblems(refusal: InvalidQuery, runtime: Runtime, now: number): InvalidQuery {
  if (!refusal.soundPart) return refusal;
  try {
    prepareQuery(refusal.soundPart, runtime, now);
    return refusal;
  } catch (error) {
    if (!(error instanceof InvalidQuery)) throw error;
    // The part may select nothing only because what it selects is wrong.
    const more = error.problems.filter((problem) => problem.code !== 'query.empty');
    return new InvalidQuery([...refusal.problems, ...more]);
  }
}
