import type { CaseModel } from './case-model.ts';
import type { CaseQuery } from './read-query.ts';

/** A question, and what the right answer is: one file, `cases/<subject>/<name>.yml`. */
export interface PlannerCase {
  /** The path of the file from the cases folder, with `/` and without the ending. */
  readonly name: string;
  readonly file: string;
  /** The entry of the contract that the case comes from. */
  readonly contract?: string;
  readonly query: CaseQuery;
  /** The caller, if the policies of the model depend on it. */
  readonly caller?: CaseCaller;
  readonly model: CaseModel;
  /** SQL that gives the right rows; a case has either this or `refused`. */
  readonly truth?: string;
  /** Used instead of `truth` on a live database, by name of dialect: the author's SQL means something else there. */
  readonly truths: Readonly<Record<string, string>>;
  readonly refused?: ExpectedProblem;
  /** SQL that gives the number of rows without limit and offset; there when the query asks for `total`. */
  readonly total?: string;
  /** Recorded: what the planner decides. */
  readonly plan?: string;
}

/** A case with rows. */
export interface AnsweredCase extends PlannerCase {
  readonly truth: string;
}

/** Callers as policies know them. */
export interface CaseCaller {
  readonly groups?: readonly string[];
  readonly roles?: readonly string[];
  readonly userAttributes?: Readonly<Record<string, unknown>>;
  readonly securityContext?: Readonly<Record<string, unknown>>;
}

interface ExpectedProblem {
  readonly code: string;
  /** Parts of what the problems say. */
  readonly message: string | readonly string[];
}

export function isAnswered(one: PlannerCase): one is AnsweredCase {
  return one.truth !== undefined;
}
