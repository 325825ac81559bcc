import type { PolicyCaller } from '@orrery/kernel';
import type { MemberId, PolicyExpression, PolicyFilter } from '../../model/index.ts';

/** A rule of a project for its queries, in addition to the policies of its model. Names are not resolved yet. */
export interface QueryRule {
  /** Conditions that must all hold for the rule to act. One that cannot be decided refuses the query. */
  readonly conditions: readonly PolicyExpression[];
  /** Cubes, views and members; the rule skips a query that reads none of them. Absent: it concerns every query. */
  readonly touches?: readonly string[];
  /** Row filters, each on the one cube or view of its members. */
  readonly filters: readonly PolicyFilter[];
  readonly segments: readonly MemberId[];
  /** The most rows an answer may have. */
  readonly limit?: number;
  /** Message with which the query is refused. */
  readonly refuse?: string;
  readonly file: string;
  readonly line: number;
}

/** The rules of a project, and the caller they apply to. */
export interface QueryRules {
  readonly rules: readonly QueryRule[];
  readonly caller: PolicyCaller;
}
