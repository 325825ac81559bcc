import { expandMembers, maskReadsOf, type MemberId, type ModelIndex, readsOf } from '../model/index.ts';
import { type Problem, problem } from '../problem/index.ts';
import { type BoundQuery, membersOf, membersOfFilter } from '../query/index.ts';

/** Bound in characters: four members of the largest size. */
const mostTogether = 4_000_000;

/**
 * Refuses a query whose members are too large together; each also has its own bound. Cost: one pass over their parts.
 */
export function refuseTooMuch(query: BoundQuery, model: ModelIndex): readonly Problem[] {
  const requested = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
  ];
  const reached = new Set<MemberId>(requested);
  const members = [...reached].flatMap((id) => model.members.get(id) ?? []);
  for (const member of members)
    for (const read of [...readsOf(member), ...maskReadsOf(member)]) {
      const found = reached.has(read) ? undefined : model.members.get(read);
      if (found) members.push(found);
      reached.add(read);
    }
  const { found } = expandMembers(members, { found: new Map(), beyond: [] });
  const size = requested.reduce((sum, id) => sum + (found.get(id)?.size ?? 0), 0);
  return size > mostTogether ? [problem('plan.too-much-sql', undefined)] : [];
}
