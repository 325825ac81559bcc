import { finding, type Finding, placeOf } from '../../source/index.ts';
import type { Entry } from '../names/entry.ts';
import type { CubeName, Member, MemberId, Piece, View } from '../model.ts';
import { maskReadsOf, readsOf } from '../facts/member-reads.ts';
import type { Policy } from '../form/policy.ts';

const mostNamed = 3;
const none: ReadonlyMap<Policy, CubeName> = new Map();

/**
 * Finds views without policies that show members which policies of the cubes hide from some callers: such a view
 * exposes them.
 */
export function openViews(
  pieces: ReadonlyMap<CubeName, Piece>,
  entries: ReadonlyMap<CubeName, Entry>,
): readonly Finding[] {
  const isAnyKept = [...pieces.values()].some(
    ({ kind, policies }) => kind === 'cube' && policies?.some(({ shows }) => shows !== 'all'),
  );
  if (!isAnyKept) return [];
  const keeping = new Keeping(pieces);
  return [...pieces.values()].flatMap((piece) => {
    const entry = entries.get(piece.name);
    if (piece.kind !== 'view' || piece.policies || !piece.isPublic || entry?.kind !== 'view') return [];
    return openView(piece, keeping).map((params) =>
      finding('model.view-opens-members', params, placeOf(entry.definition.place, 'name'), {
        hint: 'Give the view an access_policy, or exclude what it should not show',
      }),
    );
  });
}

interface OpenedView {
  readonly view: string;
  readonly members: readonly string[];
  readonly more: number;
  readonly cubes: readonly string[];
}

/** Returns at most one finding for the whole view. */
function openView(view: View, keeping: Keeping): readonly OpenedView[] {
  const members = new Set<MemberId>();
  const cubes = new Set<CubeName>();
  for (const member of membersOf(view)) {
    const policies = member.isPublic ? keeping.policiesThatKeep(member.id) : none;
    if (policies.size === 0) continue;
    members.add(member.expression.kind === 'alias' ? member.expression.member : member.id);
    for (const cube of policies.values()) cubes.add(cube);
  }
  if (members.size === 0) return [];
  const named = [...members].slice(0, mostNamed);
  return [{ view: view.name, members: named, more: members.size - named.length, cubes: [...cubes] }];
}

/** Finds which policies hide which members from some callers they apply to. */
class Keeping {
  readonly #pieces: ReadonlyMap<CubeName, Piece>;
  readonly #members: ReadonlyMap<MemberId, Member>;
  readonly #known = new Map<MemberId, ReadonlyMap<Policy, CubeName>>();

  constructor(pieces: ReadonlyMap<CubeName, Piece>) {
    this.#pieces = pieces;
    this.#members = new Map([...pieces.values()].flatMap(membersOf).map((member) => [member.id, member]));
  }

  /** The policies that hide a member, with their cubes. */
  policiesThatKeep(id: MemberId): ReadonlyMap<Policy, CubeName> {
    const known = this.#known.get(id);
    if (known) return known;
    this.#known.set(id, none);
    const found = this.#find(id);
    this.#known.set(id, found);
    return found;
  }

  #find(id: MemberId): ReadonlyMap<Policy, CubeName> {
    const member = this.#members.get(id);
    if (!member) return none;
    const cube = id.slice(0, id.indexOf('.'));
    const own = this.#pieces.get(cube)?.policies ?? [];
    const keeping = new Map<Policy, CubeName>();
    for (const policy of own) if (!shows(policy, id) && !policy.masks.includes(id)) keeping.set(policy, cube);
    for (const [part, isOfMask] of partsOf(member)) {
      for (const [policy, of] of this.policiesThatKeep(part)) {
        // A caller who sees the mask does not read what the value is made of, and the other way round.
        const isRead = isOfMask ? !shows(policy, id) : !policy.masks.includes(id);
        if (isRead) keeping.set(policy, of);
      }
    }
    return keeping;
  }
}

function partsOf(member: Member): readonly (readonly [MemberId, isOfMask: boolean])[] {
  return [
    ...readsOf(member).map((id) => [id, false] as const),
    ...maskReadsOf(member).map((id) => [id, true] as const),
  ];
}

function shows(policy: Policy, id: MemberId): boolean {
  return policy.shows === 'all' || policy.shows.includes(id);
}

function membersOf({ dimensions, measures, segments }: Piece): readonly Member[] {
  return [...dimensions, ...measures, ...segments];
}
