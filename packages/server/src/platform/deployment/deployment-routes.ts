import type { DeploymentToken, WireDeployment } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Conflict, NotFound } from '../../http/errors.ts';
import { mintToken } from '../../http/mint-token.ts';
import type { DeploymentSummary } from '../../catalog/deployment.ts';
import { defaultDeploymentId } from '../../http/address.ts';
import { mayDo, requireRight } from '../../identity/rights.ts';
import { bothForms } from '../both-forms.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actorOf } from '../request-actor.ts';
import { readDeploymentsQuery } from './deployment-page.ts';

const tokenLastsSeconds = 3_600;

/** Deployments that the caller may open, and tokens to ask them as oneself. */
export function registerDeploymentRoutes(
  app: FastifyInstance,
  { deployments, clock, serving }: Pick<PlatformDependencies, 'deployments' | 'clock' | 'serving'>,
): void {
  const { tokens, publicUrl, isDemo } = serving;
  for (const url of bothForms('/deployments')) {
    app.get(url, async (request) => {
      const actor = actorOf(request);
      const { steps, cut } = readDeploymentsQuery(request.query);
      const all = (await deployments.summaries(actor.accountId))
        .filter(({ id }) => mayDo(actor, 'DeploymentRead', { deploymentId: id }))
        .map((deployment) => present(request, deployment))
        .filter(({ creationStep }) => steps?.includes(creationStep) ?? true);
      return cut(all);
    });
  }

  for (const url of bothForms('/deployments/:deploymentId')) {
    app.get(url, async (request) => present(request, await readable(request)));
  }

  for (const url of bothForms('/deployments/:deploymentId/token')) {
    app.post(url, async (request): Promise<DeploymentToken> => {
      const { id } = await readable(request);
      const { accountId, userId } = actorOf(request);
      const [apiSecret] = await deployments.secretsOf(id);
      if (apiSecret === undefined) throw new Error(`deployment ${id} of account ${accountId} has no secret`);
      // Groups and attributes are those of the user when the token is used, not when it was made.
      const securityContext = { cubeCloud: { user: userId } };
      const wanted = { deployment: { apiSecret }, securityContext, expiresInSeconds: tokenLastsSeconds, clock };
      const cubeApiToken = await mintToken(wanted, tokens);
      if (cubeApiToken !== undefined) return { cubeApiToken };
      throw new Conflict(
        'token.signed-elsewhere',
        'Tokens of this deployment are signed by somebody else, with a private key',
      );
    });
  }

  /** @throws Forbidden beyond the scope of the key, before anything is looked up; NotFound */
  async function readable(request: FastifyRequest): Promise<DeploymentSummary> {
    const actor = actorOf(request);
    const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
    requireRight(actor, 'DeploymentRead', { deploymentId });
    const found = (await deployments.summaries(actor.accountId)).find(({ id }) => id === deploymentId);
    if (found) return found;
    throw new NotFound('deployment.unknown', `There is no deployment ${deploymentId}`);
  }

  function present(request: FastifyRequest, { id, name }: DeploymentSummary): WireDeployment {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const creationStep = isDemo && id === defaultDeploymentId ? 'demo' : 'ready';
    return { id, name, creationStep, deploymentUrl: `${origin}/d/${id}` };
  }
}
