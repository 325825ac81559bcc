import { load, meta } from './data/sdk.gen';
import { createClient as createDataClient } from './data/client';
import { createAccountGroup, deleteAccountGroup, getAccountGroups, getCurrentUser } from './platform/sdk.gen';
import { createClient } from './platform/client';
import { createUser, listUsers } from './scim/sdk.gen';
import { createClient as createScimClient } from './scim/client';

interface Place {
  readonly origin: string;
  readonly key: string;
  readonly token: string;
}

/** What a program does with the clients that were generated. It compiles only if their types are those of the answers. */
export async function tell({ origin, key, token }: Place): Promise<readonly unknown[]> {
  const client = createClient({ baseUrl: origin, auth: key });
  const me = await getCurrentUser({ client, throwOnError: true });
  const username: string = me.data.username;
  const made = await createAccountGroup({ client, body: { name: 'Norway' }, throwOnError: true });
  const { data: groups } = await getAccountGroups({ client, query: { first: 10 }, throwOnError: true });
  const names: string[] = groups.items.map(({ name }) => name);
  await deleteAccountGroup({ client, path: { id: made.data.id }, throwOnError: true });
  const refused = await getAccountGroups({ client, query: { first: 0 } });

  const dataClient = createDataClient({ baseUrl: `${origin}/cubejs-api`, auth: token });
  const query = {
    measures: ['orders.count'],
    filters: [{ or: [{ member: 'orders.status', operator: 'set' as const }] }],
  };
  const loaded = await load({ client: dataClient, body: { query }, throwOnError: true });
  const rows = 'data' in loaded.data ? loaded.data.data : undefined;
  const model = await meta({ client: dataClient, throwOnError: true });

  const scimClient = createScimClient({ baseUrl: origin, auth: key });
  const headers = { 'content-type': 'application/scim+json' };
  await createUser({ client: scimClient, headers, body: { userName: 'bob' }, throwOnError: true });
  const found = await listUsers({ client: scimClient, query: { filter: 'userName eq "bob"' }, throwOnError: true });
  return [username, names, refused.error?.statusCode, rows, model.data.cubes.length > 0, found.data.totalResults];
}
