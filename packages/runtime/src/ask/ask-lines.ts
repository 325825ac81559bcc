import { type ModelForCaller, type ParsedQuery, prepareAll } from '../query/index.ts';
import { readRequest, type RequestedQuery } from '../request/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { LinesAnswer, Waiting } from './answers.ts';
import { ask, type AskDependencies, type AskOptions } from './ask.ts';

type Parameters = Readonly<Record<string, unknown>>;

export interface LinesWanted {
  /** The parameters in the form of a request of `/v1/load`. */
  readonly parameters: Parameters;
  /** Bound on the rows of each query. */
  readonly mostRows: number;
  /** Called with the queries before anything runs. */
  check(queries: readonly ParsedQuery[]): void;
}

/**
 * Asks for all rows of a query, beyond the limits that answers to pages have. A query that names a limit keeps it.
 *
 * @throws what `ask` throws, and what `check` throws
 */
export function askLines(
  runtime: CallerRuntime,
  { parameters, mostRows, check }: LinesWanted,
  options: Omit<AskOptions, 'format' | 'countsTotal'> & { readonly waitsForAnswer: boolean },
  dependencies: AskDependencies,
): Promise<LinesAnswer | Waiting> {
  const query = {
    kind: 'read',
    read: () => readRequest(parameters, false),
    prepare: (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
      const limits = { defaultLimit: mostRows, maxLimit: mostRows };
      const prepared = prepareAll(queries, { ...state, query: { ...state.query, ...limits } }, now);
      check(prepared);
      return prepared;
    },
  } as const;
  return ask(runtime, query, { ...options, takes: 'lines' }, dependencies);
}
