import { type BoundQuery, type Condition, type MemberId, membersOf, membersOfFilter } from '@orrery/semantic';

/** Conditions that the query itself has, without those of views. */
export function conditionsAsked({ rowFilters, groupFilters, defaultFilters }: BoundQuery): readonly Condition[] {
  const defaults = new Set(defaultFilters);
  return [...rowFilters, ...groupFilters].filter((one) => !defaults.has(one));
}

/** Members that a query names; what policies and views add is no part of it. */
export function membersAsked(query: BoundQuery): readonly MemberId[] {
  const shown = query.outputs.flatMap(({ expression }) => membersOf(expression));
  return [...new Set([...shown, ...conditionsAsked(query).flatMap(membersOfFilter)])];
}
