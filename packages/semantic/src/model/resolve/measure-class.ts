import type { CubeName, Measure, MeasureClass, MemberId } from '../model.ts';
import { cubeNameOf } from './scope.ts';
import { strongComponents } from '../graph/strong-components.ts';

/** The measures of one cube and the measures they are made of. */
export interface ClassifiedMeasures {
  readonly measures: readonly Measure[];
  /** Measures made of measures of other cubes, at any depth: only the whole model determines their class. */
  readonly open: readonly MemberId[];
}

/**
 * Classifies measures made of measures of the same cube: holistic if any leaf is, else algebraic.
 *
 * Source: Gray et al. 1997, "Data Cube".
 */
export function classifyOwnMeasures(
  measures: readonly Measure[],
  references: ReadonlyMap<MemberId, readonly MemberId[]>,
): ClassifiedMeasures {
  const byId = new Map(measures.map((measure) => [measure.id, measure]));
  const known = new Map<MemberId, MeasureClass | 'open'>();
  const partsOf = (id: MemberId) => (isMadeOfMeasures(byId.get(id)) ? (references.get(id) ?? []) : []);
  // A measure follows those it is made of. Measures of a cycle, which is reported elsewhere, share one class.
  for (const circle of strongComponents(new Set(byId.keys()), partsOf)) {
    const [measure, ...others] = circle.flatMap((id) => byId.get(id) ?? []);
    const isOwn = others.length === 0 && !isMadeOfMeasures(measure);
    const classes = circle.flatMap(partsOf).flatMap((id) => (byId.has(id) ? (known.get(id) ?? []) : ('open' as const)));
    const combined = classes.includes('open') ? 'open' : combine(classes.filter((one) => one !== 'open'));
    for (const id of circle) known.set(id, isOwn && measure ? measure.measureClass : combined);
  }
  const open: MemberId[] = [];
  const classified = measures.map((measure) => {
    const found = known.get(measure.id);
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

/** Finds the holistic ones among the measures that `classifyOwnMeasures` left open. */
export function findHolistic(cubes: ReadonlyMap<CubeName, ClassifiedCube>): ReadonlySet<MemberId> {
  const isOpen = new Set([...cubes.values()].flatMap(({ openMeasures }) => openMeasures));
  if (isOpen.size === 0) return isOpen;
  const settled = new Map(
    [...cubes.values()].flatMap(({ cube }) => cube.measures).map((one) => [one.id, one.measureClass]),
  );
  const partsOf = (id: MemberId) => cubes.get(cubeNameOf(id))?.references.get(id) ?? [];
  const holistic = new Set<MemberId>();
  const isHolistic = (id: MemberId) => (isOpen.has(id) ? holistic.has(id) : settled.get(id) === 'holistic');
  for (const circle of strongComponents(isOpen, partsOf)) {
    if (circle.flatMap(partsOf).some(isHolistic)) for (const id of circle) holistic.add(id);
  }
  return holistic;
}

function combine(classes: readonly MeasureClass[]): MeasureClass {
  return classes.includes('holistic') ? 'holistic' : 'algebraic';
}

function isMadeOfMeasures(measure: Measure | undefined): boolean {
  return measure?.expression.kind === 'calculated' || measure?.expression.kind === 'windowed';
}
