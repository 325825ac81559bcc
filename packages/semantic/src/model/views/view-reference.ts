import type { Inclusion, Near } from '../../source/index.ts';
import { type Entry, isLost, type MergedCube, type MergedView } from '../names/entry.ts';
import { keptInclusions } from './split-views.ts';

export type ViewReference =
  /** Steps of the same reference, from the view's first cube on. */
  | { readonly kind: 'steps'; readonly steps: readonly string[] }
  | { readonly kind: 'refused'; readonly hint: string }
  | { readonly kind: 'unresolved'; readonly hint: Near }
  /** A broken part of the view, which is reported there. */
  | { readonly kind: 'broken' };

/**
 * Finds the cube's member behind a member of a view. A definition that refers to a view reads that member by the view's
 * join path. A view with access policies or default filters is refused, because these apply to queries of the view and
 * would be lost.
 *
 * @param steps the view, its member, and possibly a granularity
 */
export function followView(
  view: MergedView,
  steps: readonly string[],
  entryOf: (name: string) => Entry,
): ViewReference {
  const [, name = '', ...granularity] = steps;
  const { definition } = view;
  const applied = [
    ...(definition.policies.length > 0 ? ['access policies'] : []),
    ...(definition.defaultFilters.length > 0 ? ['default filters'] : []),
  ];
  if (applied.length > 0) {
    return { kind: 'refused', hint: `${view.name} has ${applied.join(' and ')}; refer to the cube behind it` };
  }
  if (definition.members.some((member) => member.name === name)) {
    return { kind: 'refused', hint: `${view.name} makes ${name} itself; refer to the members it is made of` };
  }
  const known: ReadonlyMap<string, string>[] = [];
  for (const inclusion of keptInclusions(view)) {
    const path = inclusion.joinPath.map(entryOf);
    const owner = path.at(-1);
    // A join path contains only cubes: a view in its own path would be followed without end.
    if (owner?.kind !== 'cube' || path.some(({ kind }) => kind !== 'cube')) return { kind: 'broken' };
    const members = membersShown(inclusion, owner);
    const member = members.get(name);
    if (member !== undefined) return { kind: 'steps', steps: [...inclusion.joinPath, member, ...granularity] };
    if (isLost(name, owner)) return { kind: 'broken' };
    known.push(members);
  }
  return { kind: 'unresolved', hint: { name, among: () => known.flatMap((members) => [...members.keys()]) } };
}

/** Names in the view with the names in the cube. */
function membersShown(inclusion: Inclusion, owner: MergedCube): ReadonlyMap<string, string> {
  const { includes, excludes, prefix } = inclusion;
  const items = includes === '*' ? [...owner.members.keys()].map((name) => ({ name })) : includes;
  const shown = items.filter(({ name }) => !excludes.includes(name) && owner.members.has(name));
  return new Map(shown.map((item) => [nameInView(item, prefix), item.name]));
}

/** Returns the name a member has in a view. */
export function nameInView(
  item: { readonly name: string; readonly alias?: string },
  prefix: string | undefined,
): string {
  const plain = item.alias ?? item.name;
  return prefix === undefined ? plain : `${prefix}_${plain}`;
}
