import type { MemberId, PolicyExpression, PolicyFilter } from '../../model/index.ts';
import type { PolicyCaller } from './policy-caller.ts';

/** A rule of a project for the queries it answers, beside the policies of its model. Names are not looked up yet. */
export interface QueryRule {
  /** All must hold for the rule to act. One that cannot be decided refuses the query. */
  readonly conditions: readonly PolicyExpression[];
  /** Cubes, views and members; a query that reads none of them is not concerned. Absent: every query is. */
  readonly touches?: readonly string[];
  /** Each leaves rows of the one cube or view that its members are of. */
  readonly filters: readonly PolicyFilter[];
  readonly segments: readonly MemberId[];
  /** The most rows an answer may have. */
  readonly limit?: number;
  /** What the caller is told in place of an answer. */
  readonly refuse?: string;
  readonly file: string;
  readonly line: number;
}

/** The rules of a project, and who they are applied to. */
export interface QueryRules {
  readonly rules: readonly QueryRule[];
  readonly caller: PolicyCaller;
}
