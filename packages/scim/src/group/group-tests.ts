import type { GroupTest } from '@orrery/people';
import type { BoundScimFilter } from '../filter/index.ts';

/** Translates a comparison of groups into a test of the directory, if a test with exactly that meaning exists. */
export function groupTestOf({
  field: { place, attribute, sub },
  operator,
  value,
}: BoundScimFilter & { readonly kind: 'compare' }): GroupTest | undefined {
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
