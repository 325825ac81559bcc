import type { IntrospectedToken } from '@orrery/people';
import type { FastifyRequest } from 'fastify';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { OAuthError } from '../oauth-error.ts';
import { scopeText } from '../scope/index.ts';
import { clientOfRequest } from './client-of-request.ts';
import { readForm } from './read-form.ts';

/**
 * Answers whether a token is valid, and its scopes (RFC 7662), to the client that it was issued to. The answer for all other
 * tokens is the same, whatever they are. Public clients are refused: anybody can use their ids.
 *
 * @throws OAuthError
 */
export async function introspectToken(
  { headers, body }: FastifyRequest,
  { oauthClients, introspection }: Pick<OAuthDependencies, 'oauthClients' | 'introspection'>,
  issuer: string,
) {
  const form = readForm(headers['content-type'], body);
  const client = await clientOfRequest(headers, form, oauthClients);
  if (client.authMethod === 'none') {
    throw new OAuthError('unauthorized_client', 'Introspection is for clients with a secret');
  }
  const text = form.get('token');
  if (text === undefined) throw new OAuthError('invalid_request', 'token is missing');
  const token = await introspection.introspect(text, client);
  return token ? { ...present(token), client_id: client.clientId, iss: issuer } : { active: false };
}

function present({ kind, scopes, userId, username, audience, issuedAt, expiresAt }: IntrospectedToken) {
  return {
    active: true,
    ...(kind === 'access' ? { token_type: 'Bearer' } : {}),
    scope: scopeText(scopes),
    sub: String(userId),
    username,
    ...(audience === undefined ? {} : { aud: audience }),
    iat: Math.floor(issuedAt / 1_000),
    exp: Math.floor(expiresAt / 1_000),
  };
}
