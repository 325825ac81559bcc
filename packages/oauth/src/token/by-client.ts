import type { OAuthScope } from '@orrery/kernel';
import type { OAuthClient, TokenOutcome } from '@orrery/people';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { OAuthError } from '../oauth-error.ts';

interface ClientRequest {
  /** Scopes that the request names; `undefined`: none of ours. */
  readonly scopes: readonly OAuthScope[] | undefined;
  readonly resource: string | undefined;
}

/**
 * Issues a token to a client that acts for no person (RFC 6749 section 4.4). One that names no scope gets those of the MCP
 * server where it asks for that, and all of its own otherwise.
 *
 * @throws OAuthError
 */
export function issueByClient(
  client: OAuthClient,
  { scopes, resource }: ClientRequest,
  { oauthGrants }: Pick<OAuthDependencies, 'oauthGrants'>,
): Promise<TokenOutcome> {
  if (client.authMethod === 'none') {
    throw new OAuthError('unauthorized_client', 'client_credentials is for clients with a secret');
  }
  const named = scopes?.filter(isOfToken) ?? [];
  const defaults = isMcp(resource) ? (['mcp-agent-access'] as const) : client.defaultScopes.filter(isOfToken);
  return oauthGrants.issueToClient({ client, scopes: named.length > 0 ? named : defaults, resource });
}

/** No refresh token is given here, so there is nothing to stay connected by. */
const isOfToken = (scope: OAuthScope) => scope !== 'offline_access';

function isMcp(resource: string | undefined): boolean {
  return resource !== undefined && /\/api\/mcp\/?(?:\?|$)/.test(resource);
}
