import type { FilterOperator } from '../form/filter-operators.ts';
import type { Member } from '../model.ts';
import type { PolicyExpression } from '../form/policy.ts';
import { unfitValue } from './value-text.ts';

export interface RowFilterFault {
  readonly key: 'member' | 'operator' | 'values';
  readonly text: string;
}

/** Returns why a row filter can never let a row through; `undefined` when it can. */
export function checkRowFilter(
  member: Member,
  operator: FilterOperator,
  values: readonly (string | null | PolicyExpression)[],
): RowFilterFault | undefined {
  if (member.kind === 'segment') return { key: 'member', text: 'it is a segment, and filters test values' };
  if (operator === 'measureFilter') {
    if (member.kind !== 'measure') return { key: 'operator', text: 'measureFilter is for measures' };
    return leavesRowsOut(member) ? undefined : { key: 'member', text: 'it is a measure without filters of rows' };
  }
  if (member.kind === 'measure') {
    return { key: 'member', text: 'it is a measure, and rows are chosen before they are aggregated' };
  }
  if (member.expression.kind === 'switch')
    return { key: 'member', text: 'it is a switch, which no row has a value of' };
  if (member.expression.kind === 'stage')
    return { key: 'member', text: 'it is made of measures, and rows are chosen before they are aggregated' };
  const { type } = member;
  const family = familyOf(operator);
  if (family === 'text' && type !== 'string')
    return { key: 'operator', text: `${operator} is for strings, not a ${type}` };
  if (family === 'date' && type !== 'time') return { key: 'operator', text: `${operator} is for times, not a ${type}` };
  if (family === 'order' && type === 'boolean')
    return { key: 'operator', text: `${operator} does not compare booleans` };
  if ((family === 'order' || family === 'date') && values.includes(null)) {
    return { key: 'values', text: `${operator} does not compare with null` };
  }
  const isSettled = values.every((value) => typeof value !== 'object' || value === null);
  const count = isSettled ? badCount(operator, values.length) : undefined;
  if (count !== undefined) return { key: 'values', text: count };
  for (const value of values) {
    if (typeof value !== 'string') continue;
    const text = unfitValue(value, type);
    if (text !== undefined) return { key: 'values', text };
  }
  return undefined;
}

/** Whether the filters of a measure select rows. For a view this is only known with the whole model. */
export function leavesRowsOut({ expression }: Extract<Member, { kind: 'measure' }>): boolean {
  if (expression.kind === 'alias') return true;
  return (expression.kind === 'aggregate' || expression.kind === 'raw-aggregate') && expression.filters.length > 0;
}

type Family = 'equal' | 'text' | 'order' | 'date' | 'none';

function familyOf(operator: Exclude<FilterOperator, 'measureFilter'>): Family {
  switch (operator) {
    case 'equals':
    case 'notEquals':
    case 'in':
    case 'notIn':
      return 'equal';
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'notStartsWith':
    case 'endsWith':
    case 'notEndsWith':
      return 'text';
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return 'order';
    case 'inDateRange':
    case 'notInDateRange':
    case 'onTheDate':
    case 'beforeDate':
    case 'beforeOrOnDate':
    case 'afterDate':
    case 'afterOrOnDate':
      return 'date';
    case 'set':
    case 'notSet':
      return 'none';
  }
}

/**
 * Why this number of values is invalid for the operator. Where a query may give too many, a rule must not ignore some.
 */
export function badCount(operator: FilterOperator, count: number): string | undefined {
  if (operator === 'measureFilter') return undefined;
  const family = familyOf(operator);
  if (operator === 'inDateRange' || operator === 'notInDateRange') {
    return count === 2 ? undefined : `${operator} takes two values`;
  }
  if (operator === 'onTheDate') return count <= 2 ? undefined : 'onTheDate takes one value or two';
  return (family === 'order' || family === 'date') && count !== 1 ? `${operator} takes one value` : undefined;
}
