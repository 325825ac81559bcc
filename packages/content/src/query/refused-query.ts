import type { WireProblem } from '@orrery/contract';
import { InvalidQuery, type Statements, statementShapeProblems } from '@orrery/runtime';
import { InvalidInput } from '@orrery/kernel';
import { readStoredQuery, type StoredQuery } from './stored-query.ts';

/** Refuses a query to be stored. The message is that of the first problem; paths begin with the field. */
export class RefusedQuery extends InvalidInput {
  constructor(problems: readonly WireProblem[]) {
    const [first] = problems;
    if (!first) throw new Error('a refusal needs a problem');
    super(
      first.code,
      first.message,
      problems.map(({ path = '', ...problem }) => ({ path, ...problem })),
    );
  }
}

/** Why a text is no query, whatever the model; empty when it is one. Paths begin with the field. */
export async function shapeProblemsOf(
  { field, text }: StoredQuery,
  statements: Pick<Statements, 'parse'>,
): Promise<readonly WireProblem[]> {
  if (field === 'sqlQuery') return inField(field, await statementShapeProblems(text, statements));
  try {
    readStoredQuery(text);
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return inField(field, error.problems);
    throw error;
  }
}

/** Moves problems of a query to the position of its text. */
export function inField(field: string, problems: readonly WireProblem[]): readonly WireProblem[] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path ? `${field}.${path}` : field }));
}
