import type { Filter } from '@orrery/client/data';
import type { FilterValue } from '../protocol/index.ts';

type Operator = Extract<Filter, { readonly operator: unknown }>['operator'];
type Single = string | number | boolean;

const withoutValue: ReadonlyMap<string, Operator> = new Map([
  ['is_null', 'notSet'],
  ['is_not_null', 'set'],
]);
const withValues: ReadonlyMap<string, Operator> = new Map([
  ['equals', 'equals'],
  ['not_equals', 'notEquals'],
  ['contains', 'contains'],
  ['not_contains', 'notContains'],
  ['starts_with', 'startsWith'],
  ['not_starts_with', 'notStartsWith'],
  ['ends_with', 'endsWith'],
  ['not_ends_with', 'notEndsWith'],
]);
const compared: ReadonlyMap<string, readonly [plain: Operator, time: Operator]> = new Map([
  ['greater_than', ['gt', 'afterDate']],
  ['greater_than_or_equal', ['gte', 'afterOrOnDate']],
  ['less_than', ['lt', 'beforeDate']],
  ['less_than_or_equal', ['lte', 'beforeOrOnDate']],
]);

/**
 * A filter of a control as those of queries, which the server makes of it as well.
 *
 * @returns `untold` for one that no query has the form of, and in place of one that lacks its values
 */
export function wireFilters(member: string, filter: FilterValue, isTime: boolean): readonly (Filter | 'untold')[] {
  const { operator = 'equals', startInclusive, endInclusive } = filter;
  const tested = withoutValue.get(operator);
  if (tested) return [{ member, operator: tested }];
  const values = valuesIn(filter.value);
  const many = withValues.get(operator);
  if (many && values.length > 0) return [{ member, operator: many, values }];
  const compare = (name: string, value: readonly (string | number | boolean)[]): Filter | 'untold' => {
    const [plain, time] = compared.get(name) ?? [];
    const found = isTime ? time : plain;
    return found ? { member, operator: found, values: value } : 'untold';
  };
  if (operator !== 'between') return [compare(operator, values)];
  return [
    compare(startInclusive === false ? 'greater_than' : 'greater_than_or_equal', values.slice(0, 1)),
    compare(endInclusive === false ? 'less_than' : 'less_than_or_equal', values.slice(1)),
  ];
}

export function valuesIn(value: unknown): readonly Single[] {
  return [value].flat().filter((each): each is Single => ['string', 'number', 'boolean'].includes(typeof each));
}

/** Operators that test for a value, and take none. */
export const isWithoutValue = (operator: string): boolean => withoutValue.has(operator);
