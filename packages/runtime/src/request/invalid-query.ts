import type { WireProblem, WireQuery } from '@orrery/contract';
import { RequestError } from '@orrery/kernel';

/** Problems listed in one answer; more help nobody. */
export const maxProblems = 100;

/** The request itself is wrong, in the words of the Data API; `problems` is not empty, the first one is the `error`. */
export class InvalidQuery extends RequestError {
  readonly status: number;
  readonly problems: readonly WireProblem[];
  /** What the model has to say, as opposed to the shape of the request. */
  readonly isUserError: boolean;

  /** What is left of a query without the keys that are wrong. */
  readonly soundPart?: WireQuery;

  /** @param error the text of `error` where the contract words it unlike the first problem */
  constructor(
    problems: readonly WireProblem[],
    more: {
      readonly isUserError?: boolean;
      readonly status?: number;
      readonly error?: string;
      readonly soundPart?: WireQuery;
    } = {},
  ) {
    const [first] = problems;
    if (!first) throw new Error('a refusal needs a problem');
    super(first.code, more.error ?? first.message);
    this.problems = problems.slice(0, maxProblems);
    this.status = more.status ?? 400;
    if (more.soundPart) this.soundPart = more.soundPart;
    this.isUserError = more.isUserError ?? false;
  }
}
