import type { Cube, CubeName, MemberId } from '../model.ts';
import type { ResolvedCube } from './resolve-cube.ts';

/** A cube with everything settled but its hash. */
export interface FinishedCube {
  readonly resolved: ResolvedCube;
  readonly cube: Omit<Cube, 'hash'>;
  /** Data added to `resolved`, compared by the next compile. */
  readonly component: number | undefined;
  readonly holistic: readonly MemberId[];
}

/** Equal for cubes connected by joins. A cube without joins is alone. */
export function islandOf({ cube, component }: FinishedCube): number | CubeName {
  return component ?? cube.name;
}

/**
 * Completes a cube with data that depends on the whole model: the component, and the class of measures made of other
 * cubes' measures.
 */
export function finishCube(
  resolved: ResolvedCube,
  component: number | undefined,
  allHolistic: ReadonlySet<MemberId>,
  previous: FinishedCube | undefined,
): FinishedCube {
  const holistic = resolved.openMeasures.filter((id) => allHolistic.has(id));
  if (previous?.resolved === resolved && previous.component === component && isSame(previous.holistic, holistic)) {
    return previous;
  }
  const measures = holistic.length
    ? resolved.cube.measures.map((measure) =>
        holistic.includes(measure.id) ? { ...measure, measureClass: 'holistic' as const } : measure,
      )
    : resolved.cube.measures;
  const cube = { ...resolved.cube, measures, ...(component === undefined ? {} : { component }) };
  return { resolved, cube, component, holistic };
}

function isSame(a: readonly MemberId[], b: readonly MemberId[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
