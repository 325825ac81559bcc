import { type ModelIndex, requireMeasure } from '@orrery/semantic';
import {
  type AggregateCall,
  type Column,
  type Computed,
  mapCall,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import { groupItem, valueItem } from './grouped-items.ts';
import { besideMeasures } from './beside-measures.ts';
import { type Expanded, expandCall } from './expand-call.ts';
import { type GroupingCall, type GroupingKey, oneSet, type GroupedValue } from './grouping-set.ts';
import { type MeasureCall, measureCall } from './measure-call.ts';
import { readsOtherTimes } from './reads-other-times.ts';
import { columnScalar, fresh, type NewColumns, type OpenPart, overBase } from './part.ts';
import type { RowFilters } from './filters/row-filters.ts';
import { readsRowValues, requireRowValues, scalarsOfCall, withPresentCounts } from './row-values.ts';
import type { BlockContext } from './source.ts';

export interface Grouped {
  readonly groups: readonly Computed<Scalar>[];
  readonly sets?: readonly (readonly number[])[];
  readonly calls: readonly Computed<AggregateCall>[];
}

/**
 * Makes a query to the model of a grouping over a selection, or one query for each of several grouping sets.
 *
 * @returns undefined when the rows of the selection are grouped above, with measures from their values of these rows
 * @throws StatementRefused for a measure that cannot be queried like this
 */
export function closeGrouped(
  open: OpenPart,
  grouped: Grouped,
  filters: RowFilters,
  source: BlockContext,
): Relation | undefined {
  const { model } = source;
  const groups = grouped.groups.map(({ column, expression }) => ({
    column,
    expression: withoutSpecial(overBase(open, expression), open),
  }));
  const keys = groups.flatMap(({ column, expression }, index): readonly GroupingKey[] => {
    const item = groupItem(index, expression, open, source);
    return item === undefined ? [] : [{ column, ...item }];
  });
  const plans = grouped.calls
    .filter(({ expression }) => !isGrouping(expression))
    .map((call) => plannedCall(open, call, source));
  const isMeasured = plans.some((one) => one.isMeasured);
  const isWhole = keys.length === groups.length && filters.above.length === 0;
  const isOfModel = isWhole && (isMeasured || (plans.length === 0 && keys.length > 0));
  const calls = isOfModel ? plans.map((one, index) => withValues(one, index, open, source)) : plans;
  const above = calls.filter(({ values }) => values === undefined);
  const measured = plans.find((one) => isMeasure(one, open, model));
  const read = [...groups.map(({ expression }) => expression), ...above.flatMap(({ call }) => scalarsOfCall(call))];
  if (!isOfModel && measured) {
    for (const plan of plans) requireOfRows(plan, open, read, model);
    return undefined;
  }
  for (const { call } of above) requireRowValues(call, open, read, model);
  if (!isOfModel || (above.length > 0 && !measured)) return undefined;
  const values = calls.flatMap((one) => one.values ?? []);
  if (filters.testsTimes) refuseWindows(values, model);
  const [first] = above;
  if (first && values.some(({ measure }) => measure && readsOtherTimes(model, measure))) {
    return refuseAboveMeasure(first.call, open);
  }
  const groupings = grouped.calls.flatMap(({ column, expression }) =>
    isGrouping(expression) ? [{ column, keys: keysOf(expression, grouped) }] : [],
  );
  const parts = { groups, keys, values, groupings, above, filters, source };
  return withExpanded(unionOfSets(open, grouped, parts), calls, [...keys, ...groupings]);
}

/** `__user` and `__cubeJoinField` are NULL as group keys. */
function withoutSpecial(key: Scalar, { base }: OpenPart): Scalar {
  const role = key.kind === 'column' ? base.get(key.column)?.role : undefined;
  return role?.kind === 'user' || role?.kind === 'join' ? { kind: 'constant', value: null, type: key.type } : key;
}

/** A call over base columns, and what the model makes of it. */
interface PlannedCall {
  readonly column: Column;
  readonly call: AggregateCall;
  readonly expanded: Expanded;
  readonly meant: readonly MeasureCall[];
  readonly isMeasured: boolean;
  /** The values of a query; absent when the model cannot compute them. */
  readonly values?: readonly GroupedValue[];
}

function plannedCall(
  open: OpenPart,
  { column, expression }: Computed<AggregateCall>,
  source: BlockContext,
): PlannedCall {
  const call = mapCall(expression, (scalar) => withPresentCounts(overBase(open, scalar), open.base, source.model));
  const expanded = expandCall({ column, expression: call }, open, source.model, source.numbers);
  const meant = expanded.calls.map((one) => measureCall(one.expression, open, source.model));
  return { column, call, expanded, meant, isMeasured: meant.some(({ kind }) => kind !== 'rows') };
}

function withValues(planned: PlannedCall, index: number, open: OpenPart, source: BlockContext): PlannedCall {
  const { calls } = planned.expanded;
  const values = calls.flatMap(({ column, expression }, part): readonly GroupedValue[] => {
    const meant = planned.meant[part];
    const name = calls.length > 1 ? `value_${index + 1}_${part + 1}` : `value_${index + 1}`;
    const item = meant && valueItem(name, expression, meant, open, source);
    return item ? [{ column, ...item }] : [];
  });
  return values.length === calls.length ? { ...planned, values } : planned;
}

interface GroupedParts {
  /** The keys of the groups, over base columns. */
  readonly groups: readonly Computed<Scalar>[];
  readonly keys: readonly GroupingKey[];
  readonly values: readonly GroupedValue[];
  readonly groupings: readonly GroupingCall[];
  /** The calls that read the rows of the selection. */
  readonly above: readonly PlannedCall[];
  readonly filters: RowFilters;
  readonly source: BlockContext;
}

function unionOfSets(open: OpenPart, grouped: Grouped, parts: GroupedParts): Relation {
  const { groups, keys, values, groupings, above, filters, source } = parts;
  const { numbers } = source;
  const calls = above.map(({ column, call }) => ({ column, expression: call }));
  const ofModel = [...keys, ...values, ...groupings].map(({ column }) => column);
  const columns = [...ofModel, ...calls.map(({ column }) => column)];
  const sets = grouped.sets ?? [keys.map((_, index) => index)];
  const relations = sets.map((set) => {
    const measured = oneSet(open, keys, set, values, groupings, filters, source);
    const own = groups.filter((_, index) => set.includes(index));
    return calls.length === 0
      ? measured
      : besideMeasures(measured, ofModel, { open, keys: own, calls, filters, source });
  });
  const [first, ...others] =
    relations.length === 1 ? relations : relations.map((one) => withFresh(one, columns, numbers));
  if (!first) throw new Error('a grouping has a set');
  return others.reduce<Relation>((left, right, index) => {
    const own = index === others.length - 1 ? columns : columns.map((column) => fresh(numbers, column));
    return { kind: 'set', operation: 'union', isAll: true, left, right, columns: own };
  }, first);
}

/** Calls that are made of several values of the model are computed above them. */
function withExpanded(
  relation: Relation,
  calls: readonly PlannedCall[],
  others: readonly { readonly column: Column }[],
): Relation {
  if (calls.every(({ values, expanded }) => values === undefined || expanded.calls.length === 1)) return relation;
  const items = [
    ...others.map(({ column }) => ({ column, expression: columnScalar(column) })),
    ...calls.map(({ column, values, expanded }) => {
      return { column, expression: values === undefined ? columnScalar(column) : expanded.value };
    }),
  ];
  return { kind: 'project', input: relation, items };
}

function isGrouping({ function: { name } }: AggregateCall): boolean {
  return name === 'grouping';
}

function keysOf({ arguments: given }: AggregateCall, { groups }: Grouped): readonly number[] {
  return given.map((one) => groups.findIndex(({ column }) => one.kind === 'column' && one.column === column.id));
}

/** The same rows under other numbers, since no two relations may share one. */
function withFresh(relation: Relation, columns: readonly Column[], numbers: NewColumns): Relation {
  const items = columns.map((column) => ({ column: fresh(numbers, column), expression: columnScalar(column) }));
  return { kind: 'project', input: relation, items };
}

function refuseAboveMeasure(call: AggregateCall, open: OpenPart): never {
  const name = open.pieces[0]?.piece ?? '';
  return refuseUnsupported(
    'sql.beside-measure',
    `A measure of '${name}' cannot be combined with what the model does not compute: a function over its rows, or a condition or group key that its data source cannot evaluate`,
    call.position,
    'Ask for the measure in a sub-select of its own',
  );
}

/** A filter of times would leave out rows that windows read. */
function refuseWindows(values: readonly GroupedValue[], model: ModelIndex): void {
  const rolling = values.find(({ measure }) => measure && readsOtherTimes(model, measure));
  if (!rolling) return;
  refuseUnsupported(
    'sql.window-filter',
    `The measure '${rolling.measure}' reads rows before those that are shown, which this condition on a time would leave out`,
    undefined,
    'Write the condition as t >= A AND t < B with constants of at most milliseconds',
  );
}

/** Requires that the rows of a selection make up what a call takes of its measures. @param read of the selection */
function requireOfRows(plan: PlannedCall, open: OpenPart, read: readonly Scalar[], model: ModelIndex): void {
  if (!isMeasure(plan, open, model)) requireRowValues(plan.call, open, read, model);
  else if (!readsRowValues(plan.call, open, read, model)) refuseAboveMeasure(plan.call, open);
}

/** Whether a call is computed by the model, and not by counting the rows that the selection lists. */
function isMeasure({ call, isMeasured }: PlannedCall, open: OpenPart, model: ModelIndex): boolean {
  return isMeasured && !countsRows(call, open, model);
}

/** Whether a count is the number of rows that the selection lists. */
function countsRows(call: AggregateCall, open: OpenPart, model: ModelIndex): boolean {
  const [piece, ...others] = open.pieces;
  const isCount =
    call.function.name.toLowerCase() === 'count' && call.arguments.every(({ kind }) => kind === 'constant');
  if (!isCount || !piece || others.length > 0 || model.pieces.get(piece.piece)?.kind !== 'cube') return false;
  const meant = measureCall(call, open, model);
  if (meant.kind === 'rows') return true;
  if (meant.kind === 'altered') return false;
  const { expression } = requireMeasure(model, meant.member);
  return (
    expression.kind === 'aggregate' &&
    expression.function === 'count' &&
    !expression.sql &&
    expression.filters.length === 0
  );
}
