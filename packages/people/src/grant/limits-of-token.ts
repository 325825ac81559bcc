import type { Person } from '@orrery/kernel';
import { scopesIn } from './json-list.ts';
import type { TokenRightsRow } from './token-store.ts';

/** Limits the rights of the user to the deployments of the grant and of the audience. */
export function limitsOfToken(row: TokenRightsRow): Pick<Person, 'deployments' | 'token'> {
  return {
    deployments: deploymentsOf(row),
    token: {
      grantId: row.id,
      clientId: row.client_text,
      clientName: row.client_name,
      scopes: new Set(scopesIn(row.token_scopes)),
      audience: row.audience ?? undefined,
      expiresAt: row.expires_at,
    },
  };
}

/** An audience that names a deployment is for that one only, or it would promise less than the token may do. */
function deploymentsOf({
  has_all_deployments: hasAll,
  deploymentIds,
  audience,
}: TokenRightsRow): Person['deployments'] {
  const granted = hasAll === 1 ? 'all' : new Set(deploymentIds);
  if (audience === null) return granted;
  if (!URL.canParse(audience)) return new Set();
  const named = new URL(audience).searchParams.getAll('deploymentId');
  if (named.length === 0) return granted;
  const ids = named.map(Number).filter((id) => granted === 'all' || granted.has(id));
  return new Set(named.length === 1 ? ids : []);
}
