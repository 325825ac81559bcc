import type { Query } from '@orrery/client/data';
import { isRecord } from './record.ts';

/** How a field is computed from a measure. */
export const calculations = ['percent_of_total', 'percent_of_previous', 'percent_change', 'running_total'] as const;
export type Calculation = (typeof calculations)[number];

/** What can be said of the values that a dimension has in a group, however often joins repeat them. */
export const aggregates = ['count_distinct', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

/** A dimension, or a bucket of a time, and the value that it has; `null`: none. */
export interface FieldCondition {
  readonly dimension: string;
  readonly value: string | number | boolean | null;
}

/** A column that is computed: from a measure, of a dimension, or by an expression of SQL over the columns of a query. */
export type CalculatedField =
  | { readonly name: string; readonly calculation: Calculation; readonly of: string }
  | { readonly name: string; readonly aggregate: Aggregate; readonly of: string }
  | { readonly name: string; readonly of: string; readonly where: readonly FieldCondition[] }
  | { readonly name: string; readonly sql: string };

/** A query with its calculated fields, by which it may be ordered. */
export interface CalculatedQuery {
  readonly query: Query;
  readonly calculated: readonly CalculatedField[];
}

/** What is asked: a query, one with calculated fields, or a statement over the model. */
export type Asked = Query | CalculatedQuery | string;

export function isCalculated(asked: Asked): asked is CalculatedQuery {
  return typeof asked === 'object' && 'calculated' in asked;
}

/** With its view, and for times a granularity. */
const dimension = /^\w+\.\w+(\.\w+)?$/;
const longestName = 200;
const longestSql = 10_000;
const most = 50;

/** Reads calculated fields, which may be anything. What cannot be read is left out. */
export function readCalculatedFields(given: unknown): readonly CalculatedField[] | undefined {
  if (!Array.isArray(given)) return undefined;
  const read = new Map<string, CalculatedField>();
  for (const each of given as readonly unknown[]) {
    if (!isRecord(each)) continue;
    const { name, sql, of, where } = each;
    if (typeof name !== 'string' || name.trim() === '' || name.length > longestName || read.has(name)) continue;
    const calculation = calculations.find((known) => known === each['calculation']);
    const aggregate = aggregates.find((known) => known === each['aggregate']);
    if (calculation && typeof of === 'string') read.set(name, { name, calculation, of });
    else if (aggregate && typeof of === 'string' && dimension.test(of)) read.set(name, { name, aggregate, of });
    else if (typeof of === 'string' && areConditions(where)) read.set(name, { name, of, where });
    else if (typeof sql === 'string' && sql.trim() !== '' && sql.length <= longestSql) read.set(name, { name, sql });
  }
  return read.size === 0 ? undefined : [...read.values()].slice(0, most);
}

function areConditions(given: unknown): given is readonly FieldCondition[] {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    given.every(
      (each: unknown) =>
        isRecord(each) &&
        typeof each['dimension'] === 'string' &&
        dimension.test(each['dimension']) &&
        (each['value'] === null || ['string', 'number', 'boolean'].includes(typeof each['value'])),
    )
  );
}

/** What a query lacks for a field: its measure, something that says what comes before what, or groups at all. */
type FieldObstacle = 'measure' | 'dimension' | 'groups';

export function obstacleOf(field: CalculatedField, query: Query): FieldObstacle | undefined {
  if ('sql' in field) return undefined;
  if (query.ungrouped) return 'groups';
  if (!('calculation' in field)) return undefined;
  if (!query.measures?.includes(field.of)) return 'measure';
  return field.calculation === 'percent_of_total' || query.dimensions?.length ? undefined : 'dimension';
}

/** The fields that a query has columns for. */
export function fieldsWithValue({ query, calculated }: CalculatedQuery): readonly CalculatedField[] {
  return calculated.filter((field) => obstacleOf(field, query) === undefined);
}
