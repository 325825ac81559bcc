import { type ModelIndex, requireMeasure } from '@orrery/semantic';
import type { AggregateCall, Column, Computed, Relation, Scalar } from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import { valueItem } from './aggregate-value.ts';
import { groupItem } from './group-key.ts';
import { type Key, oneSet, type Value } from './grouping-set.ts';
import { measureCall } from './measure-call.ts';
import { readsOtherTimes } from './reads-other-times.ts';
import { columnScalar, fresh, type Numbers, type Open, overBase } from './part.ts';
import type { RowFilters } from './row-filters.ts';
import type { Source } from './source.ts';

export interface Grouped {
  readonly groups: readonly Computed<Scalar>[];
  readonly sets?: readonly (readonly number[])[];
  readonly calls: readonly Computed<AggregateCall>[];
}

/**
 * A grouping over a selection as a question to the model, or as several beside each other for grouping sets.
 *
 * @returns undefined when nothing of it is a measure and the rows of the selection are grouped above
 * @throws StatementRefused for a measure that cannot be asked like this
 */
export function closeGrouped(open: Open, grouped: Grouped, filters: RowFilters, source: Source): Relation | undefined {
  const calls = grouped.calls.map(({ column, expression }) => {
    const call = overBaseCall(open, expression);
    return { column, call, meant: measureCall(call, open, source.model) };
  });
  const keys = grouped.groups.flatMap(({ column, expression }, index): readonly Key[] => {
    const item = groupItem(index, overBase(open, expression), open, source);
    return item === undefined ? [] : [{ column, ...item }];
  });
  const isMeasured = calls.some(({ meant }) => meant.kind !== 'rows');
  const values = calls.flatMap(({ column, call, meant }, index): readonly Value[] => {
    const item = isMeasured ? valueItem(index, call, meant, open, source) : undefined;
    return item ? [{ column, ...item }] : [];
  });
  const isWhole = keys.length === grouped.groups.length && values.length === calls.length && filters.above.length === 0;
  if (!isWhole || (keys.length === 0 && values.length === 0)) {
    const measured = calls.find(({ call, meant }) => meant.kind !== 'rows' && !countsRows(call, open, source.model));
    return measured && refuseAboveMeasure(measured.call, open);
  }
  if (filters.testsTimes) refuseWindows(values, source.model);
  const sets = grouped.sets ?? [keys.map((_, index) => index)];
  const parts = sets.map((set) => oneSet(open, keys, set, values, filters, source));
  const columns = [...keys, ...values].map(({ column }) => column);
  const [first, ...others] = parts.length === 1 ? parts : parts.map((part) => withFresh(part, columns, source.numbers));
  if (!first) throw new Error('a grouping has a set');
  return others.reduce<Relation>((left, right, index) => {
    const own = index === others.length - 1 ? columns : columns.map((column) => fresh(source.numbers, column));
    return { kind: 'set', operation: 'union', isAll: true, left, right, columns: own };
  }, first);
}

/** The same rows under other numbers, since no two relations may share one. */
function withFresh(relation: Relation, columns: readonly Column[], numbers: Numbers): Relation {
  const items = columns.map((column) => ({ column: fresh(numbers, column), expression: columnScalar(column) }));
  return { kind: 'project', input: relation, items };
}

function refuseAboveMeasure(call: AggregateCall, open: Open): never {
  const name = open.pieces[0]?.piece ?? '';
  return refuseUnsupported(
    'sql.beside-measure',
    `A measure of '${name}' cannot be combined with what the model does not compute: a function over its rows, or a condition or group key that its data source cannot evaluate`,
    call.position,
    'Ask for the measure in a sub-select of its own',
  );
}

/** A filter of times would leave out rows that windows read. */
function refuseWindows(values: readonly Value[], model: ModelIndex): void {
  const rolling = values.find(({ measure }) => measure && readsOtherTimes(model, measure));
  if (!rolling) return;
  refuseUnsupported(
    'sql.window-filter',
    `The measure '${rolling.measure}' reads rows before those that are shown, which this condition on a time would leave out`,
    undefined,
    'Write the condition as t >= A AND t < B with constants of at most milliseconds',
  );
}

/** Whether a count is the number of rows that the selection lists. */
function countsRows(call: AggregateCall, open: Open, model: ModelIndex): boolean {
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

function overBaseCall(open: Open, call: AggregateCall): AggregateCall {
  return {
    ...call,
    arguments: call.arguments.map((one) => overBase(open, one)),
    order: call.order.map((key) => ({ ...key, expression: overBase(open, key.expression) })),
    ...(call.filter ? { filter: overBase(open, call.filter) } : {}),
  };
}
