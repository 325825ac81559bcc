import { type ModelForCaller, prepareAll } from '../query/index.ts';
import { readRequest, type RequestedQuery } from '../request/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { LinesAnswer } from './answers.ts';
import { ask, type AskDependencies, type AskOptions } from './ask.ts';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Asks for all rows of a query, beyond the limits that answers to pages have. A query that names a limit keeps it.
 *
 * @param parameters as a request of `/v1/load` has them @param mostRows bound on the rows of each query
 * @throws what `ask` throws
 */
export function askLines(
  runtime: CallerRuntime,
  { parameters, mostRows }: { readonly parameters: Parameters; readonly mostRows: number },
  options: Omit<AskOptions, 'format' | 'countsTotal'>,
  dependencies: AskDependencies,
): Promise<LinesAnswer> {
  const query = {
    kind: 'read',
    read: () => readRequest(parameters, false),
    prepare: (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) =>
      prepareAll(queries, { ...state, query: { ...state.query, defaultLimit: mostRows, maxLimit: mostRows } }, now),
  } as const;
  return ask(runtime, query, { ...options, takes: 'lines' }, dependencies);
}
