import type { ModelIndex } from '@orrery/semantic';
import { type AggregateCall, columnsRead, type Relation, type Scalar } from '../../relation/index.ts';
import { measureIn } from '../measures-read.ts';
import { columnScalar, hasQuery, type Numbers } from '../part.ts';
import { scalarsOfCall } from '../row-values.ts';
import { joinConditions } from './null-safe.ts';
import {
  type Aggregate,
  allOf,
  filtered,
  heldConditions,
  isOf,
  isShownKey,
  type Key,
  keyOf,
  overInput,
  readsMeasure,
  sidesOf,
} from './over-join.ts';

/**
 * Views that are joined on columns and grouped by just these: each view is grouped by itself, and the groups are joined,
 * so that no row of one view repeats a measure of another.
 *
 * @returns undefined for anything else
 */
export function mergeViews(given: Aggregate, model: ModelIndex, numbers: Numbers): Relation | undefined {
  const { aggregate, filters, input } = overInput(given);
  if (input.kind !== 'join' || input.isLateral || aggregate.sets) return undefined;
  const join =
    input.join === 'right' ? ({ ...input, join: 'left', left: input.right, right: input.left } as const) : input;
  if (join.join !== 'inner' && join.join !== 'left') return undefined;
  if (![join.left, join.right].every((side) => isOfViews(side, model))) return undefined;
  const sides = sidesOf(join);
  const keys: Key[] = [];
  const tests: Scalar[] = [...filters];
  const ofRight: Scalar[] = [];
  for (const condition of joinConditions(join.on)) {
    const key = keyOf(condition, sides, numbers);
    if (key) keys.push(key);
    else if (join.join === 'inner') tests.push(condition);
    else if (isOf(condition, sides.right) && !columnsRead(condition).some((id) => measureIn(join.right, id)))
      ofRight.push(condition);
    else return undefined;
  }
  const shown = aggregate.groups.map((group) => ({ group, key: keys.find((key) => isShownKey(group, key, join)) }));
  if (keys.length === 0 || !shown.every(({ key }) => key) || !keys.every((key) => shown.some((one) => one.key === key)))
    return undefined;
  const [left, right] = (['left', 'right'] as const).map((side) => {
    const own = tests.filter((one) => isOf(one, sides[side]));
    const calls = aggregate.calls.filter(({ expression }) => isMeasureOf(expression, join[side], sides[side]));
    const groups = keys.map((key) => key[side]);
    return {
      own,
      calls,
      relation: {
        kind: 'aggregate',
        input: filtered(join[side], side === 'right' ? [...own, ...ofRight] : own),
        groups,
        calls,
      } as const,
    };
  });
  if (!left || !right || left.own.length + right.own.length < tests.length) return undefined;
  if (left.calls.length + right.calls.length < aggregate.calls.length) return undefined;
  if (join.join === 'left' && right.own.length > 0) return undefined;
  const on = allOf(heldConditions(keys, ['left', 'right']));
  return {
    kind: 'project',
    input: { ...join, left: left.relation, right: right.relation, on },
    items: [
      ...shown.flatMap(({ group, key }) => {
        const column = key && (isOf(group.expression, sides.left) ? key.left : key.right).column;
        return column ? [{ column: group.column, expression: columnScalar(column) }] : [];
      }),
      ...aggregate.calls.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ],
  };
}

/** Whether a relation is a selection of one view, or of several that are joined. */
function isOfViews(relation: Relation, model: ModelIndex): boolean {
  if (relation.kind === 'filter' || relation.kind === 'project') return isOfViews(relation.input, model);
  if (relation.kind === 'join') return isOfViews(relation.left, model) && isOfViews(relation.right, model);
  return relation.kind === 'piece' && model.pieces.get(relation.piece)?.kind === 'view';
}

function isMeasureOf(call: AggregateCall, relation: Relation, side: ReadonlySet<number>): boolean {
  const scalars = scalarsOfCall(call);
  return (
    !scalars.some(hasQuery) && scalars.flatMap(columnsRead).every((id) => side.has(id)) && readsMeasure(call, relation)
  );
}
