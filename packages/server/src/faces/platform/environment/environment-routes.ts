import { type BodyOf, environmentOperations, type WireEnvironment, type WireEnvironmentToken } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import {
  type Environment,
  environmentsOf,
  type EnvironmentToken,
  type EnvironmentTokenService,
  type NewEnvironmentToken,
} from '@orrery/deployments';
import { NotFound } from '@orrery/kernel';
import { callerNotes } from '@orrery/people';
import type { Serving } from '../deployment/deployment-routes.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface EnvironmentServices {
  readonly environmentTokens: EnvironmentTokenService;
  readonly serving: Serving;
}

const defaultLimit = 20;
const largestLimit = 1_000;
const tokenLastsSeconds = 3_600;
const metaSyncLastsSeconds = 86_400;

/** Serves the environments of a deployment, and tokens with a given security context. */
export function serveEnvironments(face: PlatformFace, { environmentTokens, serving }: EnvironmentServices): void {
  const { tokens, publicUrl, basePath } = serving;

  serve(face, environmentOperations.list, async ({ deploymentId, query: { type, ...range }, request }) => {
    const { limit, offset } = readRange(range);
    const all = environmentsOf(deploymentId).filter((environment) => type === undefined || environment.type === type);
    const data = all.slice(offset, offset + limit).map((environment) => present(request, deploymentId, environment));
    return { data, pagination: { limit, offset, total: all.length } };
  });

  serve(face, environmentOperations.tokens, async (asked) => {
    const place = placeOf(asked);
    const range = readRange(asked.query);
    const found = await environmentTokens.list(place, range, tokens, asked.caller);
    return { data: found.tokens.map(presentToken), pagination: { ...range, total: found.total } };
  });

  serve(face, environmentOperations.createToken, async (asked) => {
    const wanted = { ...placeOf(asked), ...readWanted(asked, tokenLastsSeconds) };
    const signed = await environmentTokens.sign(wanted, tokens, asked.caller);
    return { data: presentToken(await asked.makeChange((change) => environmentTokens.keep(change, signed))) };
  });

  serve(face, environmentOperations.createMetaToken, async (asked) => {
    const wanted = { ...placeOf(asked), ...readWanted(asked, metaSyncLastsSeconds), scopes: ['meta'] as const };
    const signed = await environmentTokens.sign(wanted, tokens, asked.caller);
    return { data: presentToken(await asked.makeChange((change) => environmentTokens.give(change, signed))) };
  });

  function present(request: FastifyRequest, deploymentId: number, { id, type }: Environment): WireEnvironment {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const url = `${origin}/d/${deploymentId}/${basePath}`;
    return { id: String(id), type, api_credentials: [{ type: 'rest', version: 1, url }] };
  }
}

/** @throws NotFound */
function placeOf({
  deploymentId,
  params: { environmentId },
}: {
  readonly deploymentId: number;
  readonly params: { readonly environmentId: number };
}): Pick<NewEnvironmentToken, 'deploymentId' | 'environmentId'> {
  if (environmentsOf(deploymentId).some(({ id }) => id === environmentId)) return { deploymentId, environmentId };
  throw new NotFound('environment.unknown', `There is no environment ${environmentId}`);
}

function readRange({ limit, offset }: { readonly limit?: number | undefined; readonly offset?: number | undefined }) {
  return { limit: Math.min(limit ?? defaultLimit, largestLimit), offset: offset ?? 0 };
}

interface NewTokenRequest {
  readonly body: BodyOf<typeof environmentOperations.createToken>;
  readonly request: FastifyRequest;
}

function readWanted(
  { body: { security_context, expires_in, scopes }, request }: NewTokenRequest,
  lastsSeconds: number,
) {
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
