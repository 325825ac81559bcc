import type { WireProblem } from '@orrery/contract';
import { InvalidQuery } from '@orrery/runtime';
import { InvalidInput } from '@orrery/kernel';
import { readStoredQuery } from './stored-query.ts';

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

/**
 * Requires that a query can be parsed. Unknown members are accepted, because they may come back. @throws RefusedQuery
 */
export function requireSoundQuery(text: string | null | undefined): void {
  if (text === undefined || text === null) return;
  try {
    readStoredQuery(text);
  } catch (error) {
    if (error instanceof InvalidQuery) throw new RefusedQuery(inField('jsonQuery', error.problems));
    throw error;
  }
}

/** Moves problems of a query to the position of its text. */
export function inField(field: string, problems: readonly WireProblem[]): readonly WireProblem[] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path ? `${field}.${path}` : field }));
}
