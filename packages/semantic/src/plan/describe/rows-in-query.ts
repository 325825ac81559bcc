import { cubeOf, type CubeName, type ModelIndex, requireMember } from '../../model/index.ts';
import { type Access, type BoundQuery, membersOf, type Query } from '../../query/index.ts';
import type { Instant, Zone } from '../../time/index.ts';
import { buildPlan, bindQuery } from '../build-plan.ts';
import { findJoinTree, type JoinTree, leadsToMany } from '../joins/join-tree.ts';
import { requirementsOf } from '../joins/query-requirements.ts';
import { requirementsOfMember, resolveAlias } from '../joins/requirement.ts';

/**
 * How the rows of the cubes that define the measures of a query fare in it. `filtered`: a default filter of a view leaves
 * some out. `lost`: the joins start at another cube, whose rows need not lead to all of them. `repeated`: a row may be in
 * several groups. `none`: the query cannot be planned.
 */
export type RowsInQuery = 'all' | 'filtered' | 'lost' | 'repeated' | 'none';

/** @param query one without measures lists rows of the cube of its first dimension */
export function rowsInQuery(query: Query, model: ModelIndex, access: Access): RowsInQuery {
  // The joins of a query do not depend on the time, the zone or limits.
  const context = { now: 0 as Instant, access, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const bound = bindQuery(query, model, context);
  if (!bound.ok) return 'none';
  const planned = buildPlan(bound.value, model);
  if (!planned.ok && planned.problems.some(({ code }) => code !== 'plan.window-without-buckets')) return 'none';
  const tree = findJoinTree(model, requirementsOf(bound.value, model));
  if (!tree.ok) return 'lost';
  const counted = countedCubes(bound.value, model);
  if (counted.some((cube) => cube !== tree.value.root)) return 'lost';
  if (isRepeated(bound.value, model, tree.value)) return 'repeated';
  return bound.value.defaultFilters.length > 0 ? 'filtered' : 'all';
}

function countedCubes({ outputs }: BoundQuery, model: ModelIndex): readonly CubeName[] {
  const measures = outputs.filter(({ role }) => role === 'measure');
  const members = (measures.length > 0 ? measures : outputs.slice(0, 1)).flatMap((one) => membersOf(one.expression));
  const owners = members.map((id) => cubeOf(resolveAlias(model, id, requireMember(model, id).kind).member.id));
  // A measure that a view defines has no rows of its own.
  return owners.filter((owner) => model.pieces.get(owner)?.kind === 'cube');
}

/** Whether a group is made by a join towards many rows. */
function isRepeated({ outputs }: BoundQuery, model: ModelIndex, tree: JoinTree): boolean {
  if (!outputs.some(({ role }) => role === 'measure')) return false;
  const groups = outputs.filter(({ role }) => role !== 'measure');
  return groups
    .flatMap(({ expression }) => membersOf(expression))
    .flatMap((member) => requirementsOfMember(model, member))
    .some(({ cube }) => cube !== tree.root && leadsToMany(tree, tree.root, cube));
}
