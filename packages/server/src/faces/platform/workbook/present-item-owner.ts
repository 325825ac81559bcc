import type { WireResourceOwner } from '@orrery/contract';
import type { ItemOwner } from '@orrery/content';

export function presentItemOwner({ id, email, username, firstName, picture }: ItemOwner): WireResourceOwner {
  return { id, email: email ?? username, firstName, picture };
}
