import type { CallerKind, Operation, Takes } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import { type DeploymentService, requireEditable } from '@orrery/deployments';
import { type ContentRights, contentRightsOf } from '@orrery/content';
import {
  Forbidden,
  mayDo,
  type Person,
  requireAdmin,
  requireAllDeployments,
  requireRight,
  type Viewer,
} from '@orrery/kernel';
import type { AccountSettingsService } from '@orrery/people';
import type { AgentInPath, FindAgent } from '../../agents/index.ts';
import { pathNumber } from './path-parameters.ts';

/** Tells whether the objects of operations exist, and whether a user may perform them. */
export interface Things {
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly items: Readonly<Record<RequiredItemKind, RequireLevel>>;
  readonly settings: Pick<AccountSettingsService, 'get'>;
  readonly agents: FindAgent;
}

/** The resources that an operation names, for a check whether its caller may use them. */
export interface Use {
  readonly rights?: ContentRights | undefined;
  readonly agent?: AgentInPath | undefined;
}

type RequiredItemKind = NonNullable<Takes['onItem']>['kind'];
type RequiredLevel = NonNullable<Takes['onItem']>['level'];
/** @throws NotFound, Forbidden */
type RequireLevel = (rights: ContentRights, id: number, least: RequiredLevel) => Promise<unknown>;

const kindNames: Readonly<Record<CallerKind, string>> = {
  person: 'people',
  viewer: 'viewers of embedded content',
  token: 'tokens of the Data API',
  provider: 'identity providers',
  command: 'the command line',
  scraper: 'scrapers of metrics',
};

/** @throws Forbidden for a kind of caller that the operation does not name */
function requireKind({ callers }: Takes, { kind }: Person | Viewer): void {
  if (callers === 'anybody' || callers.includes(kind)) return;
  const named = callers.map((one) => kindNames[one]).join(' and ');
  throw new Forbidden('auth.caller-kind', `Only ${named} may use this`);
}

/**
 * Checks whether a caller may use an operation. Rights are checked before existence, so that callers learn nothing
 * about objects of others.
 *
 * @returns the rights to content, where the operation is on a deployment @throws Forbidden, NotFound, InvalidFields for
 * an invalid number in the path, Conflict
 */
export async function requireUse(
  operation: Operation,
  caller: Person | Viewer,
  request: FastifyRequest,
  things: Things,
): Promise<Use> {
  const { takes } = operation;
  requireKind(takes, caller);
  const { deployments, settings } = things;
  if (caller.kind === 'viewer') {
    requireSession(takes, caller);
    if (takes.feature) await requireFeature(settings, caller.accountId, takes.feature);
    return takes.onAgent
      ? { agent: await requireAgentOfViewer(caller, request, things) }
      : { rights: await requireViewer(operation, caller, request, things) };
  }
  if (takes.isSessionOnly) requireBrowser(caller);
  if (takes.isAdmin) requireAdmin(caller);
  if (takes.feature) await requireFeature(settings, caller.accountId, takes.feature);
  if (takes.onAgent) return { agent: await requireAgent(caller, request, things) };
  if (takes.onDeployment === undefined) {
    if (takes.onAccount) requireRight(caller, takes.onAccount, 'account');
    if (takes.allDeployments) requireAllDeployments(caller);
    return {};
  }
  const deploymentId = pathNumber(operation, request, 'deploymentId');
  requireRight(caller, takes.onDeployment, { deploymentId });
  await deployments.requireAll(caller.accountId, [deploymentId]);
  if (takes.isChanging) requireEditable(deploymentId);
  const rights = contentRightsOf(caller, deploymentId);
  if (takes.onAccount) requireRight(caller, takes.onAccount, 'account');
  await requireItem(operation, rights, request, things);
  return { rights };
}

/** @throws NotFound, Forbidden */
async function requireAgent(person: Person, request: FastifyRequest, { agents }: Things): Promise<AgentInPath> {
  const mayUse = (deploymentId: number) => mayDo(person, 'DeploymentAgentRead', { deploymentId });
  const agent = await agents(person, agentNamed(request), mayUse);
  requireRight(person, 'DeploymentAgentRead', { deploymentId: agent.deploymentId });
  return agent;
}

/** @throws NotFound, Forbidden */
async function requireAgentOfViewer(viewer: Viewer, request: FastifyRequest, { agents }: Things): Promise<AgentInPath> {
  const agent = await agents(viewer, agentNamed(request), (deploymentId) => deploymentId === viewer.deploymentId);
  if (agent.deploymentId !== viewer.deploymentId) {
    throw new Forbidden('auth.out-of-scope', 'The session is not for this deployment');
  }
  if (agent.allowEmbed) return agent;
  throw new Forbidden('agent.not-embedded', 'Embedding is not enabled for this agent');
}

function agentNamed({ params }: FastifyRequest): { readonly accountName: string; readonly agentId: string } {
  return params as { readonly accountName: string; readonly agentId: string }; // named by the paths of such operations
}

/**
 * Checks whether the session of a viewer may use an operation. Which items it may open, rights to content decide.
 *
 * @throws as requireUse
 */
async function requireViewer(
  operation: Operation,
  viewer: Viewer,
  request: FastifyRequest,
  things: Things,
): Promise<ContentRights | undefined> {
  const { onDeployment } = operation.takes;
  if (onDeployment === undefined) return undefined;
  const deploymentId = pathNumber(operation, request, 'deploymentId');
  if (deploymentId !== viewer.deploymentId) {
    throw new Forbidden('auth.out-of-scope', 'The session is not for this deployment');
  }
  await things.deployments.requireAll(viewer.accountId, [deploymentId]);
  const rights = contentRightsOf(viewer, deploymentId);
  await requireItem(operation, rights, request, things);
  return rights;
}

/** @throws Forbidden for a session that the operation does not take */
function requireSession({ viewers }: Takes, viewer: Viewer): void {
  if (viewers !== 'locked' && viewer.publicDashboardId !== undefined) {
    throw new Forbidden('auth.locked-session', 'The session is for one dashboard only');
  }
  if (viewers === 'creator' && !viewer.isCreator) {
    throw new Forbidden('auth.no-creator-session', 'This takes a session in creator mode');
  }
}

/** @throws Forbidden for a person who is not in front of a browser */
function requireBrowser({ sessionId }: Person): void {
  if (sessionId !== undefined) return;
  throw new Forbidden(
    'auth.session-only',
    'This takes the session of a browser: what a person decides, no credential may',
  );
}

async function requireItem(
  operation: Operation,
  rights: ContentRights,
  request: FastifyRequest,
  { items }: Things,
): Promise<void> {
  if (!operation.takes.onItem) return;
  const { kind, level } = operation.takes.onItem;
  await items[kind](rights, pathNumber(operation, request, `${kind.toLowerCase()}Id`), level);
}

const featureOff = {
  chatApi: 'Chats are not enabled',
  embedding: 'Embedding is not enabled',
  evals: 'Evaluations are not enabled; an admin switches on the flag evals by PUT /api/v1/account/settings',
} as const;

/** @throws Forbidden where the account has it switched off */
export async function requireFeature(
  settings: Things['settings'],
  accountId: number,
  feature: NonNullable<Takes['feature']>,
): Promise<void> {
  const { flags } = await settings.get(accountId);
  if (!flags[feature]) throw new Forbidden('auth.feature-off', featureOff[feature]);
}
