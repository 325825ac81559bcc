import {
  type CubeName,
  cubeOf,
  type Member,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
} from '../model/index.ts';

/** What the caller may see. */
export interface Access {
  /** Members kept from this caller although they are public. */
  readonly hidden: ReadonlySet<MemberId>;
  /** Of every cube and view that has policies: those that apply to this caller, none if none does. */
  readonly policies: ReadonlyMap<CubeName, readonly AppliedPolicy[]>;
}

/** A policy of a cube or view that applies to a caller, with the caller's values in it. */
export interface AppliedPolicy {
  readonly shows: 'all' | ReadonlySet<MemberId>;
  readonly masks: ReadonlySet<MemberId>;
  /** Joined with AND; absent: every row. */
  readonly rows?: readonly ModelFilter[];
}

/** Of a model without policies. */
export const openAccess: Access = { hidden: new Set(), policies: new Map() };

/** Whether the caller may name the member; what is not visible answers like what does not exist. */
export function isVisible(member: Member, model: ModelIndex, access: Access): boolean {
  const isPublic = member.isPublic && model.pieces.get(cubeOf(member.id))?.isPublic === true;
  return isPublic && !access.hidden.has(member.id);
}
