import {
  type MemberId,
  type ModelIndex,
  type QueryExpression,
  type QueryItem,
  requireMeasure,
  type ValueType,
} from '@orrery/semantic';
import {
  type AggregateCall,
  type Column,
  columnsRead,
  type Computed,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import type { Scale } from '../functions/index.ts';
import { type SqlType, sameType } from '../types/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import { bucketOf } from './bucket.ts';
import { nameOf, queryOver } from './close-ungrouped.ts';
import { type MeasureCall, measureCall } from './measure-call.ts';
import { readsOtherTimes } from './reads-other-times.ts';
import { columnScalar, fresh, type Numbers, type Open, overBase } from './part.ts';
import { type RowFilters, type SourceSql, sourceExpression } from './row-filters.ts';

export interface Grouped {
  readonly groups: readonly Computed<Scalar>[];
  readonly sets?: readonly (readonly number[])[];
  readonly calls: readonly Computed<AggregateCall>[];
}

export interface Source {
  readonly model: ModelIndex;
  readonly sqlOf: SourceSql | undefined;
  readonly numbers: Numbers;
  /** See `BlockOptions`. */
  readonly isOfMilliseconds?: boolean;
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

interface Key extends GroupItem {
  readonly column: Column;
}

interface GroupItem {
  readonly item: QueryItem;
  /** Of the query's column, where the statement has another one. */
  readonly type?: SqlType;
  readonly scale?: Scale;
}

interface ValueItem extends GroupItem {
  /** When it is the measure itself. */
  readonly measure?: MemberId;
}

interface Value extends ValueItem {
  readonly column: Column;
}

/** The rows of one grouping set: keys that it leaves out are NULL. */
function oneSet(
  open: Open,
  keys: readonly Key[],
  set: readonly number[],
  values: readonly Value[],
  filters: RowFilters,
  { numbers }: Source,
): Relation {
  const chosen = keys.filter((_, index) => set.includes(index));
  if (chosen.length === 0 && values.length === 0) return rowWithoutKeys(keys);
  const members = values.filter(({ item }, index) => values.findIndex((one) => one.item === item) === index);
  const query = queryOver(open, filters, {
    measures: members.map(({ item }) => item),
    dimensions: chosen.map(({ item }) => item),
  });
  const own = [
    ...chosen.map(({ column, item, scale, type }) => ({
      name: nameOfItem(item),
      own: fresh(numbers, { ...column, ...(type ? { type } : {}) }),
      column,
      scale,
    })),
    ...members.map(({ column, item, scale }) => {
      const typed = typeof item === 'string' ? measureColumn(open, item) : column;
      return { name: nameOfItem(item), own: fresh(numbers, typed), column, scale };
    }),
  ];
  const relation: Relation = {
    kind: 'block',
    block: {
      query,
      outputs: own.map(({ name, scale }) => ({ name, ...(scale ? { scale } : {}) })),
      pieces: open.pieces.map(({ piece }) => piece),
      position: open.pieces[0]?.position ?? 0,
    },
    columns: own.map((one) => one.own),
  };
  const items = [
    ...keys.map(({ column }): Computed<Scalar> => {
      const made = own.find((one) => one.column === column);
      const none: Scalar = { kind: 'constant', value: null, type: column.type };
      return { column, expression: made ? typedAs(column.type, made.own) : none };
    }),
    ...values.map(({ column, item }): Computed<Scalar> => {
      const made = own.find(({ name }) => name === nameOfItem(item));
      if (!made) throw new Error('a measure has a column');
      // The function around a measure may have another type than its member, as SUM over a count.
      return { column, expression: typedAs(column.type, made.own) };
    }),
  ];
  return { kind: 'project', input: relation, items };
}

function typedAs(type: SqlType, column: Column): Scalar {
  const value = columnScalar(column);
  return sameType(column.type, type) ? value : { kind: 'cast', operand: value, type, position: 0 };
}

/** The row of all groups together, which has no value of its own. */
function rowWithoutKeys(keys: readonly Key[]): Relation {
  const items = keys.map(({ column }): Computed<Scalar> => {
    return { column, expression: { kind: 'constant', value: null, type: column.type } };
  });
  return { kind: 'project', input: { kind: 'values', columns: [], rows: [[]] }, items };
}

function nameOfItem(item: QueryItem): string {
  return typeof item === 'string' ? item : item.name;
}

/** An aggregate call as a measure of a query; undefined when the model cannot compute it. */
function valueItem(
  index: number,
  call: AggregateCall,
  meant: MeasureCall,
  open: Open,
  { sqlOf }: Source,
): ValueItem | undefined {
  if (meant.kind === 'measure') return { item: meant.member, measure: meant.member };
  const expressionOf = (scalar: Scalar, type: ValueType | undefined) => {
    const isOfDimensions = columnsRead(scalar).every((id) => open.base.get(id)?.role.kind === 'dimension');
    return sqlOf && type && isOfDimensions ? sourceExpression(scalar, type, open.base, sqlOf)?.expression : undefined;
  };
  const condition = meant.kind === 'altered' ? meant.where : call.filter;
  const where = condition && expressionOf(condition, 'boolean');
  if (condition && !where) return undefined;
  const restricted = where ? { where } : {};
  const name = `value_${index + 1}`;
  if (meant.kind === 'altered') {
    const replaced = meant.function ? { function: meant.function } : {};
    return {
      item: { name, expression: { kind: 'altered', measure: meant.member, ...replaced, ...restricted } },
      ...whole(call),
    };
  }
  const made = aggregates[`${call.function.name}${call.isDistinct ? ' distinct' : ''}`];
  // A mean of whole or decimal numbers has decimals that the source computes in its own way.
  if (!made || call.order.length > 0 || (made === 'avg' && call.type.name === 'numeric')) return undefined;
  const [argument, ...others] = call.arguments;
  if (others.length > 0) return undefined;
  const isOfRows =
    argument === undefined || (made === 'count' && argument.kind === 'constant' && argument.value !== null);
  const of = isOfRows ? undefined : expressionOf(argument, valueTypes[argument.type.name]);
  if (!isOfRows && !of) return undefined;
  if (call.type.name === 'numeric' && argument?.type.name === 'numeric') return undefined;
  const rowsOf = open.pieces.map(({ piece }) => piece);
  return {
    item: { name, expression: { kind: 'aggregate', function: made, ...(of ? { of } : {}), ...restricted, rowsOf } },
    ...whole(call),
  };
}

/** A sum of whole numbers is whole. */
function whole({ type }: AggregateCall): Pick<GroupItem, 'scale'> {
  return type.name === 'numeric' ? { scale: { held: 0, isShown: true } } : {};
}

const aggregates: Readonly<Record<string, Extract<QueryExpression, { readonly kind: 'aggregate' }>['function']>> = {
  count: 'count',
  'count distinct': 'count-distinct',
  approx_distinct: 'count-distinct-approx',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
};

function measureColumn({ base }: Open, member: string): Column {
  const found = [...base.values()].find(({ role }) => role.kind === 'measure' && role.member === member);
  if (!found) throw new Error('a measure is a column of its table');
  return found;
}

function overBaseCall(open: Open, call: AggregateCall): AggregateCall {
  return {
    ...call,
    arguments: call.arguments.map((one) => overBase(open, one)),
    order: call.order.map((key) => ({ ...key, expression: overBase(open, key.expression) })),
    ...(call.filter ? { filter: overBase(open, call.filter) } : {}),
  };
}

/** A group key as an item of a query; undefined when the model cannot group by it. */
function groupItem(index: number, key: Scalar, { base }: Open, { model, sqlOf }: Source): GroupItem | undefined {
  if (key.kind === 'column') {
    const column = base.get(key.column);
    if (column?.role.kind === 'measure') {
      return refuseUnsupported('sql.group-by-measure', `A measure is no group key: '${column.name}'`, key.position);
    }
    return column?.role.kind === 'dimension' ? { item: nameOf(column) } : undefined;
  }
  const bucket = bucketOf(key, base, model);
  if (bucket) return { item: bucket };
  if (key.type.name === 'date') return dayItem(index, key, base, sqlOf);
  const type = valueTypes[key.type.name];
  if (!sqlOf || !type) return undefined;
  const isOfDimensions = columnsRead(key).every((id) => base.get(id)?.role.kind === 'dimension');
  const made = isOfDimensions ? sourceExpression(key, type, base, sqlOf) : undefined;
  return made && { item: { name: `key_${index + 1}`, expression: made.expression }, ...scaleOf(made) };
}

/** A day as the midnight that it begins with: the model has times, and no days. */
function dayItem(index: number, key: Scalar, base: Open['base'], sqlOf: SourceSql | undefined): GroupItem | undefined {
  const type: SqlType = { name: 'timestamp' };
  const isOfDimensions = columnsRead(key).every((id) => base.get(id)?.role.kind === 'dimension');
  if (!sqlOf || !isOfDimensions) return undefined;
  const made = sourceExpression({ kind: 'cast', operand: key, type, position: 0 }, 'time', base, sqlOf);
  return made && { item: { name: `key_${index + 1}`, expression: made.expression }, type };
}

function scaleOf({ scale }: { readonly scale?: Scale }): Pick<GroupItem, 'scale'> {
  return scale ? { scale } : {};
}

const valueTypes: Readonly<Partial<Record<SqlType['name'], ValueType>>> = {
  text: 'string',
  varchar: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamp: 'time',
};
