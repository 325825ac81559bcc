import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformFixture } from './platform-for-test.ts';

describe('null and absent values', () => {
  let platform: PlatformFixture;

  beforeAll(async () => {
    platform = await PlatformFixture.open('sqlite', { now: () => Date.UTC(2026, 5, 17) });
  });

  afterAll(() => platform[Symbol.asyncDispose]());

  const make = async (path: string, body: object) => {
    const answer = await platform.ask('POST', path, { body });
    expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
    return answer.body;
  };

  const server = { type: 'postgres', host: 'db.example.com', database: 'shop', user: 'reader', password: 'x' };
  const here = '/deployments/1';

  it.each([
    ['a report', `${here}/reports`, { name: 'A', title: 'T' }, { name: null, title: 'U' }],
    ['a workbook', `${here}/workbooks`, { name: 'A' }, { name: null, meta: { a: 1 } }],
    ['a folder', `${here}/folders`, { name: 'A' }, { name: null, position: 3 }],
    ['a group', '/groups', { name: 'A' }, { name: null, userIds: null, description: 'D' }],
    ['a role', '/roles', { name: 'A', base: 'viewer' }, { name: null, base: null, actions: null, description: 'D' }],
    ['an API key', '/api-keys', { name: 'A', deploymentIds: [1] }, { name: null, deploymentIds: null }],
    ['an attribute', '/user-attributes', { name: 'a', type: 'string' }, { type: null, description: 'D' }],
    [
      'a user',
      '/users',
      { username: 'ann', role: 'explorer', status: 'active' },
      {
        username: null,
        role: null,
        groupIds: null,
        customRoleIds: null,
        userAttributes: null,
        status: null,
        picture: 'https://example.com/a.png',
      },
    ],
    ['a deployment', '/deployments', { name: 'A' }, { name: null }],
  ])('null for a required field of %s keeps its value', async (_what, path, body, change) => {
    const made = await make(path, body);
    const { id } = made;
    const answer = await platform.ask('PUT', `${path}/${id}`, { body: change });
    const given = Object.entries(change).filter(([name, value]) => value !== null || name === 'deploymentIds');
    const { key: _, invitation: __, updatedBy: ___, changedBy: ____, ...rest } = made;
    expect([answer.status, answer.body]).toMatchObject([200, { ...rest, ...Object.fromEntries(given) }]);
  });

  it('null for a required field of a data source or of the settings keeps its value', async () => {
    const { id } = await make('/deployments', { name: 'Data' });
    const made = await make(`/deployments/${id}/data-sources`, {
      name: 'default',
      ...server,
      port: null,
      ssl: null,
      schema: null,
    });
    expect([made.port, made.ssl]).toEqual([5432, { mode: 'verify-full', ca: null }]);
    const body = {
      host: null,
      port: null,
      database: null,
      password: null,
      schema: null,
      ssl: { mode: null },
      user: 'other',
    };
    const changed = await platform.ask('PUT', `/deployments/${id}/data-sources/${made.id}`, { body });
    expect([changed.status, changed.body]).toEqual([200, { ...made, user: 'other', updatedAt: expect.anything() }]);

    const before = (await platform.ask('GET', '/account/settings')).body;
    const nothing = Object.fromEntries(Object.keys(before).map((name) => [name, null]));
    const flags = { ...nothing, flags: { scim: null, evals: true, unheardOf: true } };
    const after = await platform.ask('PUT', '/account/settings', { body: flags });
    expect([after.status, after.body]).toEqual([200, { ...before, flags: { ...before.flags, evals: true } }]);
  });

  it('null clears optional fields of a report and a workbook, and moves them to the root', async () => {
    const folder = await make(`${here}/folders`, { name: 'F' });
    const report = await make(`${here}/reports`, { name: 'R', title: 'T', folderId: folder.id, meta: { a: 1 } });
    const nothing = { name: null, title: null, folderId: null, meta: null, workbookId: null };
    expect((await platform.ask('PUT', `${here}/reports/${report.id}`, { body: nothing })).body).toMatchObject({
      name: 'R',
      title: null,
      folderId: null,
      meta: null,
    });
    const workbook = await make(`${here}/workbooks`, { name: 'W', folderId: folder.id, meta: { a: 1 } });
    const cleared = await platform.ask('PUT', `${here}/workbooks/${workbook.id}`, { body: nothing });
    expect(cleared.body).toMatchObject({ name: 'W', folderId: null, meta: {} });
    for (const one of ['reports', 'workbooks']) {
      expect(await make(`${here}/${one}`, { name: 'at the top', folderId: 0 })).toMatchObject({ folderId: null });
    }
  });

  it('null as the folder of a workbook in the root is not a move, and needs no more rights than a rename', async () => {
    const key = await platform.keyOf({ username: 'editor', role: 'explorer' });
    const { id: userId } = (await platform.ask('GET', '/users/me', { key })).body;
    const workbook = await make(`${here}/workbooks`, { name: 'W' });
    const sharing = { resourceType: 'Workbook', resourceId: workbook.id, userId, action: 'WorkbookEdit' };
    expect((await platform.ask('PUT', '/resource-policies/user', { body: sharing })).status).toBe(200);
    const renamed = await platform.ask('PUT', `${here}/workbooks/${workbook.id}`, {
      key,
      body: { name: 'V', folderId: null },
    });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'V']);
    const folder = await make(`${here}/folders`, { name: 'G' });
    const moving = { key, body: { folderId: folder.id } };
    expect((await platform.ask('PUT', `${here}/workbooks/${workbook.id}`, moving)).status).toBe(403);
  });

  it.each([
    `${here}/workspace?search=`,
    `${here}/workspace?search=&types=&folderId=&favorites=&orderByField=&first=`,
    `${here}/folders?parentId=`,
    `${here}/notifications?dashboardId=&recipientEmail=&recipientExternalId=`,
    '/users?search=&role=&groupId=',
    '/groups?search=',
    '/deployments?limit=&offset=&creationStep=',
    '/audit-logs?search=&start=&userEmail=',
  ])('an empty parameter counts as absent: %s', async (path) => {
    const whole = await platform.ask('GET', path.slice(0, path.indexOf('?')));
    const answer = await platform.ask('GET', path);
    expect([answer.status, answer.body]).toEqual([200, whole.body]);
  });

  it.each([
    `${here}/workspace?after=`,
    '/deployments?limit=0',
    '/deployments?limit=-1',
    '/deployments?limit=1e1',
    '/deployments?first=0',
    `${here}/environments?limit=0`,
    `${here}/environments/1/tokens?limit=0`,
    `${here}/reports?limit=0`,
    `${here}/reports?workbookId=0`,
    `${here}/notifications?dashboardId=0`,
    `${here}/notifications?dashboardId=4294967296`,
    `${here}/notifications?recipientUserId=0`,
    `${here}/workspace?folderId=-1`,
    '/users?groupId=0',
    '/sessions?userId=0',
    '/resource-policies?resourceType=Folder&resourceId=',
    '/resource-policies?resourceType=Folder&resourceId=0',
    '/deployments/0',
    `${here}/reports/0`,
    '/users/00',
  ])('an invalid value gets 400: %s', async (path) => {
    expect((await platform.ask('GET', path)).status).toBe(400);
  });

  it('unknown fields are ignored at any depth, and probable typos are refused there', async () => {
    const pivotItems = { rows: ['orders.status'], columns: [], measures: [], filters: [] };
    const made = await make(`${here}/reports`, { pivotItems: { ...pivotItems, values: [1] }, tenantId: 7 });
    expect(made.pivotItems).toEqual(pivotItems);
    const body = { recipients: [{ type: 'USER', userID: 1 }] };
    const refused = await platform.ask('POST', `${here}/notifications/1/recipients`, { body });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'recipients.0.userID', message: "is not a field; did you mean 'userId'?" }],
    ]);
  });

  it('rows of the workspace have the same fields for every kind of item', async () => {
    const rows = (await platform.ask('GET', `${here}/workspace`)).body.items;
    const kinds = new Map<string, Record<string, unknown>>(rows.map((row: { type: string }) => [row.type, row]));
    expect([...kinds.keys()].sort()).toEqual(['FOLDER', 'REPORT', 'WORKBOOK']);
    for (const row of rows) expect([row.calculatedFields, row.meta]).toEqual([{}, expect.any(Object)]);
    for (const [type, { id }] of kinds) {
      const moved = await platform.ask('POST', `${here}/workspace/move`, { body: { type, id } });
      expect([moved.body.calculatedFields, moved.body.meta]).toEqual([{}, expect.any(Object)]);
    }
  });
});
