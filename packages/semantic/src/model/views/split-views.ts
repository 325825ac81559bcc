import type { Inclusion } from '../../source/index.ts';
import type { MergedView } from '../names/entry.ts';

/** Inclusions whose members the view shows itself. */
export function keptInclusions({ definition }: MergedView): readonly Inclusion[] {
  return definition.inclusions.filter(({ split }) => split === undefined);
}

/** Builds the views for the members a view splits off, each named after the view and the cube. */
export function splitViews(view: MergedView): readonly MergedView[] {
  const { definition, name } = view;
  const bySplit = new Map<string, Inclusion[]>();
  for (const inclusion of definition.inclusions) {
    if (inclusion.split === undefined) continue;
    const { split, ...kept } = inclusion;
    const same = bySplit.get(split);
    if (same) same.push(kept);
    else bySplit.set(split, [kept]);
  }
  const { title: _, extends: __, ...shared } = definition;
  return [...bySplit].map(([split, inclusions]): MergedView => {
    const own = `${name}_${split}`;
    return {
      kind: 'view',
      name: own,
      definition: {
        ...shared,
        name: own,
        inclusions,
        members: [],
        folders: [],
        defaultFilters: [],
        policies: [],
        // Policies name members of the whole view, so the split-off views would be open to everyone.
        isDamaged: shared.isDamaged || shared.policies.length > 0,
      },
    };
  });
}
