import type { FilterOperator } from '@orrery/semantic';
import { instantOf, parseReading, startOf } from './clock.ts';
import { compareValues } from './expression.ts';
import type { Value } from './world.ts';

export type Filter = MemberFilter | { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };

export interface MemberFilter {
  readonly member: string;
  /** The dimension of each of whose values the measure is tested. */
  readonly per?: string;
  readonly operator: FilterOperator;
  readonly values?: readonly (string | null)[];
  /** It is the date range of a time dimension, which decides on buckets. */
  readonly isPeriod?: true;
  /** A default filter: it tests real values, as rules of rows do. */
  readonly isOfView?: true;
}

/** A restriction of rows: a filter of the query, the range of a time dimension, or a segment. */
export type RowFilter = Filter | { readonly segment: string };

export function membersOfFilter(filter: RowFilter): readonly string[] {
  if ('segment' in filter) return [filter.segment];
  if ('and' in filter) return filter.and.flatMap(membersOfFilter);
  if ('or' in filter) return filter.or.flatMap(membersOfFilter);
  return [filter.per ?? filter.member];
}

/** Tests of a measure of each entity. */
export function entitiesTested(filter: RowFilter): readonly MemberFilter[] {
  if ('segment' in filter) return [];
  if ('and' in filter) return filter.and.flatMap(entitiesTested);
  if ('or' in filter) return filter.or.flatMap(entitiesTested);
  return filter.per === undefined ? [] : [filter];
}

function passesTime(value: Value, zone: string, filter: MemberFilter): boolean {
  return value === null ? filter.operator === 'notSet' : passesDate(Number(value), zone, filter);
}

interface Cell {
  readonly value: Value;
  readonly type: string;
  /** Whether a time holds readings of the query's clock already, as days do. */
  readonly isReading?: boolean;
}

/** A filter over values that are known. */
export function passesCells(filter: Filter, cell: (id: string) => Cell, zone = 'UTC'): boolean {
  if ('and' in filter) return filter.and.every((one) => passesCells(one, cell, zone));
  if ('or' in filter) return filter.or.length === 0 || filter.or.some((one) => passesCells(one, cell, zone));
  const { value, type, isReading } = cell(filter.member);
  return type === 'time' ? passesTime(value, isReading ? 'UTC' : zone, filter) : passes(value, type, filter);
}

/** Filters that are joined with AND anyway. One alone is joined with nothing. */
export function apart(filter: RowFilter): readonly RowFilter[] {
  if ('or' in filter && filter.or.length === 1) return filter.or.flatMap(apart);
  return 'and' in filter ? filter.and.flatMap(apart) : [filter];
}

function passes(value: Value, type: string, { operator, values = [] }: MemberFilter): boolean {
  const hasNull = values.includes(null);
  const given = values.filter((one) => one !== null).map((text) => typed(text, type));
  const isAmong = (test: (one: Value) => boolean) => given.some(test);
  const matches = (test: (text: string, part: string) => boolean) =>
    isAmong((part) => test(String(value).toLowerCase(), String(part).toLowerCase()));
  switch (operator) {
    case 'set':
      return value !== null;
    case 'notSet':
      return value === null;
    case 'equals':
    case 'in':
      return value === null ? hasNull : isAmong((one) => compareValues(value, one) === 0);
    case 'notEquals':
    case 'notIn':
      return value === null ? !hasNull : !isAmong((one) => compareValues(value, one) === 0);
    case 'contains':
      return value !== null && matches((text, part) => text.includes(part));
    case 'startsWith':
      return value !== null && matches((text, part) => text.startsWith(part));
    case 'endsWith':
      return value !== null && matches((text, part) => text.endsWith(part));
    case 'notContains':
      return value === null ? !hasNull : !matches((text, part) => text.includes(part));
    case 'notStartsWith':
      return value === null ? !hasNull : !matches((text, part) => text.startsWith(part));
    case 'notEndsWith':
      return value === null ? !hasNull : !matches((text, part) => text.endsWith(part));
  }
  const [first = null] = given;
  if (value === null || first === null) return false;
  switch (operator) {
    case 'gt':
      return compareValues(value, first) > 0;
    case 'gte':
      return compareValues(value, first) >= 0;
    case 'lt':
      return compareValues(value, first) < 0;
    case 'lte':
      return compareValues(value, first) <= 0;
    default:
      throw new Error(`no operator ${operator}`);
  }
}

function typed(text: string, type: string): Value {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

/** Values are days or moments on the clock of the query's zone; a day is all of it, ends are included. */
function passesDate(value: number, zone: string, { operator, values = [] }: MemberFilter): boolean {
  const [from = '', to = from] = values.map(String);
  const start = (text: string) => instantOf(zone, parseReading(text));
  const end = (text: string) =>
    text.length === 10 ? instantOf(zone, startOf('day', parseReading(text)) + 86_400_000) - 1 : start(text);
  const isDay = from.length === 10;
  switch (operator) {
    case 'set':
      return true;
    case 'notSet':
      return false;
    case 'inDateRange':
      return value >= start(from) && value <= end(to);
    case 'notInDateRange':
      return value < start(from) || value > end(to);
    case 'onTheDate':
      return value >= start(from.slice(0, 10)) && value <= end(from.slice(0, 10));
    case 'beforeDate':
      return value < start(from);
    case 'afterOrOnDate':
      return value >= start(from);
    case 'beforeOrOnDate':
      return isDay ? value <= end(from) : value <= start(from);
    case 'afterDate':
      return isDay ? value > end(from) : value > start(from);
    default:
      throw new Error(`no operator ${operator}`);
  }
}
