/** Operators of a dashboard's filters that take any number of values, one of which must match, with those of queries. */
const many = {
  equals: 'equals',
  not_equals: 'notEquals',
  contains: 'contains',
  not_contains: 'notContains',
  starts_with: 'startsWith',
  not_starts_with: 'notStartsWith',
  ends_with: 'endsWith',
  not_ends_with: 'notEndsWith',
} as const;

/** Operators that take one value, with those of queries, for times last. */
const one = {
  greater_than: ['gt', 'afterDate'],
  greater_than_or_equal: ['gte', 'afterOrOnDate'],
  less_than: ['lt', 'beforeDate'],
  less_than_or_equal: ['lte', 'beforeOrOnDate'],
} as const;

/** Operators that test for a value, and take none. */
const none = { is_null: 'notSet', is_not_null: 'set' } as const;

/** Operators of a dashboard's filters by the number of values that they take; `between`, which is not here, takes two. */
export const dashboardOperators = { many, one, none } as const;

export type DashboardOperator = keyof typeof many | keyof typeof one | keyof typeof none | 'between';

/** Returns the entry of a name in a table; `undefined` where there is none. */
export function entryOf<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
