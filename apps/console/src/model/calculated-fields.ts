import type { Query } from '@orrery/client/data';

/** How a field is computed from a measure. */
export const calculations = ['percent_of_total', 'percent_of_previous', 'percent_change', 'running_total'] as const;
export type Calculation = (typeof calculations)[number];

/** Aggregates of the values of a dimension in a group; joins may repeat the values without an effect. */
export const aggregates = ['count_distinct', 'min', 'max'] as const;
export type AggregateName = (typeof aggregates)[number];

/** A dimension, or a bucket of a time, and the value that it has; `null`: none. */
export interface FieldCondition {
  readonly dimension: string;
  readonly value: string | number | boolean | null;
}

/** A column that is computed: from a measure, of a dimension, or by an expression of SQL over the columns of a query. */
export type CalculatedField =
  | { readonly name: string; readonly calculation: Calculation; readonly of: string }
  | { readonly name: string; readonly aggregate: AggregateName; readonly of: string }
  | { readonly name: string; readonly of: string; readonly where: readonly FieldCondition[] }
  | { readonly name: string; readonly sql: string };

/** A query with its calculated fields, by which it may be ordered. */
export interface CalculatedQuery {
  readonly query: Query;
  readonly calculated: readonly CalculatedField[];
}

/** The content of an exploration: a query, one with calculated fields, or a statement over the model. */
export type ExploredQuery = Query | CalculatedQuery | string;

export function isCalculated(asked: ExploredQuery): asked is CalculatedQuery {
  return typeof asked === 'object' && 'calculated' in asked;
}
