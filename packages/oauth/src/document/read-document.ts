import type { Registration } from '@orrery/people';
import { z } from 'zod';
import { OAuthError } from '../oauth-error.ts';
import { describedMembers, parseDescription, readGrants, readName, readRedirects } from '../registration/index.ts';
import { readScopes } from '../scope/index.ts';

const documentSchema = z.looseObject({ client_id: z.string(), ...describedMembers });

/** A document that describes no client of its address. The message ends a sentence. */
export class UnusableDocument extends Error {}

/**
 * Reads the description that stands at the address which is the id of a client. Such a client is public: it has
 * no secret.
 *
 * @throws UnusableDocument
 */
export function readDocument(bytes: ArrayBuffer, address: string): Registration {
  const given = documentSchema.safeParse(parsed(bytes));
  if (!given.success) {
    const [issue] = given.error.issues;
    throw new UnusableDocument(`its member ${issue?.path.join('.') || 'client_id'} is not as it must be`);
  }
  const document = given.data;
  if (document.client_id !== address) throw new UnusableDocument('its client_id is another than its address');
  const { token_endpoint_auth_method: method = 'none' } = document;
  if (method !== 'none') throw new UnusableDocument('its token_endpoint_auth_method is not none');
  if ('client_secret' in document) throw new UnusableDocument('it has a client_secret, which everybody could read');
  return {
    name: readName(document.client_name),
    authMethod: 'none',
    redirectUris: redirectsIn(document.redirect_uris),
    grantTypes: readGrants(document.grant_types).filter(isByBrowser),
    defaultScopes: readScopes(document.scope, ['mcp-agent-access']),
  };
}

/** A device would need somebody who has read the document before: strangers cause no request for it. */
function isByBrowser(grant: Registration['grantTypes'][number]): boolean {
  return grant === 'authorization_code' || grant === 'refresh_token';
}

function redirectsIn(uris: readonly string[]): readonly string[] {
  try {
    return readRedirects(uris);
  } catch (error) {
    if (error instanceof OAuthError) throw new UnusableDocument(`its ${error.message}`, { cause: error });
    throw error;
  }
}

/** @throws UnusableDocument */
function parsed(bytes: ArrayBuffer): unknown {
  const description = parseDescription(textIn(bytes));
  if (description.ok) return description.value;
  throw new UnusableDocument(description.fault);
}

/** Bytes that are no UTF-8 are no JSON either. */
function textIn(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
