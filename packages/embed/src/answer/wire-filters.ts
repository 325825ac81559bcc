import { dashboardOperators, entryOf } from '@orrery/charts';
import type { Filter } from '@orrery/client/data';
import type { FilterValue } from '../protocol/index.ts';

type Single = string | number | boolean;

/**
 * A filter of a control as those of queries, which the server makes of it as well.
 *
 * @returns `untold` for one that no query has the form of, and in place of one that lacks its values
 */
export function wireFilters(member: string, filter: FilterValue, isTime: boolean): readonly (Filter | 'untold')[] {
  const { operator = 'equals', startInclusive, endInclusive } = filter;
  const tested = entryOf(dashboardOperators.none, operator);
  if (tested) return [{ member, operator: tested }];
  const values = valuesIn(filter.value);
  const many = entryOf(dashboardOperators.many, operator);
  if (many && values.length > 0) return [{ member, operator: many, values }];
  const compare = (name: string, value: readonly (string | number | boolean)[]): Filter | 'untold' => {
    const [plain, ofTimes] = entryOf(dashboardOperators.one, name) ?? [];
    const found = isTime ? ofTimes : plain;
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

/** Whether an operator tests for a value, and takes none. */
export const isWithoutValue = (operator: string): boolean => entryOf(dashboardOperators.none, operator) !== undefined;
