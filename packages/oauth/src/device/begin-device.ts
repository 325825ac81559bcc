import { networkOf } from '@orrery/people';
import type { FastifyRequest } from 'fastify';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { readScopes } from '../scope/index.ts';
import { clientOfRequest, readForm, requireGrant, resourceIn } from '../token/index.ts';

type BeginServices = Pick<OAuthDependencies, 'addresses' | 'oauthClients' | 'oauthDevices'>;

/** Begins the request of a device without a browser (RFC 8628 section 3.2). @throws OAuthError, TooManyRequests */
export async function beginDevice({ headers, body, ip }: FastifyRequest, services: BeginServices, issuer: string) {
  const form = readForm(headers['content-type'], body);
  const client = await clientOfRequest(headers, form, services.oauthClients);
  requireGrant(client, 'urn:ietf:params:oauth:grant-type:device_code');
  const { deviceCode, userCode, expiresInSeconds, intervalSeconds } = await services.oauthDevices.begin({
    client,
    scopes: readScopes(form.get('scope'), client.defaultScopes),
    resource: resourceIn(form, services.addresses),
    from: networkOf(ip),
  });
  const page = `${issuer}/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: expiresInSeconds,
    interval: intervalSeconds,
  };
}
