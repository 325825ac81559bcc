import { deploymentSettingOperations, type WireDataSource } from '@orrery/contract';
import type { DataSourceService, StoredDataSource } from '@orrery/deployments';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface DataSourceServices {
  readonly dataSources: DataSourceService;
}

const order = byNumber('data sources');

/** Serves a deployment's database servers, in addition to those its project names. */
export function serveDataSources(face: PlatformFace, { dataSources }: DataSourceServices): void {
  serve(face, deploymentSettingOperations.listSources, async ({ accountId, deploymentId, query }) => {
    const page = readPage(query, order);
    const { afterId, most } = rangeFrom(page);
    const all = await dataSources.list(accountId, deploymentId);
    return presentPage(all.filter(({ id }) => id > afterId).slice(0, most), page, present);
  });

  serve(face, deploymentSettingOperations.createSource, async ({ changeRights, deploymentId, body }) =>
    present(await changeRights((change) => dataSources.create(change, deploymentId, body))),
  );

  serve(face, deploymentSettingOperations.getSource, async ({ accountId, deploymentId, params: { id } }) =>
    present(await dataSources.get(accountId, deploymentId, id)),
  );

  serve(face, deploymentSettingOperations.updateSource, async ({ changeRights, deploymentId, params: { id }, body }) =>
    present(await changeRights((change) => dataSources.update(change, deploymentId, id, body))),
  );

  serve(face, deploymentSettingOperations.deleteSource, ({ changeRights, deploymentId, params: { id } }) =>
    changeRights((change) => dataSources.delete(change, deploymentId, id)),
  );
}

function present(source: StoredDataSource): WireDataSource {
  const { id, name, type, host, port, user, schema, ssl } = source;
  return {
    id,
    name,
    type,
    host,
    port,
    database: source.type === 'trino' ? null : source.database,
    catalog: source.type === 'trino' ? source.catalog : null,
    user,
    schema: [...schema],
    ssl: { mode: ssl.mode, ca: ssl.ca ?? null },
    createdAt: new Date(source.createdAt).toISOString(),
    updatedAt: new Date(source.updatedAt).toISOString(),
  };
}
