import type { WireProblem } from '@orrery/contract';
import { InvalidQuery } from '@orrery/runtime';
import { InvalidInput } from '@orrery/kernel';
import { readStoredQuery } from './stored-query.ts';

/** A query that content keeps, or shall keep, is wrong. Its text is that of the first problem; paths begin with the field. */
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

/** Only what can be read at all is kept. Members that there are not may come back. @throws RefusedQuery */
export function requireSoundQuery(text: string | null | undefined): void {
  if (text === undefined || text === null) return;
  try {
    readStoredQuery(text);
  } catch (error) {
    if (error instanceof InvalidQuery) throw new RefusedQuery(inField('jsonQuery', error.problems));
    throw error;
  }
}

/** Problems of a query at the place of its text. */
export function inField(field: string, problems: readonly WireProblem[]): readonly WireProblem[] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path ? `${field}.${path}` : field }));
}
