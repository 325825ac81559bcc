import { type OAuthScope, oauthScopes } from '@orrery/kernel';
import type { DeviceOutcome, GrantType, IssuedTokens, OAuthClient, TokenOutcome } from '@orrery/people';
import type { FastifyRequest } from 'fastify';
import { type ServedGrant, servedGrants } from '../metadata/index.ts';
import type { OAuthDependencies } from '../oauth-dependencies.ts';
import { OAuthError } from '../oauth-error.ts';
import { issueByClient } from './by-client.ts';
import { clientOfRequest } from './client-of-request.ts';
import { type TokenForm, readForm } from './read-form.ts';

type TokenServices = Pick<
  OAuthDependencies,
  'addresses' | 'oauthClients' | 'oauthCodes' | 'oauthDevices' | 'oauthGrants'
>;

/** One sentence for each error of a code or token that is refused: the reason is for the log. */
const refusedSentences = {
  invalid_grant: 'The code or refresh token is wrong, has expired, or was revoked',
  invalid_scope: 'The scope is more than was granted',
  invalid_target: 'The resource is none that was granted',
} as const;

/** Answers a request of the token endpoint. @throws OAuthError */
export async function issueTokens({ headers, body }: FastifyRequest, services: TokenServices): Promise<IssuedTokens> {
  const form = readForm(headers['content-type'], body);
  const grant = form.get('grant_type');
  if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  const client = await clientOfRequest(headers, form, services.oauthClients);
  const served = servedGrants.find((each) => each === grant);
  if (served === undefined) {
    throw new OAuthError('unsupported_grant_type', `grant_type is one of ${servedGrants.join(', ')}`);
  }
  requireGrant(client, served);
  const outcome = await ways[served](form, client, services);
  if (outcome.kind === 'issued') return outcome.tokens;
  const { error, reason } = outcome;
  switch (error) {
    case 'invalid_grant':
    case 'invalid_scope':
    case 'invalid_target':
      throw new OAuthError(error, refusedSentences[error], { cause: reason });
    default: // Devices are told what became of their request.
      throw new OAuthError(error, reason);
  }
}

/** @throws OAuthError for a client that may not ask for this grant */
export function requireGrant({ grantTypes }: OAuthClient, grant: GrantType): void {
  if (grantTypes.includes(grant)) return;
  throw new OAuthError('unauthorized_client', `The client is not registered for ${grant}`);
}

const ways: Readonly<
  Record<ServedGrant, (form: TokenForm, client: OAuthClient, services: TokenServices) => Promise<DeviceOutcome>>
> = {
  authorization_code: byCode,
  refresh_token: byRefresh,
  'urn:ietf:params:oauth:grant-type:device_code': byDevice,
  client_credentials: byClient,
};

/** The first request uses the code up, whatever is wrong with it; so what may be wrong is left to the exchange. */
function byCode(form: TokenForm, client: OAuthClient, { oauthCodes, addresses }: TokenServices): Promise<TokenOutcome> {
  return oauthCodes.take({
    text: required(form, 'code'),
    client,
    redirectUri: form.get('redirect_uri'),
    verifier: form.get('code_verifier'),
    resource: resourceIn(form, addresses),
  });
}

function byRefresh(
  form: TokenForm,
  client: OAuthClient,
  { oauthGrants, addresses }: TokenServices,
): Promise<TokenOutcome> {
  const text = required(form, 'refresh_token');
  const resource = resourceIn(form, addresses);
  return oauthGrants.refresh({ text, client, scopes: narrowed(form.get('scope')), resource });
}

function byDevice(form: TokenForm, client: OAuthClient, { oauthDevices }: TokenServices): Promise<DeviceOutcome> {
  return oauthDevices.poll(required(form, 'device_code'), client);
}

function byClient(form: TokenForm, client: OAuthClient, services: TokenServices): Promise<TokenOutcome> {
  const resource = resourceIn(form, services.addresses);
  return issueByClient(client, { scopes: narrowed(form.get('scope')), resource }, services);
}

/** @throws OAuthError for another server's */
export function resourceIn(form: TokenForm, addresses: TokenServices['addresses']): string | undefined {
  const resource = form.get('resource');
  if (resource === undefined || addresses.isResource(resource)) return resource;
  throw new OAuthError('invalid_target', 'The resource is no address of this server');
}

/** Scopes that a request narrows its token to; `undefined` where it names none of ours. */
function narrowed(text: string | undefined): readonly OAuthScope[] | undefined {
  const given = new Set(text?.split(' '));
  const known = oauthScopes.filter((scope) => given.has(scope));
  return known.length === 0 ? undefined : known;
}

function required(form: TokenForm, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}
