import type { Filter, MemberFilter, RowFilter } from './filters.ts';

/**
 * Whether filters, joined with AND, let through no row that a condition keeps back: each of its tests stands among them,
 * or a tighter one of the same member.
 */
export function isImplied(condition: Filter, filters: readonly RowFilter[]): boolean {
  if ('or' in condition) return condition.or.some((one) => isImplied(one, filters));
  if ('and' in condition) return condition.and.every((one) => isImplied(one, filters));
  return filters.flatMap(apart).some((filter) => isTighter(filter, condition));
}

function apart(filter: RowFilter): readonly MemberFilter[] {
  if ('segment' in filter || 'or' in filter) return [];
  return 'and' in filter ? filter.and.flatMap(apart) : [filter];
}

function isTighter(filter: MemberFilter, condition: MemberFilter): boolean {
  if (filter.member !== condition.member) return false;
  const [given, wanted] = [filter.values ?? [], condition.values ?? []];
  const isEquality = (operator: string) => operator === 'equals' || operator === 'in';
  if (isEquality(filter.operator) && isEquality(condition.operator)) {
    return given.length > 0 && given.every((value) => value !== null && wanted.includes(value));
  }
  const [own, limit] = [Number(given[0]), Number(wanted[0])];
  switch (condition.operator) {
    case 'gt':
      return (filter.operator === 'gt' && own >= limit) || (filter.operator === 'gte' && own > limit);
    case 'gte':
      return (filter.operator === 'gt' || filter.operator === 'gte') && own >= limit;
    case 'lt':
      return (filter.operator === 'lt' && own <= limit) || (filter.operator === 'lte' && own < limit);
    case 'lte':
      return (filter.operator === 'lt' || filter.operator === 'lte') && own <= limit;
    default:
      return filter.operator === condition.operator && JSON.stringify(given) === JSON.stringify(wanted);
  }
}
