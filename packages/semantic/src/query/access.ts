import { type ModelIndex, cubeOf } from '../model/model-index.ts';
import type { Member, MemberId } from '../model/model.ts';

/** What the caller may see. */
export interface Access {
  /** Members kept from this caller although they are public. */
  readonly hidden: ReadonlySet<MemberId>;
}

/** Whether the caller may name the member; what is not visible answers like what does not exist. */
export function isVisible(member: Member, model: ModelIndex, access: Access): boolean {
  const isPublic = member.isPublic && model.pieces.get(cubeOf(member.id))?.isPublic === true;
  return isPublic && !access.hidden.has(member.id);
}
