import type { WireProblem } from '@orrery/contract';
import { RequestError } from '../http/errors.ts';

/** Problems listed in one answer; more help nobody. */
const maxProblems = 100;

/** The request itself is wrong, in the words of the Data API; `problems` is not empty, the first one is the `error`. */
export class InvalidQuery extends RequestError {
  readonly status: number;
  readonly problems: readonly WireProblem[];
  /** What the model has to say, as opposed to the shape of the request. */
  readonly isUserError: boolean;

  /** @param error the text of `error` where the contract words it unlike the first problem */
  constructor(
    problems: readonly WireProblem[],
    more: { readonly isUserError?: boolean; readonly status?: number; readonly error?: string } = {},
  ) {
    const [first] = problems;
    if (!first) throw new Error('a refusal needs a problem');
    super(first.code, more.error ?? first.message);
    this.problems = problems.slice(0, maxProblems);
    this.status = more.status ?? 400;
    this.isUserError = more.isUserError ?? false;
  }
}
