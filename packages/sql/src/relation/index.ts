export { blocksIn } from './blocks-in.ts';
export {
  type Block,
  type BoundStatement,
  type Column,
  type ColumnId,
  type Computed,
  columnsOf,
  type PieceColumn,
  type PieceRole,
  type Relation,
  type SharedRelation,
  type SortKey,
  type JoinRelation,
  type AggregateRelation,
} from './relation.ts';
export type { AggregateCall, Constant, Frame, FrameBound, Scalar, WindowCall, CallScalar } from './scalar.ts';
export {
  allOf,
  columnsRead,
  conjuncts,
  filtered,
  hasQuery,
  keyOf,
  mapCall,
  mapScalars,
  mapScalarsOf,
  mapWindow,
  sameScalar,
  scalarsIn,
  withinScalar,
} from './walk.ts';
