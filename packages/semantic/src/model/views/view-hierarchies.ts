import type { Alias, CubeName, Hierarchy, Member } from '../model.ts';

/** A hierarchy of an included cube, with the path of its inclusion. */
export interface IncludedHierarchy {
  readonly hierarchy: Hierarchy;
  readonly path: readonly CubeName[];
  readonly title?: string;
}

/** Hierarchies over the members of a view; one without levels is dropped. */
export function viewHierarchies(
  view: { readonly name: string; readonly isPublic: boolean },
  included: ReadonlyMap<string, IncludedHierarchy>,
  members: readonly Member[],
): readonly Hierarchy[] {
  if (included.size === 0) return [];
  const byTarget = Map.groupBy(
    members.filter(({ expression }) => expression.kind === 'alias'),
    ({ expression }) => (expression as Alias).member,
  );
  return [...included].flatMap(([name, { hierarchy, path, title }]): readonly Hierarchy[] => {
    const levels = hierarchy.levels.flatMap((level) => {
      const aliases = byTarget.get(level) ?? [];
      const nearest = aliases.find(({ expression }) => (expression as Alias).path.join('.') === path.join('.'));
      return (nearest ?? aliases[0])?.id ?? [];
    });
    if (levels.length === 0) return [];
    const id = `${view.name}.${name}`;
    return [{ id, name, title: title ?? hierarchy.title, isPublic: view.isPublic, levels, aliasOf: hierarchy.id }];
  });
}
