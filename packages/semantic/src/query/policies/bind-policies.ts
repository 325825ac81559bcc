import {
  type CubeName,
  isMadeInside,
  type MemberId,
  requireMember,
  type Touched,
  touchedAnywhere,
  touchedBy,
} from '../../model/index.ts';
import type { Access } from '../access.ts';
import type { Binder } from '../binder.ts';
import type { MemberMask, RowRule } from '../query.ts';
import { bindMasks, type DefaultMasks } from './bind-masks.ts';
import { bindRowRules } from './bind-row-rules.ts';
import { hasPolicies, maskedFor } from './granting.ts';

export interface QueriedMembers {
  /** Members that the query itself names, without those of default filters. */
  readonly named: ReadonlySet<MemberId>;
  /** Measures that it names for rows of their own: those per entity. */
  readonly inside: ReadonlySet<MemberId>;
  readonly isUngrouped: boolean;
}

/** Applies policies to a query: which rows it reads, and which values replace masked members. */
export function bindPolicies(
  binder: Binder,
  { named, inside, isUngrouped }: QueriedMembers,
  defaults: DefaultMasks,
): { readonly rowRules: readonly RowRule[]; readonly masks: readonly MemberMask[] } {
  const { model, access } = binder;
  if (!hasPolicies(model)) return { rowRules: [], masks: [] };
  const masks = mayMask(access);
  const maskedOf = masks ? maskedFor.bind(undefined, model, access) : undefined;
  const anywhere = withPieces(
    touchedAnywhere(model, inside.size > 0 ? [...named, ...inside] : named, maskedOf),
    binder.pieces,
  );
  // Without nested reads, both are the same.
  const hasInside = inside.size > 0 || [...anywhere.members].some((id) => isMadeInside(requireMember(model, id)));
  const own = hasInside ? withPieces(touchedBy(model, named, maskedOf), binder.pieces) : anywhere;
  return {
    rowRules: bindRowRules(binder, anywhere, own),
    masks: masks ? bindMasks(binder, anywhere.members, { isUngrouped, defaults }) : [],
  };
}

/** Adds cubes and views whose rows count, whatever members of them are read. */
export function withPieces(touched: Touched, pieces: ReadonlySet<CubeName>): Touched {
  return pieces.size === 0 ? touched : { ...touched, pieces: new Set([...touched.pieces, ...pieces]) };
}

function mayMask({ policies }: Access): boolean {
  for (const applied of policies.values()) if (applied.some(({ masks }) => masks.size > 0)) return true;
  return false;
}
