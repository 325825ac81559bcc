import type { Definition, MemberDefinition, KeyPath } from '../../source/index.ts';
import type { ExpandedView } from '../views/expand-views.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import { memberId } from '../resolve/scope.ts';

/** Returns where a member is defined; for one without a definition of its own, its cube or view. */
export type PlaceOf = (id: string) => KeyPath | undefined;

/** Part of the names of members generated for links. */
const linkMark = '___link_';

/** Finds places; walks the model on the first call. */
export function memberPlaces(cubes: readonly FinishedCube[], views: readonly ExpandedView[]): PlaceOf {
  let places: ReadonlyMap<string, KeyPath> | undefined;
  return (id) => {
    places ??= allPlaces(cubes, views);
    // A member generated for a link has the place of its dimension.
    const dimension = id.slice(0, Math.max(0, id.lastIndexOf(linkMark)));
    return places.get(id) ?? places.get(dimension) ?? places.get(id.slice(0, id.indexOf('.')));
  };
}

function allPlaces(cubes: readonly FinishedCube[], views: readonly ExpandedView[]): ReadonlyMap<string, KeyPath> {
  const places = new Map<string, KeyPath>();
  for (const { resolved } of cubes) add(resolved.merged.definition, resolved.merged.members.values());
  for (const { merged } of views) add(merged.definition, merged.definition.members);
  return places;

  function add(piece: Definition, own: Iterable<MemberDefinition>): void {
    places.set(piece.name, piece.place);
    for (const { name, place } of own) places.set(memberId(piece.name, name), place);
  }
}
