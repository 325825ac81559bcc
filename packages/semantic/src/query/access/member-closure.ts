import {
  type CubeName,
  cubeOf,
  maskReadsOf,
  type MemberId,
  type ModelIndex,
  type Piece,
  readsOf,
} from '../../model/index.ts';

/** A member that depends on members of cubes with policies. */
export interface MadeMember {
  readonly id: MemberId;
  readonly piece: CubeName;
  readonly isOfView: boolean;
  readonly reads: readonly MemberId[];
  readonly maskReads: readonly MemberId[];
  /** The cubes with policies that supply the values of a view's member. */
  readonly cubes: readonly CubeName[];
}

const none: readonly never[] = [];

/** Finds every member that depends on something policies may hide. */
export function madeMembers(model: ModelIndex): ReadonlyMap<MemberId, MadeMember> {
  const reads = new Map<MemberId, readonly MemberId[]>();
  const maskReads = new Map<MemberId, readonly MemberId[]>();
  for (const piece of model.pieces.values()) {
    for (const member of membersOf(piece)) {
      const own = readsOf(member);
      if (own.length > 0) reads.set(member.id, own);
      const masked = maskReadsOf(member);
      if (masked.length > 0) maskReads.set(member.id, masked);
    }
  }
  const readers = inverted([reads, maskReads]);
  const start = [...readers.keys()].filter((id) => hasPolicies(cubeOf(id)));
  const found = new Map<MemberId, MadeMember>();
  for (const id of reached(start, readers)) {
    const piece = model.pieces.get(cubeOf(id));
    if (!piece || (!reads.has(id) && !maskReads.has(id))) continue;
    const isOfView = piece.kind === 'view';
    found.set(id, {
      id,
      piece: piece.name,
      isOfView,
      reads: reads.get(id) ?? none,
      maskReads: maskReads.get(id) ?? none,
      cubes: isOfView ? cubesBehind(id) : none,
    });
  }
  return found;

  function hasPolicies(name: CubeName): boolean {
    return model.pieces.get(name)?.policies !== undefined;
  }

  function cubesBehind(id: MemberId): readonly CubeName[] {
    const cubes = new Set([...reached([id], { get: together })].map(cubeOf));
    return [...cubes].filter((name) => model.pieces.get(name)?.kind === 'cube' && hasPolicies(name));
  }

  function together(id: MemberId): readonly MemberId[] {
    const masked = maskReads.get(id);
    return masked ? [...(reads.get(id) ?? none), ...masked] : (reads.get(id) ?? none);
  }
}

export function* membersOf({ dimensions, measures, segments }: Piece) {
  yield* dimensions;
  yield* measures;
  yield* segments;
}

interface Links {
  readonly get: (id: MemberId) => readonly MemberId[] | undefined;
}

function inverted(
  all: readonly ReadonlyMap<MemberId, readonly MemberId[]>[],
): ReadonlyMap<MemberId, readonly MemberId[]> {
  const back = new Map<MemberId, MemberId[]>();
  for (const links of all) {
    for (const [from, targets] of links) {
      for (const to of targets) {
        const known = back.get(to);
        if (known) known.push(from);
        else back.set(to, [from]);
      }
    }
  }
  return back;
}

/** Everything that links lead to, the start included. */
function reached(start: readonly MemberId[], links: Links): ReadonlySet<MemberId> {
  const seen = new Set(start);
  // A set also iterates over items added during the walk.
  for (const id of seen) for (const next of links.get(id) ?? none) seen.add(next);
  return seen;
}
