import type { ModelIndex } from '../../model/index.ts';
import { type BoundQuery, type Condition, membersOfFilter } from '../../query/index.ts';
import { queryGrouping } from './query-grouping.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import { isApart, reachedFrom, rootsOf } from './plan-facts.ts';
import { requirementsOf } from '../joins/query-requirements.ts';
import { requirementsOfMember } from '../joins/requirement.ts';

/**
 * A question without the default filters that limit none of its rows: where facts stand side by side, a filter of one
 * leaves the others alone, also when that one is not asked. As long as joins connect everything, all of them limit it.
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
