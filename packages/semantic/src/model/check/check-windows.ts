import { didYouMean } from '@orrery/kernel';
import { finding, type MemberDefinition, placeOf } from '../../source/index.ts';
import type { Isolated } from './broken-members.ts';
import type { ExpandedView } from '../views/expand-views.ts';
import { type FinishedCube, islandOf } from '../resolve/finish-cubes.ts';
import type { CubeName, Measure } from '../model.ts';

/** Units for which to-date windows need no granularity of the model. */
const units = ['day', 'week', 'month', 'quarter', 'year'];

/** Finds measures with to-date windows of a granularity that no joinable time has. */
export function checkWindows(cubes: readonly FinishedCube[], views: readonly ExpandedView[]): readonly Isolated[] {
  const pieces = [
    ...cubes.map(({ cube, resolved }) => ({ cube, reached: [cube.name], members: resolved.merged.members })),
    ...views.map(({ view, merged }) => ({
      cube: view,
      reached: view.joinPaths.flat(),
      members: new Map(merged.definition.members.map((member) => [member.name, member] as const)),
    })),
  ];
  const windowed = pieces.flatMap(({ cube, reached, members }) =>
    cube.measures.flatMap((measure) => {
      const granularity = granularityOf(measure);
      const isKnown = granularity === undefined || units.includes(granularity);
      return isKnown ? [] : [{ measure, granularity, reached, definition: members.get(measure.name) }];
    }),
  );
  if (windowed.length === 0) return [];
  const byComponent = granularities(cubes);
  const componentOf = new Map(cubes.map((one) => [one.cube.name, islandOf(one)]));
  return windowed.flatMap(({ measure, granularity, reached, definition }) => {
    const components = [...new Set(reached.flatMap((name) => componentOf.get(name) ?? []))];
    const names = new Set(components.flatMap((component) => [...(byComponent.get(component) ?? [])]));
    return names.has(granularity) || !definition ? [] : [unknown(measure, granularity, definition, names)];
  });
}

function unknown(
  { id }: Measure,
  granularity: string,
  { place }: MemberDefinition,
  names: ReadonlySet<string>,
): Isolated {
  const at = placeOf(placeOf(place, 'rolling_window'), 'granularity');
  const hint = didYouMean(granularity, [...units, ...names]);
  return {
    finding: finding('model.window-granularity', { member: id, granularity }, at, { hint }),
    takes: { members: [id] },
  };
}

function granularityOf({ expression }: Measure): string | undefined {
  const window = 'window' in expression ? expression.window : undefined;
  return window?.kind === 'to-date' ? window.granularity : undefined;
}

/** Custom granularities by the component of joined cubes. */
function granularities(cubes: readonly FinishedCube[]): ReadonlyMap<number | CubeName, ReadonlySet<string>> {
  const found = new Map<number | CubeName, Set<string>>();
  for (const one of cubes) {
    const key = islandOf(one);
    const names = found.get(key) ?? new Set();
    found.set(key, names);
    for (const { granularities: own = [] } of one.cube.dimensions) for (const { name } of own) names.add(name);
  }
  return found;
}
