import {
  type AggregateCall,
  type Column,
  type ColumnId,
  type Computed,
  columnsOf,
  columnsRead,
  mapCall,
  mapScalars,
  type Relation,
  sameScalar,
  type Scalar,
  conjuncts,
  hasQuery,
  type AggregateRelation,
  type JoinRelation,
} from '../../relation/index.ts';
import { equated } from '../above/row-keys.ts';
import { measureIn } from '../measures-read.ts';
import { columnScalar, fresh, type NewColumns, substitute } from '../part.ts';
import { scalarsOfCall } from '../row-values.ts';

export interface OverInput {
  /** The aggregate, over `input`. */
  readonly aggregate: AggregateRelation;
  readonly filters: readonly Scalar[];
  readonly input: Relation;
}

/** A grouping as one of what its filters and projections are over, and the filters. */
export function overInput(given: AggregateRelation): OverInput {
  let { input, ...aggregate }: AggregateRelation = given;
  let filters: readonly Scalar[] = [];
  while (input.kind === 'filter' || input.kind === 'project') {
    if (input.kind === 'filter') {
      filters = [...filters, ...conjuncts(input.condition)];
    } else {
      const items = new Map(input.items.map(({ column, expression }) => [column.id, expression]));
      const below = (scalar: Scalar) => substitute(scalar, (id) => items.get(id));
      filters = filters.map(below);
      aggregate = {
        ...aggregate,
        groups: aggregate.groups.map((item) => ({ ...item, expression: below(item.expression) })),
        calls: aggregate.calls.map((item) => ({ ...item, expression: mapCall(item.expression, below) })),
      };
    }
    input = input.input;
  }
  return { aggregate: { ...aggregate, input }, filters, input };
}

export type Side = 'left' | 'right';
export type Sides = Readonly<Record<Side, ReadonlySet<ColumnId>>>;

export function sidesOf({ left, right }: Pick<JoinRelation, Side>): Sides {
  const idsOf = (columns: readonly Column[]) => new Set(columns.map(({ id }) => id));
  return { left: idsOf(columnsOf(left)), right: idsOf(columnsOf(right)) };
}

/** Whether an expression reads one side, and nothing else. */
export function isOf(scalar: Scalar, side: ReadonlySet<ColumnId>): boolean {
  const read = columnsRead(scalar);
  return !hasQuery(scalar) && read.length > 0 && read.every((id) => side.has(id));
}

/** A condition of a join that compares an expression of either side, and the columns that are to hold these. */
export interface JoinKey extends Readonly<Record<Side, Computed<Scalar>>> {
  readonly condition: Scalar;
}

export function keyOf(condition: Scalar, sides: Sides, numbers: NewColumns): JoinKey | undefined {
  const pair = equated(condition);
  if (!pair) return undefined;
  const [left, right] = isOf(pair[0], sides.left) ? pair : [pair[1], pair[0]];
  if (!isOf(left, sides.left) || !isOf(right, sides.right)) return undefined;
  const held = (expression: Scalar): Computed<Scalar> => ({
    column: fresh(numbers, { name: 'key', type: expression.type }),
    expression,
  });
  return { condition, left: held(left), right: held(right) };
}

/** Rows of a LEFT JOIN have the key of the left side; those of an inner one have either. */
export function isShownKey(
  { expression }: Computed<Scalar>,
  { left, right }: JoinKey,
  { join }: JoinRelation,
): boolean {
  return sameScalar(expression, left.expression) || (join === 'inner' && sameScalar(expression, right.expression));
}

/** The conditions of a join over the columns that hold their expressions. */
export function heldConditions(keys: readonly JoinKey[], sides: readonly Side[]): readonly Scalar[] {
  return keys.map((key) => {
    const held = (scalar: Scalar): Scalar => {
      const side = sides.find((one) => sameScalar(scalar, key[one].expression));
      return side ? columnScalar(key[side].column) : mapScalars(scalar, held, (query) => query);
    };
    return held(key.condition);
  });
}

/** Whether a call reads a measure of a relation. */
export function readsMeasure(call: AggregateCall, relation: Relation): boolean {
  return scalarsOfCall(call)
    .flatMap(columnsRead)
    .some((id) => measureIn(relation, id));
}
