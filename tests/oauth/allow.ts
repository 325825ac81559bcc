import type { Metadata } from '../../packages/deployments/src/open-metadata.ts';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import type { IssuedTokens, NewGrant } from '../../packages/people/src/grant/oauth-grant.ts';

type Services = Pick<Metadata, 'changes' | 'accountId' | 'oauthClients' | 'oauthGrants'>;

/** Begins a grant of a user to an application, as the page of consent does. @returns its tokens */
export async function allow(
  { changes, accountId, oauthClients, oauthGrants }: Services,
  userId: number,
  given: Partial<NewGrant> = {},
): Promise<IssuedTokens> {
  const client = await oauthClients.find('cube-mcp-client');
  if (!client) throw new Error('the product has no client');
  const grant = { client, userId, kind: 'code', scopes: ['mcp-agent-access'], deployments: 'all' } as const;
  return changes.make({ accountId, by: atTheCommandLine }, (change) =>
    oauthGrants.begin(change, { ...grant, resource: undefined, ...given }),
  );
}
