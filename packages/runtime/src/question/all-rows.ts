import { type ModelForCaller, type ParsedQuery, prepareAll } from '../query/index.ts';
import { readRequest, type RequestedQuery } from '../request/index.ts';
import type { JsonQuestion } from './question.ts';

interface RowsWanted {
  /** Parameters of a request of `/v1/load`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Bound on the rows of each query. */
  readonly mostRows: number;
  /** Called with the queries before anything runs. */
  check(queries: readonly ParsedQuery[]): void;
}

/** Queries with all of their rows, beyond the limits that answers to pages have. A query that names a limit keeps it. */
export function allRowsOf({ parameters, mostRows, check }: RowsWanted): JsonQuestion {
  return {
    kind: 'read',
    read: () => readRequest(parameters, false),
    prepare: (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
      const limits = { defaultLimit: mostRows, maxLimit: mostRows };
      const prepared = prepareAll(queries, { ...state, query: { ...state.query, ...limits } }, now);
      check(prepared);
      return prepared;
    },
  };
}
