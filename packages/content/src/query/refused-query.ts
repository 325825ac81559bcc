import type { WireProblem } from '@orrery/contract';
import { InvalidInput } from '@orrery/kernel';

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

/** Moves problems of a query to the position of its text. */
export function inField(field: string, problems: readonly WireProblem[]): readonly WireProblem[] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path ? `${field}.${path}` : field }));
}
