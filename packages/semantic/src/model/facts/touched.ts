import { everyPart } from './every-part.ts';
import { fragmentsOf } from './fragments-of.ts';
import { maskReadsOf, readsOf } from './member-reads.ts';
import { cubeOf, type ModelIndex, requireMember } from '../model-index.ts';
import type { CubeName, Fragment, Member, MemberId } from '../model.ts';

/** What a question reads of a model by the SQL of its members, down to the last. Joins and keys read nothing. */
export interface Touched {
  readonly members: ReadonlySet<MemberId>;
  /** Cubes and views of the members, and cubes whose columns SQL names. */
  readonly pieces: ReadonlySet<CubeName>;
}

/** On which of its rows a member shows its mask: what a cube shows on none is not read. */
export type Masked = 'nowhere' | 'somewhere' | 'everywhere';

const unmasked = (): Masked => 'nowhere';

/** What the members read in the rows that they stand in, which is not what is read by `measuresInside`. */
export function touchedBy(model: ModelIndex, members: Iterable<MemberId>, maskedOf: MaskedOf = unmasked): Touched {
  return closure(model, members, maskedOf, (member) => readInRows(model, member));
}

/** What the members read anywhere. */
export function touchedAnywhere(
  model: ModelIndex,
  members: Iterable<MemberId>,
  maskedOf: MaskedOf = unmasked,
): Touched {
  return closure(model, members, maskedOf, readsOf);
}

export type MaskedOf = (member: Member) => Masked;

/** The measures that a dimension is made of, if it is a sub query or has several stages. They read rows of their own. */
export function measuresInside(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const member = requireMember(model, id);
  return isMadeInside(member) ? readsOf(member).filter((read) => isMeasure(model, read)) : [];
}

function readInRows(model: ModelIndex, member: Member): readonly MemberId[] {
  const reads = readsOf(member);
  return isMadeInside(member) ? reads.filter((read) => !isMeasure(model, read)) : reads;
}

/** Whether a dimension is made of rows that are read for it alone. */
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
  readBy: (member: Member) => readonly MemberId[],
): Touched {
  const members = new Set(start);
  const pieces = new Set<CubeName>();
  // A set goes on over what is added while it is walked.
  for (const id of members) {
    const member = requireMember(model, id);
    pieces.add(cubeOf(id));
    const masked = maskedOf(member);
    // A view has no rows of its own: what it masks still stands in rows of the cubes behind it.
    const isRead = masked !== 'everywhere' || model.pieces.get(cubeOf(id))?.kind === 'view';
    const sql = [...(isRead ? fragmentsOf(member) : []), ...(masked === 'nowhere' ? [] : maskSql(member))];
    for (const cube of cubesNamed(sql)) pieces.add(cube);
    for (const read of isRead ? readBy(member) : []) members.add(read);
    for (const read of masked === 'nowhere' ? [] : maskReadsOf(member)) members.add(read);
  }
  return { members, pieces };
}

function maskSql(member: Member): readonly Fragment[] {
  return member.kind !== 'segment' && member.mask?.kind === 'sql' ? [member.mask.sql] : [];
}

function cubesNamed(fragments: readonly Fragment[]): readonly CubeName[] {
  return fragments.flatMap(everyPart).flatMap((part) => (part.kind === 'cube' ? [part.cube] : []));
}
