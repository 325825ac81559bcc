import { didYouMean } from '@orrery/kernel';
import type { Cube, CubeName } from '../model/index.ts';
import { isVisible } from './access.ts';
import { areFew } from './bind-items.ts';
import { type Binder, report } from './binder.ts';
import { membersOfPiece, reportUnavailable } from './find-member.ts';

/** Binds paths whose every step is a declared join, in its direction. */
export function bindJoinHints(binder: Binder, hints: readonly (readonly string[])[]): readonly (readonly CubeName[])[] {
  if (!areFew(binder, hints.flat(), 'joinHints')) return [];
  return hints.filter((hint, index) => {
    const path = `joinHints[${index}]`;
    if (hint.length < 2) {
      report(binder, 'query.short-join-hint', { path }, path);
      return false;
    }
    const cubes = hint.map((name, at) => findCube(binder, name, `${path}[${at}]`));
    // After an unknown cube nothing further is reported: whether a join leads to it would reveal whether it exists.
    const isKnown = cubes.every((cube) => cube !== undefined);
    return isKnown && cubes.every((cube, at) => leadsTo(binder, cube, hint[at + 1], `${path}[${at + 1}]`));
  });
}

/** Finds a cube of which the caller may name something; any other is reported like a missing one. */
function findCube(binder: Binder, name: string, path: string): Cube | undefined {
  const { model, access } = binder;
  const unavailable = model.unavailable.get(name);
  if (unavailable) return reportUnavailable(binder, unavailable, path);
  const piece = model.pieces.get(name);
  const isKnown = piece !== undefined && membersOfPiece(piece).some((member) => isVisible(member, model, access));
  if (isKnown && piece.kind === 'cube') return piece;
  const hint = isKnown ? 'Views are not joined; name the cubes behind it' : didYouMean(name, cubeNames(binder));
  return report(binder, 'query.unknown-hint', { cube: name }, path, hint);
}

function leadsTo(binder: Binder, from: Cube, to: string | undefined, path: string): boolean {
  if (to === undefined || from.joins.some((join) => join.to === to)) return true;
  const visible = new Set(cubeNames(binder));
  const declared = from.joins.map((join) => join.to).filter((name) => visible.has(name));
  const hint = declared.length > 0 ? `'${from.name}' joins ${declared.join(', ')}` : `'${from.name}' declares no joins`;
  report(binder, 'query.no-such-join', { from: from.name, to }, path, hint);
  return false;
}

function cubeNames({ model, access }: Binder): readonly string[] {
  const cubes = [...model.pieces.values()].filter(({ kind }) => kind === 'cube');
  return cubes
    .filter((cube) => membersOfPiece(cube).some((member) => isVisible(member, model, access)))
    .map(({ name }) => name);
}
