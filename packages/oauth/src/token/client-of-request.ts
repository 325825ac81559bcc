import type { IncomingHttpHeaders } from 'node:http';
import type { ClientService, OAuthClient } from '@orrery/people';
import { OAuthError } from '../oauth-error.ts';
import type { TokenForm } from './read-form.ts';

interface ClaimedClient {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/**
 * Identifies the client of a request: by Basic, by a secret in the form, or by its id alone if it is public.
 *
 * @throws OAuthError `invalid_client` only for an unknown client and a wrong secret: clients forget themselves then
 */
export async function clientOfRequest(
  headers: IncomingHttpHeaders,
  form: TokenForm,
  clients: Pick<ClientService, 'find' | 'isSecretOf'>,
): Promise<OAuthClient> {
  const { clientId, secret } = claimed(headers, form);
  const client = await clients.find(clientId);
  const isPublic = client?.authMethod === 'none';
  // The secret of an unknown client is compared too, so that both take the same time.
  const isRight = isPublic || (await clients.isSecretOf({ clientId }, secret ?? ''));
  if (client && isRight) return client;
  const cause = client ? `wrong secret of ${client.clientId}` : `no client ${clientId.slice(0, 60)}`;
  throw new OAuthError('invalid_client', 'The client is unknown, or its secret is wrong', { cause });
}

/** Reads who the request says to be from. @throws OAuthError */
function claimed({ authorization }: IncomingHttpHeaders, form: TokenForm): ClaimedClient {
  const inForm = { clientId: form.get('client_id'), secret: form.get('client_secret') };
  const [, encoded] = /^basic +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) {
    if (inForm.clientId === undefined) throw new OAuthError('invalid_request', 'client_id is missing');
    return { clientId: inForm.clientId, secret: inForm.secret };
  }
  if (inForm.secret !== undefined) {
    throw new OAuthError('invalid_request', 'The client authenticates in two ways: by Basic and by client_secret');
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw new OAuthError('invalid_request', 'Authorization: Basic has no colon');
  const clientId = decoded(text.slice(0, colon));
  if (inForm.clientId !== undefined && inForm.clientId !== clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from that in Authorization');
  }
  return { clientId, secret: decoded(text.slice(colon + 1)) };
}

/** RFC 6749 section 2.3.1 has both encoded as in forms. Many clients do not; ours have no signs that would differ. */
function decoded(half: string): string {
  try {
    return decodeURIComponent(half.replaceAll('+', ' '));
  } catch {
    return half;
  }
}
