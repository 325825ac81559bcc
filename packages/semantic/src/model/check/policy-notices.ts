import {
  finding,
  type Finding,
  type PlacedName,
  type PolicyDefinition,
  type PolicyFilterDefinition,
} from '../../source/index.ts';
import type { Entry } from '../names/entry.ts';
import type { Cube, View } from '../model.ts';
import { memberId } from '../resolve/scope.ts';

/** Finds policies for everyone that do not say so: usually a stray dash, which opens what was meant to be closed. */
export function policyNotices(entry: Entry): readonly Finding[] {
  if (entry.kind !== 'cube' && entry.kind !== 'view') return [];
  const { name, definition } = entry;
  return definition.policies.flatMap((policy, index) => {
    if (policy.needs) return [];
    const before = definition.policies[index - 1];
    if (before?.isOnlyFor && isNext(policy, before)) {
      const params = { piece: name, who: (before.needs?.names ?? []).join(', ') };
      const hint = `Remove the dash if it is part of the policy before it; otherwise write group: "*" beside it`;
      return [finding('model.policy-cut-in-two', params, policy.place, { hint })];
    }
    // Conditions limit the policy to some callers.
    if (policy.conditions.length > 0) return [];
    const hint = 'Write group: "*" if that is meant';
    return [finding('model.policy-for-everybody', { piece: name }, policy.place, { hint })];
  });
}

/** Finds policies that grant nothing because a member in their row filter cannot be computed. */
export function idlePolicies(entry: Entry | undefined, { name, ...served }: ServedMembers): readonly Finding[] {
  if (entry?.kind !== 'cube' && entry?.kind !== 'view') return [];
  const { policies } = entry.definition;
  if (policies.length === 0) return [];
  const known = new Set([...served.dimensions, ...served.measures, ...served.segments].map((member) => member.name));
  return policies.flatMap(({ rows = [] }) => {
    const lost = testedBy(rows).find((tested) => !known.has(tested.name));
    if (!lost) return [];
    const params = { piece: name, member: memberId(name, lost.name) };
    return [finding('model.policy-of-unavailable', params, lost.place)];
  });
}

type ServedMembers = Pick<Cube | View, 'name' | 'dimensions' | 'measures' | 'segments'>;

function testedBy(filters: readonly PolicyFilterDefinition[]): readonly PlacedName[] {
  return filters.flatMap((filter) => (filter.kind === 'member' ? [filter.member] : testedBy(filter.filters)));
}

/** Whether two policies are neighbours in one list; inherited policies are in another list. */
function isNext({ place }: PolicyDefinition, { place: before }: PolicyDefinition): boolean {
  return place.parent === before.parent && place.key === Number(before.key) + 1;
}
