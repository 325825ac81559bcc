import type { WireProblem } from '@orrery/contract';
import type { ReportedProblem } from '@orrery/kernel';
import type { Problem, ProblemCode } from '@orrery/semantic';
import { InvalidQuery } from './invalid-query.ts';

/** Messages that clients know with the class of the error as prefix. */
const prefixed: ReadonlySet<ProblemCode> = new Set([
  'query.limit-exceeded',
  'query.no-value',
  'query.unknown-granularity',
  'query.unknown-zone',
] satisfies ProblemCode[]);

/** Problems of the request alone; all others come from the model, as `UserError`. */
const aboutRequest: ReadonlySet<ProblemCode> = new Set([
  ...prefixed,
  'query.bad-count',
  'query.bad-date',
  'query.date-range-size',
  'query.empty',
  'query.empty-range',
  'query.short-join-hint',
  'query.too-deep',
  'query.too-many',
  'query.values-required',
] satisfies ProblemCode[]);

/** Builds the answer of the Data API for problems of binding or planning. */
export function refuseProblems(problems: readonly Problem[]): InvalidQuery {
  const [first] = problems;
  if (!first) throw new Error('a failed outcome names a problem');
  return new InvalidQuery(problems.map(presentProblem), {
    isUserError: !aboutRequest.has(first.code),
    error: prefixed.has(first.code) ? `Error: ${first.message}` : first.message,
  });
}

export function presentProblem(problem: ReportedProblem): WireProblem {
  return {
    code: problem.code,
    message: problem.message,
    ...(problem.at?.kind === 'request' ? { path: problem.at.path } : {}),
    ...(problem.hint === undefined ? {} : { hint: problem.hint }),
  };
}
