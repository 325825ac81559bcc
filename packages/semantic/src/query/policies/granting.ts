import {
  type CubeName,
  cubeOf,
  factOf,
  type Masked,
  type Member,
  type MemberId,
  type ModelIndex,
} from '../../model/index.ts';
import type { Access, AppliedPolicy } from '../access.ts';

export function hasPolicies(model: ModelIndex): boolean {
  return factOf(model, holdsPolicies);
}

function holdsPolicies({ pieces }: ModelIndex): boolean {
  return [...pieces.values()].some(({ policies }) => policies !== undefined);
}

/**
 * Returns `undefined` for a cube without policies. For one with policies, an access that does not know it grants
 * nothing.
 */
export function policiesOf(model: ModelIndex, access: Access, name: CubeName): readonly AppliedPolicy[] | undefined {
  return access.policies.get(name) ?? (model.pieces.get(name)?.policies ? [] : undefined);
}

/**
 * Through a view, a member may be reached that no policy of its cube grants: then all that apply to the caller limit
 * it.
 */
export function granting(policies: readonly AppliedPolicy[], id: MemberId): readonly AppliedPolicy[] {
  const found = policies.filter((policy) => shows(policy, id) || policy.masks.has(id));
  return found.length > 0 ? found : policies;
}

/** The policies that show a member's value where others mask it; `undefined` where no policy masks it. */
export function showingBesideMasks(
  policies: readonly AppliedPolicy[] | undefined,
  id: MemberId,
): readonly AppliedPolicy[] | undefined {
  if (!policies?.some(({ masks }) => masks.has(id))) return undefined;
  const showing = policies.filter((policy) => shows(policy, id));
  return showing.some(({ rows }) => rows === undefined) ? undefined : showing;
}

/** Where a caller sees a member masked, by its own cube or view. */
export function maskedFor(model: ModelIndex, access: Access, { id }: Member): Masked {
  const showing = showingBesideMasks(policiesOf(model, access, cubeOf(id)), id);
  if (!showing) return 'nowhere';
  return showing.length === 0 ? 'everywhere' : 'somewhere';
}

function shows(policy: AppliedPolicy, id: MemberId): boolean {
  return policy.shows === 'all' || policy.shows.has(id);
}
