import type { OAuthGrantRow } from './grant-store.ts';
import { scopesIn, textsIn } from './json-list.ts';
import type { OAuthGrant } from './oauth-grant.ts';
import { clientKindOf } from './read-client.ts';

export function readGrant(row: OAuthGrantRow, endsAt: number): OAuthGrant {
  return {
    id: row.id,
    client: {
      id: row.client_id,
      clientId: row.client_text,
      name: row.client_name,
      kind: clientKindOf(row.client_kind),
      redirectUris: textsIn(row.client_redirects),
    },
    userId: row.user_id,
    username: row.username,
    kind: row.kind === 'device' || row.kind === 'client' ? row.kind : 'code',
    scopes: scopesIn(row.scopes),
    resource: row.resource ?? undefined,
    redirectUri: row.redirect_uri ?? undefined,
    documentHash: row.document_hash ?? undefined,
    deployments: row.has_all_deployments === 1 ? 'all' : row.deploymentIds,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
    endsAt,
  };
}
