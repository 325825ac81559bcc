import type { UserTest } from '@orrery/people';
import type { BoundScimFilter } from '../filter/index.ts';

/** Translates a comparison of users into a test of the directory, if a test with exactly that meaning exists. */
export function userTestOf({
  field: { place, attribute, sub },
  operator,
  value,
}: BoundScimFilter & { readonly kind: 'compare' }): UserTest | undefined {
  if (place !== 'core' || operator !== 'eq') return undefined;
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name;
  if (name === 'active' && value.kind === 'boolean') return { kind: 'active', isActive: value.isTrue };
  if (value.kind !== 'exact' && value.kind !== 'folded') return undefined;
  switch (name) {
    case 'id':
      return { kind: 'uid', is: value.text };
    case 'externalId':
      return { kind: 'external-id', is: value.text };
    case 'userName':
      return { kind: 'username-key', is: value.text };
    case 'groups.value':
      return { kind: 'in-group', groupUid: value.text };
    default:
      return undefined;
  }
}
