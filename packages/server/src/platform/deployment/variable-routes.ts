import { deploymentVariablesUpdateSchema, type WireDeploymentVariables } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { requireEditable } from '../../catalog/require-editable.ts';
import type { Variable } from '../../catalog/variable.ts';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';
import { deploymentIn } from './deployment-in.ts';

/** What the project of a deployment may read by name. */
export function registerVariableRoutes(
  app: FastifyInstance,
  { deployments, variables }: Pick<PlatformDependencies, 'deployments' | 'variables'>,
): void {
  app.get('/deployments/:deploymentId/variables', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    return present(await variables.list(actorOf(request).accountId, id));
  });

  app.put('/deployments/:deploymentId/variables', async (request) => {
    const { id } = await deploymentIn(request, 'DeploymentUpdate', deployments);
    requireEditable(id);
    const { variables: changes } = readFields(deploymentVariablesUpdateSchema, request.body);
    return present(await variables.change(actorOf(request).accountId, actingIn(request), id, changes));
  });
}

function present(variables: readonly Variable[]): WireDeploymentVariables {
  return { items: variables.map(({ name, updatedAt }) => ({ name, updatedAt: new Date(updatedAt).toISOString() })) };
}
