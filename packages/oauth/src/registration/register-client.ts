import { networkOf } from '@orrery/people';
import type { FastifyRequest } from 'fastify';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { scopeText } from '../scope/index.ts';
import { readRegistration } from './read-registration.ts';

/** Registers an application (RFC 7591). The answer has every member that clients look for, the method above all. */
export async function registerClient(
  { body, ip, log }: FastifyRequest,
  { oauthClients }: Pick<OAuthDependencies, 'oauthClients'>,
) {
  const read = readRegistration(typeof body === 'string' ? body : '');
  const { client, secret } = await oauthClients.register(read, networkOf(ip));
  log.info({ client: client.clientId, name: client.name }, 'an application registered itself');
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(client.createdAt / 1_000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: ['code'],
    token_endpoint_auth_method: client.authMethod,
    scope: scopeText(client.defaultScopes),
  };
}
