import { fragmentsOf, everyPart } from './fragments-of.ts';
import { maskReadsOf, readsOf } from './member-reads.ts';
import { cubeOf, factOfPart, type ModelIndex, requireMember } from '../model-index.ts';
import type { CubeName, Fragment, Member, MemberId } from '../model.ts';

/** Parts of a model that a query reads through the SQL of its members, at any depth. Joins and keys do not count. */
export interface Touched {
  readonly members: ReadonlySet<MemberId>;
  /** Cubes and views of the members, and cubes whose columns SQL names. */
  readonly pieces: ReadonlySet<CubeName>;
}

/** The rows on which a member shows its mask: a member masked everywhere is not read. */
export type Masked = 'nowhere' | 'somewhere' | 'everywhere';

const unmasked = (): Masked => 'nowhere';

/** Collects what the members read in their own rows; rows read by `measuresInside` do not count. */
export function touchedBy(model: ModelIndex, members: Iterable<MemberId>, maskedOf: MaskedOf = unmasked): Touched {
  return closure(model, members, maskedOf, 'inRows');
}

/** Collects what the members read in any rows. */
export function touchedAnywhere(
  model: ModelIndex,
  members: Iterable<MemberId>,
  maskedOf: MaskedOf = unmasked,
): Touched {
  return closure(model, members, maskedOf, 'anywhere');
}

export type MaskedOf = (member: Member) => Masked;

/** Measures that a dimension is made of, if it is a sub query or has several stages. They read rows of their own. */
export function measuresInside(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const member = requireMember(model, id);
  return isMadeInside(member) ? readsOf(member).filter((read) => isMeasure(model, read)) : [];
}

/** Whether a dimension is computed from rows that are read only for it. */
export function isMadeInside({ kind, expression }: Member): boolean {
  return kind === 'dimension' && (expression.kind === 'sub-query' || expression.kind === 'stage');
}

function isMeasure(model: ModelIndex, id: MemberId): boolean {
  return requireMember(model, id).kind === 'measure';
}

function closure(
  model: ModelIndex,
  start: Iterable<MemberId>,
  maskedOf: MaskedOf,
  where: 'anywhere' | 'inRows',
): Touched {
  const members = new Set(start);
  const pieces = new Set<CubeName>();
  // A set also iterates over items added during the walk.
  for (const id of members) {
    const member = requireMember(model, id);
    pieces.add(cubeOf(id));
    const masked = maskedOf(member);
    // A view has no rows of its own: what it masks is still read from the cubes behind it.
    const isRead = masked !== 'everywhere' || model.pieces.get(cubeOf(id))?.kind === 'view';
    const reads = factOfPart(model, id, findReads);
    for (const named of [...(isRead ? [reads[where]] : []), ...(masked === 'nowhere' ? [] : [reads.mask])]) {
      for (const cube of named.cubes) pieces.add(cube);
      for (const read of named.members) members.add(read);
    }
  }
  return { members, pieces };
}

/** Members and cubes that are read without others between. */
interface NamedInSql {
  readonly members: readonly MemberId[];
  readonly cubes: readonly CubeName[];
}

/** The reads of a member, in any rows and in its own, and those of its mask. */
interface MemberReads {
  readonly anywhere: NamedInSql;
  readonly inRows: NamedInSql;
  readonly mask: NamedInSql;
}

function findReads(model: ModelIndex, id: MemberId): MemberReads {
  const member = requireMember(model, id);
  const anywhere = { members: readsOf(member), cubes: cubesNamed(fragmentsOf(member)) };
  const inRows = isMadeInside(member)
    ? { ...anywhere, members: anywhere.members.filter((read) => !isMeasure(model, read)) }
    : anywhere;
  return { anywhere, inRows, mask: { members: maskReadsOf(member), cubes: cubesNamed(maskSql(member)) } };
}

function maskSql(member: Member): readonly Fragment[] {
  return member.kind !== 'segment' && member.mask?.kind === 'sql' ? [member.mask.sql] : [];
}

function cubesNamed(fragments: readonly Fragment[]): readonly CubeName[] {
  const found: CubeName[] = [];
  for (const fragment of fragments) {
    for (const part of everyPart(fragment)) if (part.kind === 'cube') found.push(part.cube);
  }
  return found;
}
