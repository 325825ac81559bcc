import type { CubeName, Measure, MeasureClass, MemberId } from './model.ts';

/** The measures of one cube and what they are made of. */
export interface ClassifiedMeasures {
  readonly measures: readonly Measure[];
  /** Made of measures of other cubes, at any distance: only the whole model knows their class. */
  readonly open: readonly MemberId[];
}

/**
 * Settles the classes of measures made of measures of the same cube: holistic if any leaf is, else algebraic.
 *
 * Source: Gray et al. 1997, "Data Cube".
 */
export function classifyOwnMeasures(
  measures: readonly Measure[],
  references: ReadonlyMap<MemberId, readonly MemberId[]>,
): ClassifiedMeasures {
  const byId = new Map(measures.map((measure) => [measure.id, measure]));
  const known = new Map<MemberId, MeasureClass | 'open'>();
  const classOf = (id: MemberId): MeasureClass | 'open' => {
    const measure = byId.get(id);
    if (!measure) return 'open';
    if (measure.expression.kind !== 'calculated') return measure.measureClass;
    const found = known.get(id);
    if (found) return found;
    // Keeps a circle, which has been reported elsewhere, from turning forever.
    known.set(id, 'algebraic');
    const parts = (references.get(id) ?? []).map(classOf);
    const combined = parts.includes('open') ? 'open' : combine(parts.filter((part) => part !== 'open'));
    known.set(id, combined);
    return combined;
  };
  const open: MemberId[] = [];
  const classified = measures.map((measure) => {
    const found = classOf(measure.id);
    if (found === 'open') open.push(measure.id);
    return found === 'holistic' && measure.measureClass !== found ? { ...measure, measureClass: found } : measure;
  });
  return { measures: classified, open };
}

interface ClassifiedCube {
  readonly cube: { readonly measures: readonly Measure[] };
  readonly references: ReadonlyMap<MemberId, readonly MemberId[]>;
  readonly openMeasures: readonly MemberId[];
}

/** The holistic ones among the measures that `classifyOwnMeasures` left open. */
export function findHolistic(cubes: ReadonlyMap<CubeName, ClassifiedCube>): ReadonlySet<MemberId> {
  const known = new Map<MemberId, MeasureClass>();
  const classOf = (id: MemberId): MeasureClass => {
    const found = known.get(id);
    if (found) return found;
    known.set(id, 'algebraic');
    const owner = cubes.get(id.slice(0, id.indexOf('.')));
    const isOpen = owner?.openMeasures.includes(id) ?? false;
    const settled = owner?.cube.measures.find((measure) => measure.id === id)?.measureClass ?? 'algebraic';
    const result = isOpen ? combine((owner?.references.get(id) ?? []).map(classOf)) : settled;
    known.set(id, result);
    return result;
  };
  const holistic = new Set<MemberId>();
  for (const { openMeasures } of cubes.values()) {
    for (const id of openMeasures) if (classOf(id) === 'holistic') holistic.add(id);
  }
  return holistic;
}

function combine(classes: readonly MeasureClass[]): MeasureClass {
  return classes.includes('holistic') ? 'holistic' : 'algebraic';
}
