import { deploymentOperations, type WireDeployment } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import {
  type DeploymentService,
  type DeploymentSummary,
  mintToken,
  tokenSettingsOf,
  type VersionService,
} from '@orrery/deployments';
import type { TokenSettings } from '@orrery/config';
import { claimsOf, Conflict, defaultDeploymentId, mayDo, type Person, rightsOn, type Viewer } from '@orrery/kernel';
import { type PlatformFace, serve } from '../serve.ts';
import { readDeploymentsPage } from './deployment-page.ts';

export interface DeploymentServices {
  readonly deployments: DeploymentService;
  readonly projectVersions: Pick<VersionService, 'activated' | 'active'>;
  readonly clock: { now(): number };
  readonly serving: Serving;
}

/** Addresses and tokens of deployments. */
export interface Serving {
  /** Settings for signing their tokens. */
  readonly tokens: TokenSettings;
  /** Origin that clients use; by default the origin of the request. */
  readonly publicUrl?: string | undefined;
  /** Base path of the Data API, without slashes around it. */
  readonly basePath: string;
  /** Whether the default deployment is the demo that comes with Orrery. */
  readonly isDemo: boolean;
}

interface DeploymentRequest {
  readonly caller: Person | Viewer;
  readonly request: FastifyRequest;
}

const tokenLastsSeconds = 3_600;

/** A token of a viewer ends with the session, and one of an application with its access token. */
function tokenLastsOf(caller: Person | Viewer, now: number): number {
  const endsAt = caller.kind === 'viewer' ? caller.expiresAt : caller.token?.expiresAt;
  if (endsAt === undefined) return tokenLastsSeconds;
  return Math.min(tokenLastsSeconds, Math.floor((endsAt - now) / 1000));
}

/** Serves the deployments that the caller may open, and tokens for the caller's own requests to them. */
export function serveDeployments(
  face: PlatformFace,
  { deployments, projectVersions, clock, serving }: DeploymentServices,
): void {
  const { tokens, publicUrl, isDemo } = serving;

  serve(face, deploymentOperations.list, async ({ caller, accountId, query, request }) => {
    const cut = readDeploymentsPage(query);
    const steps = query.creationStep;
    const activated = await projectVersions.activated(accountId);
    const all = (await deployments.summaries(accountId))
      .filter(({ id }) => mayDo(caller, 'DeploymentRead', { deploymentId: id }))
      .map((deployment) => present({ caller, request }, deployment, activated))
      .filter(({ creationStep }) => steps?.includes(creationStep) ?? true);
    return cut(all);
  });

  serve(face, deploymentOperations.create, async ({ caller, changeRights, body: { name }, request }) =>
    present({ caller, request }, await changeRights((change) => deployments.create(change, name)), new Set()),
  );

  serve(face, deploymentOperations.get, async ({ caller, accountId, deploymentId, request }) =>
    presentOne({ caller, request }, accountId, await deployments.get(accountId, deploymentId)),
  );

  serve(
    face,
    deploymentOperations.update,
    async ({ caller, accountId, changeRights, deploymentId, body: { name }, request }) => {
      const changed =
        name === undefined
          ? await deployments.get(accountId, deploymentId)
          : await changeRights((change) => deployments.rename(change, deploymentId, name));
      return presentOne({ caller, request }, accountId, changed);
    },
  );

  serve(face, deploymentOperations.delete, ({ changeRights, deploymentId }) =>
    changeRights((change) => deployments.delete(change, deploymentId)),
  );

  serve(face, deploymentOperations.token, async ({ caller, accountId, deploymentId }) => {
    const [apiSecret] = await deployments.secretsOf(deploymentId);
    if (apiSecret === undefined) throw new Error(`deployment ${deploymentId} of account ${accountId} has no secret`);
    // Groups and attributes are looked up when the token is used, not when it is created.
    const securityContext = claimsOf(caller);
    const expiresInSeconds = tokenLastsOf(caller, clock.now());
    const wanted = { deployment: { apiSecret }, securityContext, expiresInSeconds, clock };
    const cubeApiToken = await mintToken(wanted, tokenSettingsOf(deploymentId, tokens));
    if (cubeApiToken !== undefined) return { cubeApiToken };
    throw new Conflict('token.signed-elsewhere', 'Tokens of this deployment are signed elsewhere, with a private key');
  });

  async function presentOne(
    asked: DeploymentRequest,
    accountId: number,
    deployment: DeploymentSummary,
  ): Promise<WireDeployment> {
    const isActive = await projectVersions.active(accountId, deployment.id);
    return present(asked, deployment, new Set(isActive ? [deployment.id] : []));
  }

  /** @param activated deployments that serve a version of their project */
  function present(
    { caller, request }: DeploymentRequest,
    { id, name }: DeploymentSummary,
    activated: ReadonlySet<number>,
  ): WireDeployment {
    const rights = caller.kind === 'person' ? [...rightsOn(caller, id)] : [];
    const isOfFolder = id === defaultDeploymentId;
    if (!isOfFolder && !activated.has(id)) return { id, name, creationStep: 'upload', deploymentUrl: '', rights };
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const creationStep = isOfFolder && isDemo ? 'demo' : 'ready';
    return { id, name, creationStep, deploymentUrl: `${origin}/d/${id}`, rights };
  }
}
