import type { Project } from '@orrery/config';
import { seesEverything } from '@orrery/deployments';
import { Unavailable } from '@orrery/kernel';
import { callerViewOf, snapshotOf } from '@orrery/runtime';
import { type Dialect, dialectFor, type ModelBuild } from '@orrery/semantic';

/** The whole model without policies, as statements and queries are compared with it. Opens no data source. */
export async function wholeModel(build: ModelBuild, { query, dataSources, folderSchemas }: Project) {
  const model = await snapshotOf(build, folderSchemas);
  const caller = seesEverything({ model, ...callerViewOf(model, {}), query });
  return { ...caller, dialectFor: (name: string) => dialectOf(name, dataSources) };
}

/** @throws Unavailable for a data source that the project does not define */
function dialectOf(name: string, sources: Project['dataSources']): Dialect {
  const dialect = dialectFor(sources.get(name)?.type ?? '');
  if (dialect) return dialect;
  throw new Unavailable('data-source.unknown', `The project defines no data source '${name}'`);
}
