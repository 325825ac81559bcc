import type { CubeName, MemberId } from '../../model/model.ts';
import type { GuardedMember } from './member-closure.ts';

/** What the policies that apply to a caller show of the members of one cube or view. */
export interface Grants {
  readonly shows: 'all' | ReadonlySet<MemberId>;
  readonly masks: ReadonlySet<MemberId>;
}

/** Why a member is kept from a caller. */
export type HidingReason =
  | { readonly kind: 'not-granted' }
  /** It is made of a member that is kept from the caller. */
  | { readonly kind: 'made-of'; readonly member: MemberId }
  /** No policy of a cube behind the view applies. */
  | { readonly kind: 'cube-denied'; readonly cube: CubeName };

/** @param grants of every cube and view that has policies */
export function hiddenMembers(
  guarded: ReadonlyMap<MemberId, GuardedMember>,
  grants: ReadonlyMap<CubeName, readonly Grants[]>,
): ReadonlyMap<MemberId, HidingReason> {
  const verdicts = new Map<MemberId, HidingReason | undefined>();
  const hidden = new Map<MemberId, HidingReason>();
  for (const member of guarded.values()) {
    const reason = judge(member);
    if (reason) hidden.set(member.id, reason);
  }
  return hidden;

  function judge(member: GuardedMember): HidingReason | undefined {
    if (verdicts.has(member.id)) return verdicts.get(member.id);
    // Members that lead back to themselves do not compile; one that did would stay hidden.
    verdicts.set(member.id, { kind: 'not-granted' });
    const reason = member.isOfView ? judgeOfView(member) : judgeOfCube(member);
    verdicts.set(member.id, reason);
    return reason;
  }

  /** What a view grants needs no grant of the cubes behind it, but each of them has to let the caller in. */
  function judgeOfView({ id, piece, cubes }: GuardedMember): HidingReason | undefined {
    if (showing(id, grants.get(piece)) === 'no') return { kind: 'not-granted' };
    const cube = cubes.find((name) => !grants.get(name)?.length);
    return cube === undefined ? undefined : { kind: 'cube-denied', cube };
  }

  function judgeOfCube({ id, piece, reads, maskReads }: GuardedMember): HidingReason | undefined {
    const own = showing(id, grants.get(piece));
    if (own === 'no') return { kind: 'not-granted' };
    const parts = [...(own === 'masked' ? [] : reads), ...(own === 'shown' ? [] : maskReads)];
    const member = parts.find((part) => {
      const other = guarded.get(part);
      return other && judge(other);
    });
    return member === undefined ? undefined : { kind: 'made-of', member };
  }
}

/** `masked`: on every row, so that its own SQL is not read. `both`: its value on some rows, its mask on others. */
function showing(id: MemberId, grants: readonly Grants[] | undefined): 'no' | 'shown' | 'masked' | 'both' {
  if (grants === undefined) return 'shown';
  const isShown = grants.some(({ shows }) => shows === 'all' || shows.has(id));
  const isMasked = grants.some(({ masks }) => masks.has(id));
  if (isShown) return isMasked ? 'both' : 'shown';
  return isMasked ? 'masked' : 'no';
}
