import type { CubeName, MemberId, ModelIndex } from '../../model/index.ts';
import { type MadeMember, membersOf } from './member-closure.ts';

/** Members of one cube or view that the policies of a caller show or mask. */
export interface Grants {
  readonly shows: 'all' | ReadonlySet<MemberId>;
  readonly masks: ReadonlySet<MemberId>;
}

/** Why a member is hidden from a caller. */
export type HidingReason =
  | { readonly kind: 'not-granted' }
  /** The member depends on a hidden member. */
  | { readonly kind: 'made-of'; readonly member: MemberId }
  /** No policy of a cube behind the view applies. */
  | { readonly kind: 'cube-denied'; readonly cube: CubeName };

/** @param made result of `madeMembers` @param grants grants of every cube and view that has policies */
export function hiddenMembers(
  model: ModelIndex,
  made: ReadonlyMap<MemberId, MadeMember>,
  grants: ReadonlyMap<CubeName, readonly Grants[]>,
): ReadonlyMap<MemberId, HidingReason> {
  const verdicts = new Map<MemberId, HidingReason | undefined>();
  const hidden = new Map<MemberId, HidingReason>();
  for (const [name, own] of grants) {
    const piece = model.pieces.get(name);
    if (!piece || own.some(({ shows }) => shows === 'all')) continue;
    for (const { id } of membersOf(piece)) if (showing(id, own) === 'no') hidden.set(id, notGranted);
  }
  for (const { id } of made.values()) {
    const reason = judge(id);
    if (reason) hidden.set(id, reason);
  }
  return hidden;

  function judge(id: MemberId): HidingReason | undefined {
    const member = made.get(id);
    if (!member) return hidden.get(id);
    if (verdicts.has(id)) return verdicts.get(id);
    // A member that depends on itself does not compile; if one did, it would stay hidden.
    verdicts.set(id, notGranted);
    const reason = hidden.get(id) ?? (member.isOfView ? judgeOfView(member) : judgeOfCube(member));
    verdicts.set(id, reason);
    return reason;
  }

  /** Members that a view grants need no grant of the cubes behind it, but each of those must admit the caller. */
  function judgeOfView({ cubes }: MadeMember): HidingReason | undefined {
    const cube = cubes.find((name) => !grants.get(name)?.length);
    return cube === undefined ? undefined : { kind: 'cube-denied', cube };
  }

  function judgeOfCube({ id, piece, reads, maskReads }: MadeMember): HidingReason | undefined {
    const own = showing(id, grants.get(piece));
    const parts = [...(own === 'masked' ? [] : reads), ...(own === 'shown' ? [] : maskReads)];
    const member = parts.find(judge);
    return member === undefined ? undefined : { kind: 'made-of', member };
  }
}

const notGranted: HidingReason = { kind: 'not-granted' };

/** `masked`: on every row, so that its own SQL is not read. `both`: its value on some rows, its mask on others. */
function showing(id: MemberId, grants: readonly Grants[] | undefined): 'no' | 'shown' | 'masked' | 'both' {
  if (grants === undefined) return 'shown';
  const isShown = grants.some(({ shows }) => shows === 'all' || shows.has(id));
  const isMasked = grants.some(({ masks }) => masks.has(id));
  if (isShown) return isMasked ? 'both' : 'shown';
  return isMasked ? 'masked' : 'no';
}
