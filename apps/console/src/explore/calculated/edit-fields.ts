import { type ChartStyle, type ColumnStyle, type TableStyle, withNames } from '@orrery/charts';
import type { Meta, MetaCube, Query } from '@orrery/client/data';
import type { AggregateName, CalculatedField, Calculation, FieldCondition } from '../../model/calculated-fields.ts';
import { withoutOrderBy } from '../../model/calculation-sql.ts';
import type { MemberKind } from '../../model/views.ts';
import { calculationWords as words } from '../../words/calculation-words.ts';
import { orderOf } from '../query/fields.ts';

/** The parts of an exploration that name its calculated fields. */
export interface WithFields {
  readonly q: Query;
  readonly calculated: readonly CalculatedField[] | undefined;
  readonly style: ChartStyle | undefined;
  readonly table: TableStyle | undefined;
}

type Aggregated = Partial<Pick<MetaCube['measures'][number], 'aggType' | 'cumulative'>>;

/**
 * Lists the calculations of a measure by its aggregation: sums can be summed, and extremes cannot be divided. A
 * cumulative measure is a sum up to each bucket already: it is compared and not summed.
 */
export function calculationsOf({ aggType, cumulative = false }: Aggregated): readonly Calculation[] {
  if (aggType === 'sum' || aggType === 'count') {
    const compared = ['percent_of_previous', 'percent_change'] as const;
    return cumulative ? compared : ['percent_of_total', ...compared, 'running_total'];
  }
  return (aggType === 'min' || aggType === 'max') && !cumulative ? ['running_total'] : [];
}

/** Lists the aggregates of a dimension by its kind. Values that joins may repeat are not summed. */
export function aggregatesOf(kind: MemberKind): readonly AggregateName[] {
  if (kind === 'measure' || kind === 'segment') return [];
  return kind === 'number' ? ['count_distinct', 'min', 'max'] : ['count_distinct'];
}

/** Measures that can be restricted to some rows: aggregates of rows, and no calculations over such aggregates. */
export function canBeFiltered({ aggType, cumulative = false }: Aggregated): boolean {
  return aggType !== undefined && ofRows.has(aggType) && !cumulative;
}

const ofRows: ReadonlySet<string> = new Set(['sum', 'count', 'avg', 'min', 'max', 'count_distinct']);

/** A field without its name. */
type NewField =
  | { readonly calculation: Calculation; readonly of: string }
  | { readonly aggregate: AggregateName; readonly of: string }
  | { readonly of: string; readonly where: readonly FieldCondition[] };

/** Adds a field under a name that no other column has. @param wanted the name, where no other column has it */
export function addField(shown: WithFields, wanted: string, field: NewField, meta: Pick<Meta, 'cubes'>): WithFields {
  const taken = namesIn(shown);
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = words.another(wanted, number);
  const format = formatOf(field, meta);
  return {
    ...shown,
    calculated: [...(shown.calculated ?? []), { name, ...field }],
    table: format ? { ...shown.table, columns: { ...shown.table?.columns, [name]: { format } } } : shown.table,
  };
}

/** Names of columns of the query. */
export function namesIn({ q, calculated = [] }: WithFields): ReadonlySet<string> {
  return new Set([...(q.dimensions ?? []), ...(q.measures ?? []), ...calculated.map(({ name }) => name)]);
}

/** Sums of money are money, where the measure has no currency of its own, which only the model can say. */
function formatOf(field: NewField, { cubes }: Pick<Meta, 'cubes'>): ColumnStyle['format'] {
  if ('aggregate' in field) return undefined;
  if ('calculation' in field && field.calculation !== 'running_total') return { type: 'percent', decimalPlaces: 1 };
  const measure = measureNamed({ cubes }, field.of);
  if (measure?.format === 'percent' && 'where' in field) return { type: 'percent' };
  return measure?.format === 'currency' && measure.currency === undefined ? { type: 'currency' } : undefined;
}

export function measureNamed({ cubes }: Pick<Meta, 'cubes'>, name: string): MetaCube['measures'][number] | undefined {
  return cubes.flatMap(({ measures }) => measures).find((measure) => measure.name === name);
}

/** Puts a field in the place of another one; what was set for its column follows its name. */
export function replaceField(shown: WithFields, name: string, field: CalculatedField): WithFields {
  const nameOf = (each: string) => (each === name ? field.name : each);
  const order = orderOf(shown.q).map(([each, direction]): [string, 'asc' | 'desc'] => [nameOf(each), direction]);
  const columns = Object.entries(shown.table?.columns ?? {}).map(([each, style]) => [nameOf(each), style] as const);
  return {
    q: order.length === 0 ? shown.q : { ...shown.q, order },
    calculated: shown.calculated?.map((each) => (each.name === name ? field : each)),
    style: shown.style && withNames(shown.style, nameOf),
    table: columns.length === 0 ? shown.table : { ...shown.table, columns: Object.fromEntries(columns) },
  };
}

export function removeField(shown: WithFields, name: string): WithFields {
  const calculated = shown.calculated?.filter((each) => each.name !== name) ?? [];
  const { [name]: _, ...columns } = shown.table?.columns ?? {};
  const { columns: __, ...others } = shown.table ?? {};
  const table = Object.keys(columns).length === 0 ? others : { ...others, columns };
  return {
    ...shown,
    q: withoutOrderBy(shown.q, [{ name }]),
    calculated: calculated.length === 0 ? undefined : calculated,
    table: Object.keys(table).length === 0 ? undefined : table,
  };
}
