import type { FilterOperator } from '../form/filter-operators.ts';
import type { Dimension, Measure, ValueType } from '../model.ts';
import { unfitValue } from './value-text.ts';

type Filtered = Pick<Dimension | Measure, 'id' | 'kind' | 'type'> & Pick<Measure, 'times'>;

/** Whether operators on dates are defined for a member. */
export function takesDates({ type, times }: Pick<Filtered, 'type' | 'times'>): boolean {
  return type === 'time' || times !== undefined;
}

/** Type of the filter values for a member. */
export function filteredType({ type, times }: Pick<Filtered, 'type' | 'times'>): ValueType {
  return times === 'certain' ? 'time' : type;
}

/** Returns why a filter of the model could never apply; `undefined` when it can. */
export function filterFault(
  member: Filtered,
  operator: FilterOperator,
  values: readonly (string | null)[] = [],
): string | undefined {
  const given = values.filter((value) => value !== null);
  switch (operator) {
    case 'set':
    case 'notSet':
      return undefined;
    case 'measureFilter':
      return member.kind === 'measure' ? undefined : `${operator} is for measures, and '${member.id}' is a dimension`;
    case 'equals':
    case 'notEquals':
    case 'in':
    case 'notIn':
      return values.length === 0 ? `${operator} takes values` : valueFault(member, given);
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'notStartsWith':
    case 'endsWith':
    case 'notEndsWith':
      if (values.length === 0) return `${operator} takes values`;
      return typeFault(member, operator, ['string']) ?? valueFault(member, given);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeFault(member, operator, ['number', 'string', 'time']) ?? oneFault(member, operator, given);
    case 'beforeDate':
    case 'beforeOrOnDate':
    case 'afterDate':
    case 'afterOrOnDate':
    case 'onTheDate':
      return dateFault(member, operator) ?? oneFault(asTime(member), operator, given);
    case 'inDateRange':
    case 'notInDateRange':
      if (given.length < 2) return `${operator} takes two values`;
      return dateFault(member, operator) ?? valueFault(asTime(member), given.slice(0, 2));
  }
}

function typeFault(member: Filtered, operator: FilterOperator, types: readonly Filtered['type'][]): string | undefined {
  const { id } = member;
  const type = filteredType(member);
  if (types.includes(type)) return undefined;
  return `${operator} is for ${types.map((one) => `${one}s`).join(' and ')}, and '${id}' is a ${type}`;
}

function dateFault(member: Filtered, operator: FilterOperator): string | undefined {
  return takesDates(member) ? undefined : typeFault(member, operator, ['time']);
}

/** Values of operators on dates are dates, whatever the member's declared type is. */
function asTime(member: Filtered): Filtered {
  return { ...member, type: 'time' };
}

function oneFault(member: Filtered, operator: FilterOperator, given: readonly string[]): string | undefined {
  return given.length === 0
    ? `${operator} takes a value`
    : valueFault(member, given.slice(0, operator === 'onTheDate' ? 2 : 1));
}

function valueFault(member: Filtered, given: readonly string[]): string | undefined {
  for (const value of given) {
    const fault = unfitValue(value, filteredType(member));
    if (fault !== undefined) return fault;
  }
  return undefined;
}
