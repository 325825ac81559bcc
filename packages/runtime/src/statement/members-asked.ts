import { type BoundQuery, type Condition, type MemberId, membersOf, membersOfFilter } from '@orrery/semantic';

/** Conditions that the query itself has, without those of views. */
export function conditionsAsked({ rowFilters, groupFilters, defaultFilters }: BoundQuery): readonly Condition[] {
  const defaults = new Set(defaultFilters);
  return [...rowFilters, ...groupFilters].filter((one) => !defaults.has(one));
}

/** Lists the members that a query names; members of policies and views are left out. */
export function membersAsked(query: BoundQuery): readonly MemberId[] {
  const shown = query.outputs.flatMap(({ expression }) => membersOf(expression));
  return [...new Set([...shown, ...conditionsAsked(query).flatMap(membersOfFilter)])];
}
