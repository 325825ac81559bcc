import type { FastifyRequest } from 'fastify';
import type { ServedDeployments } from '@orrery/deployments';
import {
  type ApiScope,
  defaultDeploymentId,
  Forbidden,
  NotFound,
  type Person,
  type TokenCaller,
  Unauthorized,
  type UsersByAccount,
  type Viewer,
} from '@orrery/kernel';
import { type BearerAuthenticator, resolveCaller, type ViewerAuthenticator } from '@orrery/people';
import { type McpAddresses, tokenUseOf } from './challenge.ts';

/** The caller of tools: a user of the account, a viewer of embedded content, or the holder of a Data API token. */
export type McpCaller = Person | Viewer | McpTokenCaller;

/** The holder of a token. The security context is the token's claims; groups and attributes are looked up with each query. */
interface McpTokenCaller extends TokenCaller {
  readonly accountId: number;
}

export interface McpCredentials {
  readonly authenticator: Pick<BearerAuthenticator, 'personOf'>;
  readonly addresses: McpAddresses;
  readonly viewers: Pick<ViewerAuthenticator, 'viewerOf' | 'claims'>;
  readonly served: Pick<ServedDeployments, 'admissionOf'>;
  readonly currentRights: UsersByAccount;
}

/**
 * Identifies the caller by the credential behind `Bearer`: an API key, an access token for this address, an embed token, or
 * a Data API token of the deployment in the address. The one place where credentials enter.
 *
 * @throws Unauthorized; InsufficientScope for an access token for something else; Forbidden for a session that is for one
 * dashboard only
 */
export async function mcpCallerOf(request: FastifyRequest, credentials: McpCredentials): Promise<McpCaller> {
  const { authorization } = request.headers;
  const { authenticator, viewers, addresses } = credentials;
  const [, token] = /^(?:Bearer|Embed-Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined || token.split('.').length !== 3) {
    const person = await authenticator.personOf({ authorization }, { use: tokenUseOf(request, addresses) });
    return { ...person, address: request.ip };
  }
  if (!viewers.claims(token)) return holderOf(token, deploymentNamed(request) ?? defaultDeploymentId, credentials);
  const viewer = await viewers.viewerOf(token);
  if (viewer.publicDashboardId === undefined) return { ...viewer, address: request.ip };
  throw new Forbidden('auth.locked-session', 'The session is for one dashboard only');
}

/** The deployment in the address, `?deploymentId=2`. @throws NotFound for an impossible number */
export function deploymentNamed({ query }: FastifyRequest): number | undefined {
  const { deploymentId } = query as { readonly deploymentId?: unknown }; // the parameters of any address
  if (deploymentId === undefined) return undefined;
  if (typeof deploymentId === 'string' && /^[1-9]\d{0,8}$/.test(deploymentId)) return Number(deploymentId);
  throw new NotFound('deployment.unknown', 'deploymentId in the address of this server is no number of a deployment');
}

async function holderOf(
  token: string,
  deploymentId: number,
  { served, currentRights }: McpCredentials,
): Promise<McpTokenCaller> {
  const admission = await served.admissionOf(deploymentId);
  if (!admission) throw new Unauthorized('auth.invalid-token', 'Invalid token', { cause: 'no such deployment' });
  const { accountId, authenticator } = admission;
  const { principal } = await authenticator.admit({ authorization: `Bearer ${token}` });
  await resolveCaller(principal, () => currentRights.in(accountId)); // refuses a user who is not there any more
  return { ...principal, accountId };
}

/** @throws Forbidden for a token without the scope */
export function requireScope(caller: McpCaller, scope: ApiScope): void {
  if (caller.kind !== 'token' || caller.scopes.has(scope)) return;
  throw new Forbidden('auth.scope-missing', `API scope is missing: ${scope}`);
}
