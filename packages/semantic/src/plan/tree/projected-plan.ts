import type { ColumnId, Plan } from '../plan.ts';

/** A plan whose columns are the outputs of the query. */
export interface Projected {
  readonly plan: Plan;
  /** One per output. */
  readonly columns: readonly ColumnId[];
}
