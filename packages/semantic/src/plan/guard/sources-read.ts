import { type ModelIndex, requireCube } from '../../model/index.ts';
import { inputsOf, type Plan } from '../plan.ts';

/** Lists the data sources of all cubes that a plan scans: also those that sub-queries, paths and real values bring in. */
export function sourcesRead(plan: Plan, model: ModelIndex): ReadonlySet<string> {
  const sources = new Set<string>();
  const read = (one: Plan): void => {
    if (one.kind === 'scan') sources.add(requireCube(model, one.cube).dataSource);
    for (const input of inputsOf(one)) read(input);
  };
  read(plan);
  return sources;
}
