import type { WireOAuthClient } from '@orrery/contract';
import type { AccountClient } from '@orrery/people';
import { presentInstant } from '../present-instant.ts';

export function presentClient(client: AccountClient): WireOAuthClient {
  return {
    id: client.id,
    clientId: client.clientId,
    name: client.name,
    kind: client.kind,
    isConfidential: client.authMethod !== 'none',
    redirectUris: [...client.redirectUris],
    grantTypes: [...client.grantTypes],
    scopes: [...client.defaultScopes],
    serviceUserId: client.service?.userId ?? null,
    role: client.service?.role ?? null,
    deploymentIds: !client.service || client.service.deployments === 'all' ? null : [...client.service.deployments],
    secretTail: client.secretTail ?? null,
    createdAt: presentInstant(client.createdAt),
    lastUsedAt: client.lastUsedAt === undefined ? null : presentInstant(client.lastUsedAt),
    grantCount: client.grantCount,
  };
}
