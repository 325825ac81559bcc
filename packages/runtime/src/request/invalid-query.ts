import type { WireProblem, WireQuery } from '@orrery/contract';
import { RequestError } from '@orrery/kernel';

/** Bound on problems listed in one answer. */
export const maxProblems = 100;

/**
 * The request itself is wrong, reported in the form of the Data API; `problems` is not empty, and the first one is the
 * `error`.
 */
export class InvalidQuery extends RequestError {
  readonly status: number;
  readonly problems: readonly WireProblem[];
  /** Whether the problem comes from the model rather than the shape of the request. */
  readonly isUserError: boolean;

  /** The query without its wrong keys. */
  readonly soundPart?: WireQuery;

  /** @param error the text of `error` where the contract words it differently from the first problem */
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
