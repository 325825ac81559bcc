import { expect, it } from 'vitest';
import type { PlatformClient } from './platform-client.ts';
import type { PlatformInput, PlatformSchemas } from './platform-types.ts';
import type { PlatformApiSchemas } from './reference-names.ts';

/** Never runs: the compiler checks it. */
async function typed(client: PlatformClient): Promise<unknown> {
  const users: PlatformSchemas['User'][] = (await client.getUsers()).items;
  const nothing: undefined = await client.deleteUser({ path: { id: 1 } });
  const csv: string = await client.exportAuditLog();
  const lines: AsyncIterable<unknown> = await client.loadDashboard({ path: { publicId: 'x' }, body: {} });
  const records: AsyncIterable<unknown> = await client.readChatThread({ path: { chatId: 'x' } });
  const readOnly = { name: 'a', userIds: [1, 2] } as const;
  const group: PlatformInput<'createAccountGroup'> = { body: readOnly };
  await client.uploadProjectVersion(
    { path: { deploymentId: 1 }, body: new Blob([]) },
    { signal: AbortSignal.timeout(1) },
  );
  // @ts-expect-error the id is missing
  await client.deleteUser();
  // @ts-expect-error no such parameter
  await client.getUsers({ query: { nope: 1 } });
  // @ts-expect-error no such role
  await client.createUser({ body: { email: 'a@example.com', role: 'king' } });
  // @ts-expect-error no operation
  await client.makeCoffee();
  // @ts-expect-error no list in pages
  client.pages('getUser', { path: { id: 1 } });
  for await (const { items } of client.pages('getFolders', { path: { deploymentId: 1 } })) items[0]?.name.slice(1);
  const { data, error } = await client.fetchClient.GET('/api/v1/users/', { params: { query: { first: 1 } } });
  const plain = await client.fetchClient.PUT('/api/v1/users/{id}', { params: { path: { id: 1 } }, body: {} });
  // @ts-expect-error no such path
  await client.fetchClient.GET('/api/v1/nope');
  return [users, nothing, csv, lines, records, group, data?.items.slice(1), error?.details, plain.data?.username];
}

it('types what operations take and answer', () => {
  expect(typed).toBeTypeOf('function');
});

it('names the actions of roles', () => {
  const action: PlatformApiSchemas['RbacAction'] = 'DeploymentRead';
  // @ts-expect-error no such action
  const other: PlatformApiSchemas['RbacAction'] = 'DeploymentReed';
  expect([action, other]).toEqual(['DeploymentRead', 'DeploymentReed']);
});
