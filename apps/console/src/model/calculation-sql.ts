import type { Query } from '@orrery/client/data';
import type { CalculatedField, CalculatedQuery } from './calculated-fields.ts';
import { fieldsWithValue } from './field-obstacle.ts';

/** A field that is an expression over the groups. The others are parts of them. */
type FieldOverGroups = Extract<CalculatedField, { readonly calculation: unknown } | { readonly sql: unknown }>;

export function isInGroups(field: CalculatedField): field is Exclude<CalculatedField, FieldOverGroups> {
  return 'aggregate' in field || 'where' in field;
}

/** The name of a column in a statement. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Lengths of buckets. Others are those of the model, which may begin anywhere. */
const steps: Readonly<Record<string, string>> = {
  second: '1 second',
  minute: '1 minute',
  hour: '1 hour',
  day: '1 day',
  week: '7 day',
  month: '1 month',
  quarter: '3 month',
  year: '1 year',
};

interface Axis {
  /** The dimension along which one row comes before another one. */
  readonly along: string;
  /** Length of its buckets; absent where the row before is the one before. */
  readonly step: string | undefined;
  /** The other dimensions: rows with other values of them have nothing to do with each other. */
  readonly within: readonly string[];
}

const granularityOf = (dimension: string): string | undefined => dimension.split('.')[2];
const memberOf = (dimension: string): string => dimension.split('.').slice(0, 2).join('.');
const lengths = Object.keys(steps);

/**
 * Times go from one bucket to the next, the shortest ones of the first time; without times the first dimension does, in
 * the order of its values.
 */
export function axisOf({ dimensions = [] }: Query): Axis | undefined {
  const first = dimensions.find((each) => granularityOf(each) !== undefined);
  if (first === undefined) {
    const [along, ...within] = dimensions;
    return along === undefined ? undefined : { along, step: undefined, within };
  }
  const isOfTime = (each: string) => granularityOf(each) !== undefined && memberOf(each) === memberOf(first);
  const lengthOf = (each: string) => lengths.indexOf(granularityOf(each) ?? '');
  const [along = first] = dimensions.filter(isOfTime).toSorted((one, other) => lengthOf(one) - lengthOf(other));
  const step = Object.hasOwn(steps, granularityOf(along) ?? '') ? steps[granularityOf(along) ?? ''] : undefined;
  return { along, step, within: dimensions.filter((each) => !isOfTime(each)) };
}

/**
 * The expression of a field over the columns of a query. Quotients are doubles, and NULL where there is nothing to divide
 * by. A bucket of time is compared with the bucket right before it: where that has no row, there is no value.
 *
 * @throws where the field has an obstacle
 */
export function calculationSql(field: FieldOverGroups, query: Query): string {
  if ('sql' in field) return field.sql;
  const value = quoted(field.of);
  const double = `CAST(${value} AS DOUBLE PRECISION)`;
  if (field.calculation === 'percent_of_total') return `${double} / NULLIF(SUM(${value}) OVER (), 0)`;
  const axis = axisOf(query);
  if (!axis) throw new Error('a field without a dimension has an obstacle');
  const along = quoted(axis.along);
  const within = axis.within.length === 0 ? '' : `PARTITION BY ${axis.within.map(quoted).join(', ')} `;
  if (field.calculation === 'running_total') {
    return `SUM(${value}) OVER (${within}ORDER BY ${along} ROWS UNBOUNDED PRECEDING)`;
  }
  const before = (column: string) => `LAG(${column}) OVER (${within}ORDER BY ${along})`;
  const compared =
    field.calculation === 'percent_of_previous'
      ? `${double} / NULLIF(${before(value)}, 0)`
      : `(${double} - ${before(value)}) / NULLIF(ABS(${before(value)}), 0)`;
  if (axis.step === undefined) return compared;
  return `CASE WHEN ${before(along)} = ${along} - INTERVAL '${axis.step}' THEN ${compared} END`;
}

/** A query and its fields as the server takes them: those that have a value, and no order by others. */
export function statementPartsOf({ query, calculated }: CalculatedQuery) {
  const shown = fieldsWithValue({ query, calculated });
  const calculatedFields = shown.map((field) =>
    isInGroups(field) ? field : { name: field.name, sql: calculationSql(field, query) },
  );
  const left = calculated.filter((field) => !shown.includes(field));
  return { query: withoutOrderBy(query, left), calculatedFields };
}

/** A query that is not ordered by some calculated fields. */
export function withoutOrderBy({ order, ...query }: Query, fields: readonly Pick<CalculatedField, 'name'>[]): Query {
  if (order === undefined) return query;
  const pairs = Array.isArray(order) ? order : Object.entries(order);
  const kept = pairs.filter(([name]) => !fields.some((field) => field.name === name));
  return kept.length === 0 ? query : { ...query, order: kept as NonNullable<Query['order']> };
}
