import type { WireApiKey } from '@orrery/contract';
import type { ApiKey } from '@orrery/people';

export function presentApiKey(key: ApiKey): WireApiKey {
  return {
    id: key.id,
    name: key.name,
    tail: key.tail,
    userId: key.userId,
    username: key.username,
    deploymentIds: key.deployments === 'all' ? null : [...key.deployments],
    createdAt: new Date(key.createdAt).toISOString(),
    expiresAt: presentInstant(key.expiresAt),
    revokedAt: presentInstant(key.revokedAt),
    lastUsedAt: presentInstant(key.lastUsedAt),
  };
}

function presentInstant(instant: number | undefined): string | null {
  return instant === undefined ? null : new Date(instant).toISOString();
}
