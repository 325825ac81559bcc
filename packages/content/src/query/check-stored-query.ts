import type { WireProblem } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import {
  InvalidQuery,
  type ModelForCaller,
  planPrepared,
  prepareAll,
  type Runtime,
  statementProblems,
  type Statements,
} from '@orrery/runtime';
import { inField } from './refused-query.ts';
import { readStoredQuery, type StoredQuery } from './stored-query.ts';

/** The model and the rights that a stored query is checked with. */
export interface CheckedAgainst {
  readonly state: ModelForCaller & Pick<Runtime, 'dialectFor'>;
  readonly context: RequestContext;
  readonly now: number;
  readonly statements: Pick<Statements, 'parse'>;
}

/**
 * Lists the problems of a stored query for a caller; empty when it can be answered. Paths begin with the field. A hint
 * names the most similar member, and neither message nor hint names one hidden from the caller. Reads no data.
 */
export async function storedQueryProblems(
  { field, text }: StoredQuery,
  { state, ...others }: CheckedAgainst,
): Promise<readonly WireProblem[]> {
  const problems =
    field === 'sqlQuery' ? await statementProblems(text, state, others) : jsonProblems(text, { state, ...others });
  return inField(field, problems);
}

function jsonProblems(text: string, { state, context, now }: Omit<CheckedAgainst, 'statements'>) {
  try {
    const { queries } = readStoredQuery(text);
    for (const { prepared } of prepareAll(queries, state, now)) planPrepared(prepared, context);
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems;
    throw error;
  }
}
