import {
  deploymentUpdateSchema,
  newDeploymentSchema,
  type DeploymentToken,
  type WireDeployment,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Conflict } from '../../http/errors.ts';
import { mintToken } from '../../http/mint-token.ts';
import type { DeploymentSummary } from '../../catalog/deployment.ts';
import { tokenSettingsOf } from '../../catalog/token-settings-of.ts';
import { requireEditable } from '../../catalog/require-editable.ts';
import { defaultDeploymentId } from '../../http/address.ts';
import { requireDeployments } from '../../identity/actor.ts';
import { mayDo, requireRight } from '../../identity/rights.ts';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';
import { deploymentIn } from './deployment-in.ts';
import { readDeploymentsQuery } from './deployment-page.ts';

const tokenLastsSeconds = 3_600;

/** Deployments that the caller may open, and tokens to ask them as oneself. */
export function registerDeploymentRoutes(
  app: FastifyInstance,
  {
    deployments,
    projectVersions,
    clock,
    serving,
  }: Pick<PlatformDependencies, 'deployments' | 'projectVersions' | 'clock' | 'serving'>,
): void {
  const { tokens, publicUrl, isDemo } = serving;
  app.get('/deployments', async (request) => {
    const actor = actorOf(request);
    const { steps, cut } = readDeploymentsQuery(request.query);
    const activated = await projectVersions.activated(actor.accountId);
    const all = (await deployments.summaries(actor.accountId))
      .filter(({ id }) => mayDo(actor, 'DeploymentRead', { deploymentId: id }))
      .map((deployment) => present(request, deployment, activated))
      .filter(({ creationStep }) => steps?.includes(creationStep) ?? true);
    return cut(all);
  });

  app.post('/deployments', async (request) => {
    const actor = actorOf(request);
    requireRight(actor, 'DeploymentCreate', 'account');
    requireDeployments(actor, 'all'); // the key would not be for what it makes
    const { name } = readFields(newDeploymentSchema, request.body);
    return present(request, await deployments.create(actor.accountId, actingIn(request), name), new Set());
  });

  app.get('/deployments/:deploymentId', async (request) =>
    presentOne(request, await deploymentIn(request, 'DeploymentRead', deployments)),
  );

  app.put('/deployments/:deploymentId', async (request) => {
    const before = await deploymentIn(request, 'DeploymentUpdate', deployments);
    requireEditable(before.id);
    const { name } = readFields(deploymentUpdateSchema, request.body);
    if (name === undefined) return presentOne(request, before);
    const { accountId } = actorOf(request);
    return presentOne(request, await deployments.rename(accountId, actingIn(request), before.id, name));
  });

  app.delete('/deployments/:deploymentId', async (request, reply) => {
    const { id } = await deploymentIn(request, 'DeploymentDelete', deployments);
    await deployments.delete(actorOf(request).accountId, actingIn(request), id);
    return reply.code(204).send();
  });

  app.post('/deployments/:deploymentId/token', async (request): Promise<DeploymentToken> => {
    const { id } = await deploymentIn(request, 'DeploymentRead', deployments);
    const { accountId, userId } = actorOf(request);
    const [apiSecret] = await deployments.secretsOf(id);
    if (apiSecret === undefined) throw new Error(`deployment ${id} of account ${accountId} has no secret`);
    // Groups and attributes are those of the user when the token is used, not when it was made.
    const securityContext = { cubeCloud: { user: userId } };
    const wanted = { deployment: { apiSecret }, securityContext, expiresInSeconds: tokenLastsSeconds, clock };
    const cubeApiToken = await mintToken(wanted, tokenSettingsOf(id, tokens));
    if (cubeApiToken !== undefined) return { cubeApiToken };
    throw new Conflict(
      'token.signed-elsewhere',
      'Tokens of this deployment are signed by somebody else, with a private key',
    );
  });

  async function presentOne(request: FastifyRequest, deployment: DeploymentSummary): Promise<WireDeployment> {
    const isActive = await projectVersions.active(actorOf(request).accountId, deployment.id);
    return present(request, deployment, new Set(isActive ? [deployment.id] : []));
  }

  /** @param activated deployments that serve a version of their project */
  function present(
    request: FastifyRequest,
    { id, name }: DeploymentSummary,
    activated: ReadonlySet<number>,
  ): WireDeployment {
    const isOfFolder = id === defaultDeploymentId;
    if (!isOfFolder && !activated.has(id)) return { id, name, creationStep: 'upload', deploymentUrl: '' };
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    return { id, name, creationStep: isOfFolder && isDemo ? 'demo' : 'ready', deploymentUrl: `${origin}/d/${id}` };
  }
}
