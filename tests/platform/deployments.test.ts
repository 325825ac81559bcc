import {
  appConfigSchema,
  deploymentSchema,
  deploymentsSchema,
  deploymentTokenSchema,
  platformErrorSchema,
} from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const atTheCommandLine = { via: 'command' } as const;

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storyKinds)('deployments over the Platform API, on %s', (kind) => {
  let service: ScimService;

  beforeAll(async () => {
    service = await ScimService.open(kind);
    const { store, accountId } = service.metadata;
    await store.database
      .insertInto('deployment')
      .values([
        { id: 2, account_id: accountId, name: 'second', created_at: 2 },
        { id: 3, account_id: accountId, name: 'third', created_at: 3 },
      ])
      .execute();
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function ask(path: string, authorization = `Bearer ${service.key}`, init: RequestInit = {}) {
    const headers = { ...(authorization === '' ? {} : { authorization }), ...init.headers };
    const response = await fetch(`${service.served.origin}/api/v1${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) expect(platformErrorSchema.parse(JSON.parse(text)).statusCode).toBe(response.status);
    return { status: response.status, text };
  }

  const list = async (query: string, key = service.key) => {
    const { status, text } = await ask(`/deployments${query}`, `Bearer ${key}`);
    expect(status).toBe(200);
    const found = deploymentsSchema.parse(JSON.parse(text));
    expect(found.data).toEqual(found.items);
    return { ...found, ids: found.items.map(({ id }) => id) };
  };

  it('1, 2, 3: are listed for a valid key, with and without a slash', async () => {
    const [bare, slashed] = [await ask('/deployments'), await ask('/deployments/')];
    expect([bare.status, bare.text]).toEqual([200, slashed.text]);
    expect((await ask('/deployments', `Api-Key ${service.key}`)).text).toBe(bare.text);
    for (const authorization of ['', 'Bearer nonsense', service.key]) {
      expect((await ask('/deployments', authorization)).status).toBe(401);
    }
    const [first] = deploymentsSchema.parse(JSON.parse(bare.text)).items;
    expect(first).toEqual({
      id: 1,
      name: 'default',
      creationStep: 'ready',
      deploymentUrl: `${service.served.origin}/d/1`,
      rights: expect.arrayContaining(['DeploymentRead', 'SqlRunnerRead']),
    });
    expect(deploymentSchema.parse(JSON.parse((await ask('/deployments/1')).text))).toEqual(first);
    const viewer = JSON.parse((await ask('/deployments/1', `Bearer ${await service.keyOf('viewer')}`)).text);
    expect([viewer.rights.includes('DeploymentRead'), viewer.rights.includes('SqlRunnerRead')]).toEqual([true, false]);
  });

  it('4: are limited to those of the key', async () => {
    const key = await service.keyOf({ id: service.adminId }, [1]);
    const statusOf = async (path: string, text = key) => (await ask(path, `Bearer ${text}`)).status;
    expect(await statusOf('/deployments/1')).toBe(200);
    for (const path of ['/deployments/2', '/deployments/999999']) expect(await statusOf(path)).toBe(403);
    const token = await ask('/deployments/2/token', `Bearer ${key}`, { method: 'POST' });
    expect(token.status).toBe(403);
    const { ids, pagination } = await list('', key);
    expect([ids, pagination.total]).toEqual([[1], 1]);
    expect(await statusOf('/deployments/999999', service.key)).toBe(404);
    expect(await statusOf('/deployments/one', service.key)).toBe(400);
  });

  it('5, 6, 7: come in pages, by cursor or by offset', async () => {
    const first = await list('?first=2');
    expect([first.ids, first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage, first.totalCount]).toEqual([
      [1, 2],
      true,
      false,
      3,
    ]);
    const second = await list(`?first=2&after=${first.pageInfo.endCursor}`);
    expect([second.ids, second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual([[3], false, true]);
    const end = await list(`?after=${second.pageInfo.endCursor}`);
    expect([end.ids, end.pageInfo]).toEqual([
      [],
      { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    ]);
    const offset = await list('?offset=1&limit=1');
    expect([offset.ids, offset.pagination, offset.pageInfo.hasNextPage]).toEqual([
      [2],
      { offset: 1, limit: 1, total: 3 },
      true,
    ]);
    expect((await list('')).pagination).toEqual({ offset: 0, limit: 20, total: 3 });
    expect((await list('?offset=9')).ids).toEqual([]);
    for (const query of [
      '?first=1&limit=1',
      '?after=x',
      '?first=0',
      '?limit=-1',
      '?offset=x',
      `?offset=0&after=${first.pageInfo.endCursor}`,
    ]) {
      expect((await ask(`/deployments${query}`)).status).toBe(400);
    }
  });

  it('8: are filtered by the progress of their set-up', async () => {
    expect((await list('?creationStep=ready&creationStep=upload')).ids).toEqual([1, 2, 3]);
    expect((await list('?creationStep=ready')).ids).toEqual([1]);
    expect((await list('?creationStep=upload')).ids).toEqual([2, 3]);
    expect((await list('?creationStep=demo')).ids).toEqual([]);
    expect((await ask('/deployments?creationStep=bogus')).status).toBe(400);
  });

  it('13: give their caller a token for the caller, with the rights at the time of its use', async () => {
    const { changes, users, accountId } = service.metadata;
    const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, { username: 'ann13', role: 'viewer' }),
    );
    const key = await service.keyOf(user);
    for (const headers of [{}, { 'content-type': 'application/json' }] as const) {
      const made = await ask('/deployments/1/token', `Bearer ${key}`, { method: 'POST', headers });
      expect(made.status).toBe(200);
      const { cubeApiToken } = deploymentTokenSchema.parse(JSON.parse(made.text));
      const payload = JSON.parse(Buffer.from(cubeApiToken.split('.')[1] ?? '', 'base64url').toString());
      expect([payload.cubeCloud, payload.exp - payload.iat]).toEqual([{ user: user.id }, 3600]);
    }
    const { cubeApiToken } = JSON.parse((await ask('/deployments/1/token', `Bearer ${key}`, { method: 'POST' })).text);
    const metaStatus = async () =>
      (await fetch(`${service.served.origin}/d/1/cubejs-api/v1/meta`, { headers: { authorization: cubeApiToken } }))
        .status;
    expect(await metaStatus()).toBe(200);
    await service.patch(`/Users/${user.uid}`, { op: 'replace', path: 'active', value: false });
    expect(await metaStatus()).toBe(401);
    expect((await ask('/deployments/1/token', `Bearer ${key}`, { method: 'POST' })).status).toBe(401);
  });

  it("54: tell applications the account's appearance", async () => {
    const config = async (key = service.key) =>
      appConfigSchema.parse(JSON.parse((await ask('/app-config', `Bearer ${key}`)).text));
    expect(await config()).toEqual({ applyThemeGlobally: false, appTheme: null, creatorMode: null });
    const { changes, settings, accountId } = service.metadata;
    const creatorMode = { showWorkspaceTitle: true, workspaceTitle: 'Numbers' };
    const color = '#fff';
    const scheme = { accentColor: color, backgroundColor: color, contrast: 45, foregroundColor: color, logoUrl: '' };
    const theme = { dark: scheme, light: scheme };
    const asGiven = { ...theme, typography: null };
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      settings.update(change, {
        flags: { useCreatorMode: true },
        creatorMode,
        theme: asGiven,
        applyThemeGlobally: true,
      }),
    );
    const viewer = await service.keyOf('viewer', [1]);
    expect(await config(viewer)).toEqual({ applyThemeGlobally: true, appTheme: theme, creatorMode });
    // Settings of an older version, stored before they had a schema.
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) =>
      settings.update(change, { theme: { foo: 1 } }),
    );
    expect((await config(viewer)).appTheme).toBeNull();
  });
});
