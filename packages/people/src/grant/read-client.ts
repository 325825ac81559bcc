import type { OAuthClientRow } from './client-store.ts';
import { scopesIn, textsIn } from './json-list.ts';
import {
  type ClientAuthMethod,
  clientAuthMethods,
  type GrantType,
  grantTypes,
  type OAuthClient,
} from './oauth-client.ts';

export function readClient(row: OAuthClientRow): OAuthClient {
  const texts = new Set(textsIn(row.grant_types));
  return {
    id: row.id,
    accountId: row.account_id ?? undefined,
    clientId: row.client_id,
    kind: clientKindOf(row.kind),
    name: row.name,
    authMethod: methodOf(row),
    redirectUris: textsIn(row.redirect_uris),
    grantTypes: grantTypes.filter((type: GrantType) => texts.has(type)),
    defaultScopes: scopesIn(row.scopes),
    serviceUserId: row.service_user_id ?? undefined,
    documentHash: row.document_hash ?? undefined,
    freshUntil: row.fresh_until ?? undefined,
    createdAt: row.created_at,
  };
}

/** A kind that this version does not know gets no trust. */
export function clientKindOf(kind: string): OAuthClient['kind'] {
  return kind === 'own' || kind === 'admin' || kind === 'document' ? kind : 'registered';
}

function methodOf({ client_id, auth_method }: OAuthClientRow): ClientAuthMethod {
  const method = clientAuthMethods.find((known) => known === auth_method);
  if (!method) throw new Error(`the client ${client_id} authenticates by '${auth_method}', which is no way`);
  return method;
}
