import { mcpOperations, scopesTaken } from '@orrery/contract';
import { InsufficientScope } from '@orrery/kernel';
import type { OwnAddresses } from '@orrery/oauth';
import type { TokenUse } from '@orrery/people';
import type { FastifyRequest } from 'fastify';

/** Scopes of access tokens, of which the tools need one. */
const scopes = scopesTaken(mcpOperations.call);

export type McpAddresses = Pick<OwnAddresses, 'mcpResourceOf' | 'mcpMetadataOf' | 'audiencesOfAll'>;

/**
 * Requirements on an access token of a request: one for this address, its query included, or for the whole server. The
 * metadata name the address without a slash at the end of its path, so a token for that is one for this as well.
 */
export function tokenUseOf(request: FastifyRequest, addresses: McpAddresses): TokenUse {
  const resource = addresses.mcpResourceOf(request);
  const spellings = resource === undefined ? [] : [resource, resource.replace(/\/(?=\?|$)/, '')];
  return { anyOf: scopes, audiences: [...addresses.audiencesOfAll(), ...spellings] };
}

/**
 * Writes the `WWW-Authenticate` of a refused request (RFC 6750 section 3, RFC 9728 section 5.1): the document that tells where
 * to sign in, and every scope that the tools need. Clients ask for exactly these scopes, so that a token with others keeps
 * them when it is replaced.
 */
export function challengeOf(request: FastifyRequest, refusal: Error, addresses: McpAddresses): string {
  const metadata = addresses.mcpMetadataOf(request);
  const granted = refusal instanceof InsufficientScope ? refusal.granted : [];
  const error =
    refusal instanceof InsufficientScope
      ? 'insufficient_scope'
      : request.headers.authorization === undefined
        ? undefined
        : 'invalid_token';
  const wanted = [...new Set([...granted, ...scopes])].join(' ');
  return [
    'Bearer realm="orrery"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`, `scope="${wanted}"`]),
  ].join(', ');
}
