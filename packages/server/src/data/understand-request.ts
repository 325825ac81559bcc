import type { Runtime } from '../catalog/runtime.ts';
import type { ModelSnapshot } from '../catalog/runtime.ts';
import { InvalidQuery } from './invalid-query.ts';
import { type PreparedQuery, prepareQuery } from './prepare-query.ts';
import { publicAccess } from './public-access.ts';
import { type QueryRequest, readRequest } from './read-request.ts';

export interface UnderstoodRequest extends QueryRequest {
  readonly prepared: PreparedQuery;
  /** Absent when the same request was understood before. */
  readonly timingsMs: { readonly parse?: number; readonly bind?: number };
}

type Parameters = Readonly<Record<string, unknown>>;

interface Remembered {
  readonly model: ModelSnapshot;
  readonly access: PreparedQuery['access'];
  readonly request: UnderstoodRequest;
}

/** By the very object the request's text was read into; `parametersOf` gives equal texts the same one. */
const remembered = new WeakMap<Parameters, Remembered>();

/**
 * Reads a request and gives its query a meaning. An equal text means the same to the same state of the model and the
 * same rights, unless it speaks of now.
 *
 * @throws InvalidQuery with what is wrong with its shape and what the model has against the rest, together
 */
export function understandRequest(
  parameters: Parameters,
  options: { readonly needsQueryType: boolean },
  runtime: Runtime,
  now: number,
): UnderstoodRequest {
  const known = remembered.get(parameters);
  if (known && known.model === runtime.model && known.access === publicAccess) return known.request;
  try {
    const startedAt = performance.now();
    const request = readRequest(parameters, options.needsQueryType);
    const readAt = performance.now();
    const prepared = prepareQuery(request.query, runtime, now);
    const timingsMs = { parse: readAt - startedAt, bind: performance.now() - readAt };
    const { model, access } = prepared;
    if (!speaksOfNow(request))
      remembered.set(parameters, { model, access, request: { ...request, prepared, timingsMs: {} } });
    return { ...request, prepared, timingsMs };
  } catch (error) {
    throw error instanceof InvalidQuery ? withModelProblems(error, runtime, now) : error;
  }
}

/** Any phrase may; `last 7 days` does. */
function speaksOfNow({ query }: QueryRequest): boolean {
  return query.timeDimensions?.some(({ dateRange }) => typeof dateRange === 'string') ?? false;
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
