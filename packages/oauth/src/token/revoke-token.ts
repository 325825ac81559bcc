import type { FastifyRequest } from 'fastify';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { OAuthError } from '../oauth-error.ts';
import { clientOfRequest } from './client-of-request.ts';
import { readForm } from './read-form.ts';

/**
 * Revokes a token of the client that asks (RFC 7009). Unknown tokens and those of others are answered alike, so that the
 * answer tells nothing of them.
 *
 * @throws OAuthError
 */
export async function revokeToken(
  { headers, body }: FastifyRequest,
  { oauthClients, oauthGrants }: Pick<OAuthDependencies, 'oauthClients' | 'oauthGrants'>,
): Promise<void> {
  const form = readForm(headers['content-type'], body);
  const client = await clientOfRequest(headers, form, oauthClients);
  const text = form.get('token');
  if (text === undefined) throw new OAuthError('invalid_request', 'token is missing');
  await oauthGrants.revoke({ text, client });
}
