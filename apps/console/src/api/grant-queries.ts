import type { PlatformSchemas } from '@orrery/client';
import { queryOptions } from '@tanstack/react-query';
import { platform } from './platform.ts';

type WireGrant = PlatformSchemas['OauthGrant'];

/** An application with all that a person has allowed it, each time that it was connected. */
export interface ConnectedApplication extends Pick<WireGrant, 'client' | 'createdAt' | 'lastUsedAt'> {
  readonly scopes: WireGrant['scopes'];
  /** `null`: all, later ones too. */
  readonly deploymentIds: readonly number[] | null;
}

/** Applications that may act for the person, by each time that they were connected. */
export const ownGrants = queryOptions({
  queryKey: ['connected applications'],
  queryFn: async ({ signal }) => (await platform.getOwnOAuthGrants({ query: { first: 1_000 } }, { signal })).items,
  staleTime: 0,
});

export function grantsByClient(grants: readonly WireGrant[]): readonly ConnectedApplication[] {
  const clients = Map.groupBy(grants, ({ client }) => client.id);
  return [...clients.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const used = all.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).toSorted();
    const deploymentIds = all.flatMap((each) => each.deploymentIds ?? []);
    return {
      client: first.client,
      createdAt: first.createdAt, // in order of creation
      lastUsedAt: used.at(-1) ?? null,
      scopes: [...new Set(all.flatMap(({ scopes }) => scopes))],
      deploymentIds: all.some((each) => each.deploymentIds === null) ? null : [...new Set(deploymentIds)],
    };
  });
}
