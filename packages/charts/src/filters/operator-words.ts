import { type DashboardOperator, entryOf } from './dashboard-operators.ts';

const ofQueries = {
  equals: 'is',
  notEquals: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  notStartsWith: 'does not start with',
  endsWith: 'ends with',
  notEndsWith: 'does not end with',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  set: 'is not empty',
  notSet: 'is empty',
  inDateRange: 'is between',
  notInDateRange: 'is not between',
  onTheDate: 'is on',
  beforeDate: 'is before',
  beforeOrOnDate: 'is before or on',
  afterDate: 'is after',
  afterOrOnDate: 'is after or on',
} as const;

/**
 * Words between a member and the values of its filter, by the operator of a query or of a dashboard's filter. Pages, frames and
 * mails take them from here, so that a filter has one name.
 */
export const operatorWords = {
  ...ofQueries,
  not_equals: ofQueries.notEquals,
  not_contains: ofQueries.notContains,
  starts_with: ofQueries.startsWith,
  not_starts_with: ofQueries.notStartsWith,
  ends_with: ofQueries.endsWith,
  not_ends_with: ofQueries.notEndsWith,
  greater_than: ofQueries.gt,
  greater_than_or_equal: ofQueries.gte,
  less_than: ofQueries.lt,
  less_than_or_equal: ofQueries.lte,
  between: ofQueries.inDateRange,
  is_null: ofQueries.notSet,
  is_not_null: ofQueries.set,
} as const satisfies Readonly<Record<DashboardOperator, string>>;

/** Words of an operator; the name of one that is not known. */
export function operatorText(operator: string): string {
  return entryOf<string>(operatorWords, operator) ?? operator;
}
