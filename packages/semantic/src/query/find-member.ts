import { nearest, nearestName } from '@orrery/kernel';
import type { Problem } from '../problem/index.ts';
import {
  type Dimension,
  type Measure,
  type Member,
  type MemberId,
  type Piece,
  reasonAgainst,
  type Segment,
  type UnavailablePiece,
} from '../model/index.ts';
import { isVisible } from './access.ts';
import { type Binder, isFull, report } from './binder.ts';

type KindOfMember = Member['kind'];

/**
 * Finds the member with this exact name, if it is of one of the given kinds and visible to the caller. Otherwise
 * reports the same problem for hidden and for missing members.
 */
export function findMeasure(binder: Binder, name: string, path: string): Measure | undefined {
  const member = find(binder, name, path, ['measure']);
  return member?.kind === 'measure' ? member : undefined;
}

export function findDimension(binder: Binder, name: string, path: string): Dimension | undefined {
  const member = find(binder, name, path, ['dimension']);
  return member?.kind === 'dimension' ? member : undefined;
}

export function findSegment(binder: Binder, name: string, path: string): Segment | undefined {
  const member = find(binder, name, path, ['segment']);
  return member?.kind === 'segment' ? member : undefined;
}

export function findDimensionOrMeasure(binder: Binder, name: string, path: string): Dimension | Measure | undefined {
  const member = find(binder, name, path, ['dimension', 'measure']);
  return member === undefined || member.kind === 'segment' ? undefined : member;
}

function find(binder: Binder, name: string, path: string, kinds: readonly KindOfMember[]): Member | undefined {
  const member = binder.model.members.get(name as MemberId);
  const isFound = member && kinds.includes(member.kind) && isVisible(member, binder.model, binder.access);
  if (!isFound) return reportMissing(binder, name, path, kinds);
  if (member.kind !== 'segment') binder.requested.add(member.id);
  return member;
}

/** Finds a cube or view of which the caller may name something; any other is reported like a missing one. */
export function findPiece(binder: Binder, name: string, path: string): Piece | undefined {
  const unavailable = binder.model.unavailable.get(name);
  if (unavailable) return reportUnavailable(binder, unavailable, path);
  const piece = binder.model.pieces.get(name);
  if (piece && hasVisibleMember(binder, piece)) return piece;
  return report(binder, 'query.unknown-cube', { cube: name, path: name }, path);
}

/** Reports why the caller has no such member, with the most similar name visible to the caller. */
export function reportMissing(binder: Binder, name: string, path: string, kinds: readonly KindOfMember[]): undefined {
  const dot = name.indexOf('.');
  if (dot <= 0 || dot === name.length - 1) return report(binder, 'query.unresolved-member', { member: name }, path);
  const cube = name.slice(0, dot);
  const member = name.slice(dot + 1);
  if (isFull(binder.findings)) return report(binder, 'query.unknown-member', { member, path: name }, path);
  const unavailable = binder.model.unavailable.get(cube);
  if (unavailable) return reportUnavailable(binder, unavailable, path);
  const piece = binder.model.pieces.get(cube);
  const reason = piece && reasonFor(binder, piece, name);
  if (reason !== undefined) return report(binder, 'query.unavailable-member', { member: name, reason }, path);
  const visible = piece ? visibleMembers(binder, piece) : [];
  if (visible.length === 0) {
    return report(binder, 'query.unknown-cube', { cube, path: name }, path, hintForCube(binder, cube, member, kinds));
  }
  const fitting = visible.filter((one) => kinds.includes(one.kind));
  const hint = hintForMember(binder, name, member, visible, kinds);
  const [only] = kinds;
  return fitting.length === 0 && kinds.length === 1 && only
    ? report(binder, 'query.no-members', { kind: `${only}s`, path: name }, path, hint)
    : report(binder, 'query.unknown-member', { member, path: name }, path, hint);
}

/** Reports why a cube is unavailable. Details are included only where policies hide nothing of the model. */
export function reportUnavailable(
  binder: Binder,
  { name: cube, problems, cause }: UnavailablePiece,
  path: string,
): undefined {
  const isOwn = !problems.some(({ code }) => code === 'model.depends-on-unavailable');
  const named = cause !== undefined && binder.access.policies.size === 0 ? { cube: cause } : 'model';
  const hint = hintForContext(problems) ?? 'orrery check lists them with their dependents';
  return report(binder, 'query.unavailable', { cube, because: isOwn ? 'own-file' : named }, path, hint);
}

/** Returns the reason for callers who may see the whole model; others must not learn what a member is made of. */
function reasonFor({ access }: Binder, piece: Piece, name: string): string | undefined {
  return access.policies.size === 0 && piece.isPublic ? reasonAgainst(piece, name) : undefined;
}

/** Another caller may have the cube. */
function hintForContext(problems: readonly Problem[]): string | undefined {
  const isOfContext = problems.some(({ code }) => contextCodes.has(code));
  return isOfContext
    ? 'Its definition needs a value of the security context, which yours lacks or has in an unusable form'
    : undefined;
}

const contextCodes: ReadonlySet<string> = new Set(['model.template-missing-context', 'model.template-unsafe-value']);

function hintForMember(
  binder: Binder,
  name: string,
  member: string,
  visible: readonly Member[],
  kinds: readonly KindOfMember[],
): string | undefined {
  const other = visible.find((one) => one.id === name);
  if (other) return `${other.id} is a ${other.kind}`;
  const fitting = visible.filter((one) => kinds.includes(one.kind));
  const near = nearestMember(member, fitting) ?? sameNameElsewhere(binder, member, kinds);
  return near && didYouMean(near);
}

function hintForCube(binder: Binder, cube: string, member: string, kinds: readonly KindOfMember[]): string | undefined {
  const visiblePieces = [...binder.model.pieces.values()].filter((one) => hasVisibleMember(binder, one));
  const name = nearest(
    cube,
    visiblePieces.map((one) => one.name),
  );
  const piece = visiblePieces.find((one) => one.name === name);
  if (!piece) return undefined;
  const fitting = visibleMembers(binder, piece).filter((one) => kinds.includes(one.kind));
  const near = fitting.find((one) => one.name === member) ?? nearestMember(member, fitting) ?? fitting[0];
  return near && didYouMean(near);
}

function nearestMember(name: string, members: readonly Member[]): Member | undefined {
  const near = nearestName(
    name,
    members.map((one) => one.name),
  );
  return near === undefined ? undefined : members.find((one) => one.name === near);
}

function sameNameElsewhere(binder: Binder, name: string, kinds: readonly KindOfMember[]): Member | undefined {
  for (const cube of binder.model.pieces.keys()) {
    const member = binder.model.members.get(`${cube}.${name}` as MemberId);
    if (member && kinds.includes(member.kind) && isVisible(member, binder.model, binder.access)) return member;
  }
  return undefined;
}

function didYouMean(member: Member): string {
  return `Did you mean ${member.id}?`;
}

function visibleMembers({ model, access }: Binder, piece: Piece): readonly Member[] {
  return membersOfPiece(piece).filter((member) => isVisible(member, model, access));
}

function hasVisibleMember({ model, access }: Binder, piece: Piece): boolean {
  return membersOfPiece(piece).some((member) => isVisible(member, model, access));
}

export function membersOfPiece(piece: Piece): readonly Member[] {
  return [...piece.dimensions, ...piece.measures, ...piece.segments];
}
