import { cubeOf, type ModelIndex } from '../../model/model-index.ts';
import { maskReadsOf, readsOf } from '../../model/member-reads.ts';
import type { CubeName, Member, MemberId } from '../../model/model.ts';

/** A member that policies may keep from somebody, with what it is made of. */
export interface GuardedMember {
  readonly id: MemberId;
  readonly piece: CubeName;
  readonly isOfView: boolean;
  readonly reads: readonly MemberId[];
  readonly maskReads: readonly MemberId[];
  /** Cubes with policies that its values come from, its own left out where it is a cube. */
  readonly cubes: readonly CubeName[];
}

/** Members of cubes and views with policies, and all that are made of them. Every other member is open. */
export function guardedMembers(model: ModelIndex): ReadonlyMap<MemberId, GuardedMember> {
  const reads = new Map(
    [...model.members.values()].map((member) => [member.id, [...readsOf(member), ...maskReadsOf(member)]]),
  );
  const guarded = reached(
    [...model.members.keys()].filter((id) => hasPolicies(model, cubeOf(id))),
    inverted(reads),
  );
  const found = new Map<MemberId, GuardedMember>();
  for (const id of guarded) {
    const member = model.members.get(id);
    const piece = member && model.pieces.get(cubeOf(id));
    if (!member || !piece) continue;
    found.set(id, {
      id,
      piece: piece.name,
      isOfView: piece.kind === 'view',
      reads: guardedOf(readsOf(member)),
      maskReads: guardedOf(maskReadsOf(member)),
      cubes: cubesBehind(member),
    });
  }
  return found;

  function guardedOf(ids: readonly MemberId[]): readonly MemberId[] {
    return ids.filter((id) => guarded.has(id));
  }

  function cubesBehind({ id }: Member): readonly CubeName[] {
    const cubes = new Set([...reached([id], reads)].map(cubeOf));
    return [...cubes].filter((name) => model.pieces.get(name)?.kind === 'cube' && hasPolicies(model, name));
  }
}

function hasPolicies(model: ModelIndex, name: CubeName): boolean {
  return model.pieces.get(name)?.policies !== undefined;
}

type Links = ReadonlyMap<MemberId, readonly MemberId[]>;

function inverted(links: Links): Links {
  const back = new Map<MemberId, MemberId[]>();
  for (const [from, targets] of links) {
    for (const to of targets) {
      const known = back.get(to);
      if (known) known.push(from);
      else back.set(to, [from]);
    }
  }
  return back;
}

/** Everything links lead to, the start included. */
function reached(start: readonly MemberId[], links: Links): ReadonlySet<MemberId> {
  const seen = new Set(start);
  // A set goes on over what is added while it is walked.
  for (const id of seen) for (const next of links.get(id) ?? []) seen.add(next);
  return seen;
}
