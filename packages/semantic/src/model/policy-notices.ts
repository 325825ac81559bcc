import { finding, type Finding } from '../source/finding.ts';
import type { PolicyDefinition } from '../source/policy-definition.ts';
import type { Entry } from './entry.ts';

/** Policies for everybody that do not say so: mostly a dash too many, and that opens what was meant to be closed. */
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
    // Conditions say for whom it is.
    if (policy.conditions.length > 0) return [];
    const hint = 'Write group: "*" if that is meant';
    return [finding('model.policy-for-everybody', { piece: name }, policy.place, { hint })];
  });
}

/** What is inherited stands in another list. */
function isNext({ place }: PolicyDefinition, { place: before }: PolicyDefinition): boolean {
  return place.parent === before.parent && place.key === Number(before.key) + 1;
}
