/** Tests of a filter on a member. */
export const filterOperators = [
  'equals',
  'notEquals',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'set',
  'notSet',
  'inDateRange',
  'notInDateRange',
  'onTheDate',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
  'measureFilter',
] as const;

export type FilterOperator = (typeof filterOperators)[number];

const withoutValues: readonly FilterOperator[] = ['set', 'notSet', 'measureFilter'];

export function takesValues(operator: FilterOperator): boolean {
  return !withoutValues.includes(operator);
}
