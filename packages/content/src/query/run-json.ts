import type { WireQuery } from '@orrery/contract';
import {
  ask,
  InvalidQuery,
  type ModelForCaller,
  type ParsedQuery,
  prepareAll,
  type QueryOptions,
  type RequestedQuery,
  type Runtime,
} from '@orrery/runtime';
import { toTable } from './query-table.ts';
import type { RunOfKind, RunOfText } from './stored-run.ts';
import { readStoredQuery } from './stored-question.ts';
import { replaced, substitute } from './substitute.ts';

/** Runs stored queries in JSON. */
export const jsonRun: RunOfKind = {
  table: async (run) => {
    const { results } = await answered(run, { format: 'compact', countsTotal: false });
    return toTable(results, run.mostRows ?? Number.POSITIVE_INFINITY);
  },
  refresh: async (run) => {
    await answered(run, {});
  },
};

/** Waits as long as the signal allows; the project bounds how long a statement may run. */
function answered(run: RunOfText, shape: Pick<QueryOptions, 'format' | 'countsTotal'>) {
  const prepare = (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) =>
    prepareSubstituted(queries, run, state, now);
  const question = { kind: 'read', read: () => readStoredQuery(run.text), prepare } as const;
  const options = { endpoint: 'load', ...run.caller, ...shape, takes: 'rows', waitsForAnswer: true } as const;
  const { runtime, dependencies } = run;
  return ask(runtime, question, options, dependencies);
}

/** @throws InvalidQuery */
function prepareSubstituted(
  queries: readonly RequestedQuery[],
  { filters, timeGrains, mostRows }: RunOfText,
  state: ModelForCaller,
  now: number,
): readonly ParsedQuery[] {
  const changed = queries.map((one) => {
    return { ...one, query: withMostRows(substitute(one.query, { filters, timeGrains }, state), state, mostRows) };
  });
  try {
    return prepareAll(changed, state, now);
  } catch (error) {
    const [first] = queries;
    if (!(error instanceof InvalidQuery) || !first) throw error;
    const { isUserError, message } = error;
    throw new InvalidQuery(replaced(error.problems, first.query), { isUserError, error: message });
  }
}

/** Requests one row more than is shown, to know whether there are more. */
function withMostRows(
  query: WireQuery,
  { query: limits }: Pick<Runtime, 'query'>,
  mostRows: number | undefined,
): WireQuery {
  if (mostRows === undefined || (query.limit ?? Math.min(limits.defaultLimit, limits.maxLimit)) <= mostRows)
    return query;
  return { ...query, limit: Math.min(mostRows + 1, limits.maxLimit) };
}
