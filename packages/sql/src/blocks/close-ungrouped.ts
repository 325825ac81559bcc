import { type MemberId, type ModelIndex, type Query, type QueryFilter, type QueryItem } from '@orrery/semantic';
import {
  type Column,
  type ColumnId,
  type Computed,
  columnsRead,
  type Relation,
  type Scalar,
} from '../relation/index.ts';
import { refusePlan } from '../refusal.ts';
import { replaceBuckets } from './bucket.ts';
import { joinHintsOf } from './listed-joins.ts';
import {
  type BaseColumn,
  columnScalar,
  fresh,
  type NewColumns,
  type OpenPart,
  type ShownColumn,
  substitute,
} from './part.ts';
import { withoutValues } from './without-values.ts';
import type { RowFilters } from './filters/row-filters.ts';

/**
 * The rows of a selection without aggregation: a row for each row of its source. Tests and expressions that the model
 * cannot compute are done above it.
 *
 * @param needed columns that somebody reads
 */
export function closeUngrouped(
  given: OpenPart,
  needed: ReadonlySet<ColumnId>,
  filters: RowFilters,
  { numbers, model }: { readonly numbers: NewColumns; readonly model: ModelIndex },
): Relation {
  const open = withBuckets(given, model, numbers);
  const listed = [...open.columns.values()].filter(({ column }) => needed.has(column.id));
  const shown = withoutValues(listed, filters, open, model);
  const wanted = [...shown.map(({ expression }) => expression), ...filters.above].flatMap(columnsRead);
  const members = valuesOf(open, wanted);
  const block = blockOf(open, members.length > 0 ? members : [fillerOf(open)], filters, numbers);
  const over = (scalar: Scalar) => substitute(scalar, (id) => block.scalars.get(id));
  const conditions = filters.above.map(over);
  const rows = conditions.reduce<Relation>(
    (input, condition) => ({ kind: 'filter', input, condition }),
    block.relation,
  );
  const items = shown.map(({ column, expression }): Computed<Scalar> => ({ column, expression: over(expression) }));
  return { kind: 'project', input: rows, items };
}

/** Buckets of times are columns of the model, which alone knows granularities that it declares. */
function withBuckets(open: OpenPart, model: ModelIndex, numbers: NewColumns): OpenPart {
  const made = new Map<string, BaseColumn>();
  const bucket = (name: string, { type }: Scalar): Scalar => {
    const column = made.get(name) ?? bucketColumn(name, type, open, numbers);
    made.set(name, column);
    return columnScalar(column);
  };
  const columns = [...open.columns].map(([id, { column, expression }]): [ColumnId, ShownColumn] => [
    id,
    { column, expression: replaceBuckets(expression, open, model, bucket) },
  ]);
  const base = [...made.values()].map((column): [ColumnId, BaseColumn] => [column.id, column]);
  return { ...open, columns: new Map(columns), base: new Map([...open.base, ...base]) };
}

function bucketColumn(name: string, type: Column['type'], { base }: OpenPart, numbers: NewColumns): BaseColumn {
  const member = name.slice(0, name.lastIndexOf('.'));
  const time = [...base.values()].find(({ role }) => role.kind === 'dimension' && role.member === member);
  if (!time) throw new Error('a bucket is of a time of the selection');
  const { piece } = time;
  return { ...fresh(numbers, { name, type }), piece, role: { kind: 'dimension', member: name as MemberId } };
}

/** Base columns that have a value in each row. */
function valuesOf(open: OpenPart, wanted: readonly ColumnId[]): readonly BaseColumn[] {
  return [...new Set(wanted)].flatMap((id) => {
    const column = open.base.get(id);
    return column && hasValue(column) ? [column] : [];
  });
}

function hasValue({ role }: BaseColumn): boolean {
  return role.kind === 'dimension' || role.kind === 'measure' || role.kind === 'segment';
}

/** A column that makes rows where none is asked for. */
function fillerOf(open: OpenPart): BaseColumn {
  const all = [...open.base.values()];
  const found = all.find(({ role }) => role.kind === 'dimension') ?? all.find(({ role }) => role.kind === 'measure');
  return found ?? refusePlan('sql.no-columns', `'${open.pieces[0]?.piece}' has no column that makes rows`);
}

function blockOf(open: OpenPart, members: readonly BaseColumn[], filters: RowFilters, numbers: NewColumns) {
  const named = members.map((column, index) => {
    const item = itemOf(column, index);
    return { column, item, name: typeof item === 'string' ? item : item.name, own: fresh(numbers, column) };
  });
  const query = queryOver(open, filters, {
    measures: named.flatMap(({ column, item }) => (column.role.kind === 'measure' ? [item] : [])),
    dimensions: named.flatMap(({ column, item }) => (column.role.kind === 'measure' ? [] : [item])),
    ungrouped: true,
  });
  const columns: readonly Column[] = named.map(({ own }) => own);
  const relation: Relation = {
    kind: 'block',
    block: {
      query,
      outputs: named.map(({ name }) => ({ name })),
      pieces: open.pieces.map(({ piece }) => piece),
      position: open.pieces[0]?.position ?? 0,
    },
    columns,
  };
  const scalars = new Map(named.map(({ column, own }) => [column.id, columnScalar(own)]));
  // What stands for no member has no value in a row.
  for (const column of open.base.values()) {
    if (!hasValue(column)) scalars.set(column.id, { kind: 'constant', value: null, type: column.type });
  }
  return { relation, scalars };
}

function itemOf(column: BaseColumn, index: number): QueryItem {
  const { role } = column;
  if (role.kind !== 'segment') return nameOf(column);
  const expression = { kind: 'segment', segment: role.member } as const;
  return { name: `segment_${index + 1}`, expression: { kind: 'sql', parts: [expression], type: 'boolean' } };
}

/** A query over the rows of a selection. */
export function queryOver(
  open: OpenPart,
  { inside, segments, timeDimensions }: RowFilters,
  shown: Pick<Query, 'measures' | 'dimensions' | 'ungrouped'>,
): Query {
  const filters: readonly QueryFilter[] = inside;
  const query: Query = { ...shown, segments, timeDimensions, filters, order: [] };
  return { ...query, joinHints: open.listed.length === 0 ? open.joinHints : joinHintsOf(open, query) };
}

/** The member behind a column, as queries name it. */
export function nameOf({ role }: BaseColumn): string {
  if ('member' in role) return role.member;
  throw new Error(`a ${role.kind} column stands for no member`);
}
