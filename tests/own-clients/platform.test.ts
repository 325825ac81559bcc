import { createPlatformClient, OrreryError, type PlatformClient } from '@orrery/client';
import { createDataClient } from '@orrery/client/data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';

const password = 'correct horse battery staple';

describe('the Platform client with a server', () => {
  let service: ScimService;
  let admin: PlatformClient;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
    admin = clientOf({ authorization: `Bearer ${service.key}` });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const clientOf = (headers: Readonly<Record<string, string>>) =>
    createPlatformClient({ baseUrl: service.served.origin, getHeaders: () => headers });

  it('makes, lists and deletes users', async () => {
    for (const username of ['ann', 'bob', 'cid']) {
      const made = await admin.createUser({ body: { username, role: 'viewer', status: 'active' } });
      expect(made.username).toBe(username);
    }
    const names: string[] = [];
    for await (const { items } of admin.pages('getUsers', { query: { first: 1, role: 'viewer' } })) {
      names.push(...items.map(({ username }) => username));
    }
    expect(names).toEqual(['ann', 'bob', 'cid']);
    const [bob] = (await admin.getUsers({ query: { search: 'bob' } })).items;
    expect(await admin.deleteUser({ path: { id: bob?.id ?? 0 } })).toBe(undefined);
    await expect(admin.getUser({ path: { id: bob?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
  });

  it('hears of every field that is wrong', async () => {
    const wrong = admin.createAccountGroup({ body: { name: '', userIds: [-1] } });
    const error: unknown = await wrong.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(OrreryError);
    if (!(error instanceof OrreryError)) return;
    expect([error.status, error.details.map(({ path }) => path)]).toEqual([400, ['name', 'userIds.0']]);
    expect(error.messagesOf('name')).toEqual([error.details[0]?.message]);
  });

  it('calls by path, with and without a slash at the end', async () => {
    const { data } = await admin.fetchClient.GET('/api/v1/deployments');
    const slashed = await admin.fetchClient.GET('/api/v1/deployments/', { params: { query: { first: 1 } } });
    expect(data?.items.length).toBeGreaterThan(0);
    expect(slashed.data?.items).toEqual(data?.items.slice(0, 1));
    const stranger = clientOf({});
    const refused = await stranger.fetchClient.GET('/api/v1/users');
    expect([refused.data, refused.error?.statusCode]).toEqual([undefined, 401]);
  });

  it('reads a table as text', async () => {
    expect((await admin.exportAuditLog()).split('\n')[0]).toContain('user_email');
  });

  it('gets another credential when one has ended', async () => {
    const { key, id } = await admin.createApiKey({ body: { name: 'short', deploymentIds: [1] } });
    let current = key;
    const refused: unknown[] = [];
    const client = createPlatformClient({
      baseUrl: service.served.origin,
      getHeaders: async ({ refused: headers }) => {
        if (headers) {
          refused.push(headers);
          current = service.key;
        }
        return { authorization: `Bearer ${current}` };
      },
    });
    expect((await client.getDeployments()).totalCount).toBe(1);
    await admin.revokeApiKey({ path: { id } });
    expect((await client.getUsers()).items.length).toBeGreaterThan(0);
    expect(refused).toEqual([{ authorization: `Bearer ${key}` }]);
  });

  it('signs in, and hands its token to the Data client', async () => {
    const made = await admin.createUser({ body: { username: 'dora', email: 'dora@example.com', role: 'explorer' } });
    const { user } = await clientOf({}).redeemSignInLink({ body: { token: made.invitation?.token ?? '', password } });
    expect(user.username).toBe('dora');
    const path = { deploymentId: 1 };
    const data = createDataClient({
      apiUrl: `${service.served.origin}/d/1/cubejs-api/v1`,
      token: async () => (await admin.deploymentToken({ path })).cubeApiToken,
    });
    expect((await data.meta()).cubes.length).toBeGreaterThan(0);
  });
});
