import type { DashboardOperator } from './dashboard-operators.ts';

/** Words between the member of a dashboard's filter and its values. */
export const operatorWords: Readonly<Record<DashboardOperator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  not_starts_with: 'does not start with',
  ends_with: 'ends with',
  not_ends_with: 'does not end with',
  greater_than: 'is greater than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
  between: 'between',
  is_null: 'is empty',
  is_not_null: 'is not empty',
};
