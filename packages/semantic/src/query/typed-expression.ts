import type { Dimension, ValueType } from '../model/index.ts';
import type { Expression } from './expression.ts';

export interface TypedExpression {
  readonly expression: Expression;
  readonly type: ValueType;
  /** Dimensions that it reads outside of aggregates, in the order in which they occur. */
  readonly ofRows: readonly Dimension[];
  /** Names of the measures and aggregates in it, in order. */
  readonly ofGroups: readonly string[];
}
