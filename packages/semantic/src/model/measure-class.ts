import type { MeasureClass, MemberId } from './model.ts';
import type { ResolvedCube } from './resolve-cube.ts';

/**
 * Classes of calculated measures: holistic if any leaf is, else algebraic. References are free of circles by now.
 *
 * Source: Gray et al. 1997, "Data Cube".
 */
export function classifyMeasures(cubes: Iterable<ResolvedCube>): ReadonlyMap<MemberId, MeasureClass> {
  const leaves = new Map<MemberId, MeasureClass>();
  const parts = new Map<MemberId, readonly MemberId[]>();
  for (const { cube, references } of cubes) {
    for (const { id, expression, measureClass } of cube.measures) {
      if (expression.kind === 'calculated') parts.set(id, references.get(id) ?? []);
      else if (measureClass === 'holistic') leaves.set(id, measureClass);
    }
  }
  const classes = new Map<MemberId, MeasureClass>();
  const classOf = (id: MemberId): MeasureClass => {
    const made = parts.get(id);
    if (!made) return leaves.get(id) ?? 'algebraic';
    const known = classes.get(id);
    if (known) return known;
    classes.set(id, 'algebraic');
    const found = made.some((part) => classOf(part) === 'holistic') ? 'holistic' : 'algebraic';
    classes.set(id, found);
    return found;
  };
  for (const id of parts.keys()) classOf(id);
  return classes;
}
