import type { UserTest } from '@orrery/people';
import type { BoundFilter } from '../filter/index.ts';

/** What the directory can be asked for a comparison of users, if it is exactly that. */
export function userTestOf({
  field: { place, attribute, sub },
  operator,
  value,
}: BoundFilter & { readonly kind: 'compare' }): UserTest | undefined {
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
