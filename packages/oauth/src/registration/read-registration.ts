import { textFault } from '@orrery/kernel';
import type { Registration } from '@orrery/people';
import { z } from 'zod';
import { redirectFault } from '../address/index.ts';
import { registeredGrants, servedAuthMethods } from '../metadata/index.ts';
import { OAuthError } from '../oauth-error.ts';
import { readScopes } from '../scope/index.ts';
import { describedMembers, parseDescription } from './description.ts';

const mostRedirects = 20;
const mostLettersOfName = 100;

const bodySchema = z.looseObject({ ...describedMembers, redirect_uris: describedMembers.redirect_uris.optional() });

/** Reads what an application says of itself. @throws OAuthError */
export function readRegistration(text: string): Registration {
  const parsed = parseDescription(text);
  if (!parsed.ok) {
    throw new OAuthError('invalid_client_metadata', 'The body is no JSON object, sent as application/json');
  }
  const given = bodySchema.safeParse(parsed.value);
  if (!given.success) {
    const [issue] = given.error.issues;
    throw new OAuthError('invalid_client_metadata', `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? ''}`);
  }
  const body = given.data;
  return {
    name: readName(body.client_name),
    authMethod: readAuthMethod(body.token_endpoint_auth_method),
    redirectUris: readRedirects(body.redirect_uris),
    grantTypes: readGrants(body.grant_types),
    defaultScopes: readScopes(body.scope, ['mcp-agent-access']),
  };
}

/** Signs that hide or turn others, end a quotation, or are letters without ink. */
const misleading = /[\p{Cf}"“”„‟«»\u115F\u1160\u2800\u3164\uFFA0]/u;

/** Names are texts of strangers, shown in quotes on the page of consent: signs that mislead are left out. */
export function readName(name: string | undefined): string {
  const letters = [...(name ?? '').normalize('NFC')].filter(
    (letter) => textFault(letter) === undefined && !misleading.test(letter),
  );
  const sound = letters.join('').trim().slice(0, mostLettersOfName).trim();
  return sound === '' ? 'Unnamed application' : sound;
}

/** A client that names no method has no secret: it would not know what to do with one. */
function readAuthMethod(method = 'none'): Registration['authMethod'] {
  const served = servedAuthMethods.find((each) => each === method);
  if (served !== undefined) return served;
  throw new OAuthError(
    'invalid_client_metadata',
    `token_endpoint_auth_method is one of ${servedAuthMethods.join(', ')}`,
  );
}

export function readRedirects(uris: readonly string[] | undefined): readonly string[] {
  const given = [...new Set(uris ?? [])];
  if (given.length === 0) throw new OAuthError('invalid_redirect_uri', 'redirect_uris names no address');
  if (given.length > mostRedirects) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris names more than ${mostRedirects} addresses`);
  }
  for (const uri of given) {
    const fault = redirectFault(uri);
    if (fault !== undefined) throw new OAuthError('invalid_redirect_uri', `${uri.slice(0, 200)} ${fault}`);
  }
  return given;
}

/** Grants that are not served are dropped: clients name all that they know. The code is always there, as is the way to keep it. */
export function readGrants(grants: readonly string[] | undefined): Registration['grantTypes'] {
  if (grants === undefined) return ['authorization_code', 'refresh_token'];
  const known = registeredGrants.filter((each) => grants.includes(each));
  return known.includes('authorization_code') ? known : ['authorization_code', ...known];
}
