import type { WireOAuthGrant } from '@orrery/contract';
import type { OAuthGrant } from '@orrery/people';
import { presentInstant } from '../present-instant.ts';

/** Returns the function that shows a grant. Its reader of addresses is loaded with the first grant. */
export async function presentGrant(): Promise<(grant: OAuthGrant) => WireOAuthGrant> {
  const { hostOfRedirect } = await import('@orrery/oauth');
  return ({ client, redirectUri, deployments, lastUsedAt, ...grant }) => {
    const address = client.kind === 'document' ? client.clientId : (redirectUri ?? client.redirectUris[0]);
    return {
      id: grant.id,
      client: {
        id: client.id,
        clientId: client.clientId,
        name: client.name,
        host: address === undefined ? null : hostOfRedirect(address),
        kind: client.kind,
      },
      userId: grant.userId,
      username: grant.username,
      scopes: [...grant.scopes],
      deploymentIds: deployments === 'all' ? null : [...deployments],
      resource: grant.resource ?? null,
      createdAt: presentInstant(grant.createdAt),
      lastUsedAt: lastUsedAt === undefined ? null : presentInstant(lastUsedAt),
      expiresAt: presentInstant(grant.endsAt),
    };
  };
}
