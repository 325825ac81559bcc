import { finding, type Inclusion, placeOf } from '../../source/index.ts';
import type { Dimension, Measure, MemberId, Segment } from '../model.ts';
import { isLostJoin } from '../names/entry.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import { memberId } from '../resolve/scope.ts';
import { type Expansion, viewInput } from './expansion.ts';
import { nameInView } from './view-reference.ts';

/**
 * Follows the join path of an inclusion to its last cube. The expansion gets each piece on the way as an input, and as a
 * dependency where it exists.
 *
 * @returns `undefined` when the path leads nowhere; the expansion has the reason, unless that is reported with a cube
 */
export function walkJoinPath(inclusion: Inclusion, expansion: Expansion): FinishedCube | undefined {
  const { joinPath, place } = inclusion;
  const at = placeOf(place, 'join_path');
  let from: FinishedCube | undefined;
  for (const step of joinPath) {
    if (from && !from.resolved.merged.joins.some(({ to }) => to === step)) {
      const hint = `${from.cube.name} declares no join to ${step}`;
      if (!isLostJoin(step, from.resolved.merged)) {
        const reported = finding('model.no-join', { from: from.cube.name, to: step }, at, { hint });
        const members = namesOf(inclusion, expansion);
        if (members) expansion.isolated.push({ finding: reported, takes: { members } });
        else expansion.findings.push(reported);
      }
      return undefined;
    }
    const input = viewInput(step, expansion.sources);
    expansion.inputs.set(step, input);
    if (typeof input === 'object') {
      expansion.dependencies.add(step);
      from = input;
    } else if (input === 'broken') {
      expansion.dependencies.add(step);
      return undefined;
    } else {
      const hint = input === 'view' ? `${step} is a view` : { name: step, among: () => expansion.sources.cubes.keys() };
      expansion.findings.push(finding('model.unknown-cube', { cube: step }, at, { hint }));
      return undefined;
    }
  }
  return from;
}

/** Lists the members an inclusion would bring; `undefined` when the cube at the end of its path is unknown. */
function namesOf(inclusion: Inclusion, { sources, holder, inputs }: Expansion): readonly MemberId[] | undefined {
  const { includes, excludes, joinPath } = inclusion;
  const last = joinPath.at(-1) ?? '';
  for (const step of joinPath) inputs.set(step, viewInput(step, sources));
  const owner = sources.cubes.get(last);
  if (!owner || joinPath.some((step) => !sources.cubes.has(step))) return undefined;
  const items =
    includes === '*' ? writtenMembers(owner).map(({ name }) => ({ name, place: inclusion.place })) : includes;
  return items.flatMap((item) =>
    excludes.includes(item.name) ? [] : [memberId(holder.name, nameInView(item, inclusion.prefix))],
  );
}

export function writtenMembers({ cube }: FinishedCube): readonly (Dimension | Measure | Segment)[] {
  return [...cube.dimensions.filter(({ isSynthetic }) => !isSynthetic), ...cube.measures, ...cube.segments];
}
