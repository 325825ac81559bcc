import {
  type CubeName,
  cubeOf,
  type Member,
  type MemberId,
  type ModelFilter,
  type ModelIndex,
  type Policy,
} from '../model/index.ts';

/** Rights of a caller to members and rows. */
export interface Access {
  /** Public members hidden from this caller. */
  readonly hidden: ReadonlySet<MemberId>;
  /** The policies of every cube and view that apply to this caller; empty if none does. */
  readonly policies: ReadonlyMap<CubeName, readonly AppliedPolicy[]>;
}

/** A policy of a cube or view that applies to a caller, with the caller's values filled in. */
export interface AppliedPolicy {
  /** The policy in the model; absent for rights that were simulated. */
  readonly policy?: Policy;
  readonly shows: 'all' | ReadonlySet<MemberId>;
  readonly masks: ReadonlySet<MemberId>;
  /** Row filters joined with AND; absent means every row. */
  readonly rows?: readonly ModelFilter[];
}

/** Access to a model without policies. */
export const openAccess: Access = { hidden: new Set(), policies: new Map() };

/** Whether the caller may name the member; an invisible member is answered like a missing one. */
export function isVisible(member: Member, model: ModelIndex, access: Access): boolean {
  const isPublic = member.isPublic && model.pieces.get(cubeOf(member.id))?.isPublic === true;
  return isPublic && !access.hidden.has(member.id);
}
