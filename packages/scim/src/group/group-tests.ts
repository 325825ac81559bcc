import type { GroupTest } from '@orrery/people';
import type { BoundFilter } from '../filter/index.ts';

/** What the directory can be asked for a comparison of groups, if it is exactly that. */
export function groupTestOf({
  field: { place, attribute, sub },
  operator,
  value,
}: BoundFilter & { readonly kind: 'compare' }): GroupTest | undefined {
  if (place !== 'core' || operator !== 'eq' || (value.kind !== 'exact' && value.kind !== 'folded')) return undefined;
  switch (sub ? `${attribute.name}.${sub.name}` : attribute.name) {
    case 'id':
      return { kind: 'uid', is: value.text };
    case 'externalId':
      return { kind: 'external-id', is: value.text };
    case 'displayName':
      return { kind: 'name-key', is: value.text };
    case 'members.value':
      return { kind: 'has-member', userUid: value.text };
    default:
      return undefined;
  }
}
