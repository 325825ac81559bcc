import type { ModelIndex } from '../../model/index.ts';
import { type BoundQuery, type Condition, membersOfFilter } from '../../query/index.ts';
import { queryGrouping } from './query-grouping.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import { isApart, reachedFrom, rootsOf } from './plan-facts.ts';
import { requirementsOf } from '../joins/query-requirements.ts';
import { requirementsOfMember } from '../joins/requirement.ts';

/**
 * Removes default filters that limit none of the query's rows: with separate facts, a filter of one does not affect the
 * others, even if that one is not queried. While joins connect everything, all filters apply.
 */
export function withReachedDefaultFilters(query: BoundQuery, model: ModelIndex): BoundQuery {
  const { defaultFilters } = query;
  if (defaultFilters.length === 0 || !isApart(findJoinTree(model, requirementsOf(query, model)))) return query;
  const without = { ...query, rowFilters: query.rowFilters.filter((filter) => !defaultFilters.includes(filter)) };
  const roots = rootsOf(model, queryGrouping(without, model, requirementsOf(without, model)));
  if (roots.length === 0) return query;
  const reached = roots.map((root) => reachedFrom(model, root));
  const isReached = (filter: Condition): boolean => {
    const required = membersOfFilter(filter).flatMap((member) => requirementsOfMember(model, member));
    return reached.some((cubes) => required.every(({ cube }) => cubes.has(cube)));
  };
  return {
    ...query,
    rowFilters: query.rowFilters.filter((filter) => !defaultFilters.includes(filter) || isReached(filter)),
  };
}
