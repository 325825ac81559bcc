import {
  environmentsQuerySchema,
  environmentTokensQuerySchema,
  newEnvironmentTokenSchema,
  type WireEnvironment,
  type WireEnvironments,
  type WireEnvironmentToken,
  type WireEnvironmentTokens,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Environment, environmentsOf } from '../../catalog/environment.ts';
import type { EnvironmentToken, NewEnvironmentToken, TokenMaker } from '../../catalog/environment-token-service.ts';
import { NotFound } from '../../http/errors.ts';
import type { Action } from '../../identity/action.ts';
import { callerNotes } from '../../identity/caller-notes.ts';
import { requireRight } from '../../identity/rights.ts';
import { readFields, readParameters } from '../invalid-fields.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';

const defaultLimit = 20;
const largestLimit = 1_000;
const tokenLastsSeconds = 3_600;
const metaSyncLastsSeconds = 86_400;

/** Environments of a deployment, and tokens to ask them with a security context of one's choice. */
export function registerEnvironmentRoutes(
  app: FastifyInstance,
  {
    deployments,
    environmentTokens,
    serving,
  }: Pick<PlatformDependencies, 'deployments' | 'environmentTokens' | 'serving'>,
): void {
  const { tokens, publicUrl, basePath } = serving;
  const base = '/deployments/:deploymentId/environments';

  app.get(base, async (request): Promise<WireEnvironments> => {
    const deploymentId = await allowed(request, 'DeploymentRead');
    const { type, ...range } = readParameters(environmentsQuerySchema, request.query);
    const { limit, offset } = readRange(range);
    const all = environmentsOf(deploymentId).filter((environment) => type === undefined || environment.type === type);
    const data = all.slice(offset, offset + limit).map((environment) => present(request, deploymentId, environment));
    return { data, pagination: { limit, offset, total: all.length } };
  });

  app.get(`${base}/:environmentId/tokens`, async (request): Promise<WireEnvironmentTokens> => {
    const place = await placeOf(request, 'DeploymentUpdate');
    const range = readRange(readParameters(environmentTokensQuerySchema, request.query));
    const found = await environmentTokens.list(place, range, tokens, madeBy(request));
    return { data: found.tokens.map(presentToken), pagination: { ...range, total: found.total } };
  });

  app.post(`${base}/:environmentId/tokens`, async (request) => {
    const place = await placeOf(request, 'DeploymentUpdate');
    const wanted = readWanted(request, tokenLastsSeconds);
    return { data: presentToken(await environmentTokens.create({ ...place, ...wanted }, tokens, madeBy(request))) };
  });

  app.post(`${base}/:environmentId/tokens-for-meta-sync`, async (request) => {
    const place = await placeOf(request, 'SchemaRead');
    const wanted = { ...readWanted(request, metaSyncLastsSeconds), scopes: ['meta'] as const };
    return { data: presentToken(await environmentTokens.sign({ ...place, ...wanted }, tokens, madeBy(request))) };
  });

  /** @throws Forbidden beyond the scope of the key, before anything is looked up; NotFound */
  async function allowed(request: FastifyRequest, action: Action): Promise<number> {
    const actor = actorOf(request);
    const deploymentId = pathNumber(request, 'deploymentId', 'deployment');
    requireRight(actor, action, { deploymentId });
    await deployments.requireAll(actor.accountId, [deploymentId]);
    return deploymentId;
  }

  async function placeOf(
    request: FastifyRequest,
    action: Action,
  ): Promise<Pick<NewEnvironmentToken, 'deploymentId' | 'environmentId'>> {
    const deploymentId = await allowed(request, action);
    const environmentId = pathNumber(request, 'environmentId', 'environment');
    if (environmentsOf(deploymentId).some(({ id }) => id === environmentId)) return { deploymentId, environmentId };
    throw new NotFound('environment.unknown', `There is no environment ${environmentId}`);
  }

  function present(request: FastifyRequest, deploymentId: number, { id, type }: Environment): WireEnvironment {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const url = `${origin}/d/${deploymentId}/${basePath}`;
    return { id: String(id), type, api_credentials: [{ type: 'rest', version: 1, url }] };
  }
}

function madeBy(request: FastifyRequest): TokenMaker {
  const { accountId, role } = actorOf(request);
  return { accountId, by: actingIn(request), isAdmin: role === 'admin' };
}

function readRange({ limit, offset }: { readonly limit?: number | undefined; readonly offset?: number | undefined }) {
  return { limit: Math.min(limit ?? defaultLimit, largestLimit), offset: offset ?? 0 };
}

function readWanted(request: FastifyRequest, lastsSeconds: number) {
  const { security_context, expires_in, scopes } = readFields(newEnvironmentTokenSchema, request.body);
  for (const note of callerNotes(security_context)) request.log.warn({ code: 'token.unread-claim' }, note);
  return { securityContext: security_context, lastsSeconds: expires_in ?? lastsSeconds, scopes: scopes ?? undefined };
}

function presentToken({ token, securityContext, createdAt, expiresAt }: EnvironmentToken): WireEnvironmentToken {
  return {
    token,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
    security_context: { ...securityContext },
  };
}
