import { dataSourceUpdateSchema, newDataSourceSchema, type WireDataSource } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { requireEditable } from '../../catalog/require-editable.ts';
import type { StoredDataSource } from '../../catalog/stored-data-source.ts';
import { readFields } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';
import { deploymentIn } from './deployment-in.ts';

/** Database servers that a deployment asks beside those its project names. */
export function registerDataSourceRoutes(
  app: FastifyInstance,
  { deployments, dataSources }: Pick<PlatformDependencies, 'deployments' | 'dataSources'>,
): void {
  app.get('/deployments/:deploymentId/data-sources', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    const page = readPage(request.query);
    const all = await dataSources.list(actorOf(request).accountId, id);
    const rows = all.filter((one) => one.id > page.afterId).slice(0, page.size + 1);
    return presentPage(rows, page, present);
  });

  app.post('/deployments/:deploymentId/data-sources', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    requireEditable(id);
    const input = readFields(newDataSourceSchema, request.body);
    return present(await dataSources.create(actorOf(request).accountId, actingIn(request), id, input));
  });

  app.get('/deployments/:deploymentId/data-sources/:id', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    const sourceId = pathNumber(request, 'id', 'data source');
    return present(await dataSources.get(actorOf(request).accountId, id, sourceId));
  });

  app.put('/deployments/:deploymentId/data-sources/:id', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    requireEditable(id);
    const sourceId = pathNumber(request, 'id', 'data source');
    const input = readFields(dataSourceUpdateSchema, request.body);
    const { accountId } = actorOf(request);
    return present(await dataSources.update(accountId, actingIn(request), id, sourceId, input));
  });

  app.delete('/deployments/:deploymentId/data-sources/:id', async (request, reply) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    const sourceId = pathNumber(request, 'id', 'data source');
    await dataSources.delete(actorOf(request).accountId, actingIn(request), id, sourceId);
    return reply.code(204).send();
  });
}

function present(source: StoredDataSource): WireDataSource {
  const { id, name, type, host, port, database, user, schema, ssl } = source;
  return {
    id,
    name,
    type,
    host,
    port,
    database,
    user,
    schema: [...schema],
    ssl: { mode: ssl.mode, ca: ssl.ca ?? null },
    createdAt: new Date(source.createdAt).toISOString(),
    updatedAt: new Date(source.updatedAt).toISOString(),
  };
}
