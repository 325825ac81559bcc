import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { ViewerService } from './viewer-service.ts';

const place = '/api/v1/deployments/1';

describe.each(storyKinds)('content of viewers in creator mode, on %s', (kind) => {
  let viewers: ViewerService;
  let acme: Viewer;
  let colleague: Viewer;
  let other: Viewer;
  let unnamed: Viewer;
  let reader: Viewer;

  beforeAll(async () => {
    viewers = await ViewerService.open(kind);
    await viewers.ask('POST', '/api/v1/groups', { name: 'Of the account' });
    const { id } = (await viewers.ask('POST', `${place}/folders`, { name: 'Before any tenant' })).body;
    const first = { resourceType: 'Folder', resourceId: id, groupName: 'all_embed_users', action: 'FolderRead' };
    expect(await share(admin, 'group', first)).toMatchObject({
      status: 200,
      body: { groups: [{ name: 'all_embed_users' }] },
    });
    expect((await share(admin, 'group', { ...first, action: null })).body.groups).toEqual([]);
    const creator = { creatorMode: true, groupDefinitions: [{ name: 'Sales' }], groups: ['Sales'] };
    acme = await viewerOf({ externalId: 'u1', embedTenantName: 'acme-corp', ...creator });
    colleague = await viewerOf({ externalId: 'u2', embedTenantName: 'acme-corp', ...creator });
    other = await viewerOf({ externalId: 'u1', embedTenantName: 'other-co', ...creator });
    unnamed = await viewerOf({ externalId: 'u1', creatorMode: true });
    reader = await viewerOf({ externalId: 'u3', embedTenantName: 'acme-corp' });
  });

  afterAll(() => viewers[Symbol.asyncDispose]());

  interface Viewer {
    readonly id: number;
    ask(method: string, path: string, body?: unknown): ReturnType<ViewerService['ask']>;
  }

  async function viewerOf(given: object): Promise<Viewer> {
    const token = await viewers.tokenFor(given);
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return { id: Number(sub), ask: (method, path, body) => viewers.ask(method, path, body, `Embed-Token ${token}`) };
  }

  const namesIn = async (viewer: Viewer, path = 'workspace') =>
    ((await viewer.ask('GET', `${place}/${path}`)).body.items as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    );
  const share = (by: Pick<Viewer, 'ask'>, how: 'user' | 'group', body: object) =>
    by.ask('PUT', `/api/v1/resource-policies/${how}`, body);
  const admin: Pick<Viewer, 'ask'> = { ask: (method, path, body) => viewers.ask(method, path, body) };
  const groupId = async (name: string) => {
    const { database } = viewers.service.metadata.store;
    const row = database.selectFrom('user_group').select('id').where('name', '=', name);
    return (await row.executeTakeFirstOrThrow()).id;
  };

  it('is shared with users and groups of the tenant, who are found by names without addresses', async () => {
    const named = { creatorMode: true, userProfile: { displayName: 'Una Reyes' } };
    await viewerOf({ externalId: 'una@acme.example', embedTenantName: 'acme-corp', ...named });
    const found = async (viewer: Viewer, search: string) => {
      const { status, body } = await viewer.ask('GET', `/api/v1/resource-policies/candidates?search=${search}`);
      const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name);
      return [status, names(body.users), names(body.groups)];
    };
    expect(await found(acme, 'u')).toEqual([200, ['u1', 'u2', 'u3', 'Una Reyes'], []]);
    expect(await found(acme, 'REYES')).toEqual([200, ['Una Reyes'], []]);
    expect(await found(acme, 's')).toEqual([200, ['Una Reyes'], ['Sales']]);
    for (const search of ['example', '%25', 'account', 'embed'])
      expect(await found(acme, search)).toEqual([200, [], []]);
    expect(await found(other, '')).toEqual([200, ['u1'], ['Sales']]);
    expect(await found(unnamed, '')).toEqual([200, ['u1'], []]);
    expect((await found(reader, ''))[0]).toBe(403);
    await viewerOf({ externalId: 'una@acme.example', embedTenantName: 'acme-corp', userProfile: { displayName: '' } });
    expect(await found(acme, 'una')).toEqual([200, ['una'], []]);
  });

  it('belongs to their tenant, and nobody else sees it (case 27)', async () => {
    const made = await acme.ask('POST', `${place}/workbooks`, { name: 'of acme' });
    expect(made).toMatchObject({ status: 200, body: { name: 'of acme', user: { email: 'u1' } } });
    const { id } = made.body;
    expect((await reader.ask('POST', `${place}/workbooks`, { name: 'x' })).status).toBe(403);
    expect((await reader.ask('GET', `${place}/workbooks`)).status).toBe(403);
    const folder = (await acme.ask('POST', `${place}/folders`, { name: 'Same' })).body.id;
    for (const one of [other, unnamed, admin]) {
      expect((await one.ask('POST', `${place}/folders`, { name: 'Same' })).status).toBe(200);
      expect((await one.ask('GET', `${place}/workbooks/${id}`)).status).toBe(404);
      expect((await one.ask('PUT', `${place}/workbooks/${id}`, { name: 'taken' })).status).toBe(404);
      expect((await one.ask('DELETE', `${place}/folders/${folder}`)).status).toBe(404);
      expect((await one.ask('POST', `${place}/workbooks`, { name: 'x', folderId: folder })).status).toBe(404);
      expect(
        (await one.ask('POST', `${place}/workspace/move`, { type: 'WORKBOOK', id, folderId: folder })).status,
      ).toBe(404);
      expect((await one.ask('PUT', `${place}/workspace/${id}/favorite`)).status).toBe(404);
      expect((await one.ask('GET', `/api/v1/resource-policies?resourceType=Workbook&resourceId=${id}`)).status).toBe(
        404,
      );
      expect((await one.ask('GET', `${place}/workbooks`)).body.count).toBe(0);
    }
    expect(await namesIn(acme)).toEqual(['Same', 'of acme']);
    expect(await namesIn(other)).toEqual(['Same']);
    expect(await namesIn(unnamed)).toEqual(['Same']);
    expect(await namesIn(colleague)).toEqual([]);
    const workspace = await viewers.ask('GET', `${place}/workspace?search=acme`);
    expect(workspace.body.items).toEqual([]);
  });

  it('is shared within the tenant only (case 38)', async () => {
    const { id } = (await acme.ask('POST', `${place}/workbooks`, { name: 'to share' })).body;
    const item = { resourceType: 'Workbook', resourceId: id, action: 'WorkbookRead' };
    expect((await share(acme, 'user', { ...item, userId: other.id })).status).toBe(404);
    expect((await share(acme, 'user', { ...item, userId: viewers.service.adminId })).status).toBe(404);
    for (const name of ['all_embed_users', 'system:tenant:acme-corp', 'system:tenant:other-co']) {
      expect((await share(acme, 'group', { ...item, groupId: await groupId(name) })).status).toBe(404);
    }
    expect((await share(acme, 'user', { ...item, action: 'None' })).status).toBe(403);
    expect((await share(acme, 'user', { ...item, userId: colleague.id })).status).toBe(200);
    expect(await namesIn(colleague)).toEqual(['to share']);
    expect((await colleague.ask('GET', `${place}/workbooks/${id}`)).status).toBe(200);
    expect((await colleague.ask('PUT', `${place}/workbooks/${id}`, { name: 'x' })).status).toBe(403);
    expect((await share(acme, 'user', { ...item, action: null, userId: colleague.id })).status).toBe(200);
    expect(await namesIn(colleague)).toEqual([]);
    const sales = await viewers.service.metadata.store.database
      .selectFrom('user_group')
      .innerJoin('embed_tenant', 'embed_tenant.id', 'user_group.embed_tenant_id')
      .select(['user_group.id', 'embed_tenant.name'])
      .where('user_group.name', '=', 'Sales')
      .execute();
    const groupOf = (tenant: string) => sales.find(({ name }) => name === tenant)?.id;
    expect((await share(acme, 'group', { ...item, groupId: groupOf('other-co') })).status).toBe(404);
    expect((await share(acme, 'group', { ...item, groupId: groupOf('acme-corp') })).status).toBe(200);
    expect(await namesIn(colleague)).toEqual(['to share']);
    expect((await share(acme, 'group', { ...item, action: null, groupName: 'Sales' })).status).toBe(200);
    expect(await namesIn(colleague)).toEqual([]);
    expect((await share(acme, 'group', { ...item, groupName: 'Sales' })).status).toBe(200);
    expect(await namesIn(colleague)).toEqual(['to share']);
    for (const groupName of ['all_embed_users', 'system:tenant:acme-corp', 'Of the account', 'nothing']) {
      expect((await share(acme, 'group', { ...item, groupName })).status).toBe(404);
    }
    for (const group of [{}, { groupId: groupOf('acme-corp'), groupName: 'Sales' }, { groupName: 'a\u0000' }]) {
      expect((await share(acme, 'group', { ...item, ...group })).status).toBe(400);
    }
    expect(await namesIn(other)).not.toContain('to share');
  });

  it('is beside what the account shares with all viewers, which they look at and copy (cases 35 to 37)', async () => {
    const outer = (await viewers.ask('POST', `${place}/folders`, { name: 'A' })).body.id;
    const folder = (await viewers.ask('POST', `${place}/folders`, { name: 'B', parentId: outer })).body.id;
    const publish = async (name: string, folderId: number) => {
      const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name, folderId, meta: { note: 'internal' } }))
        .body;
      const report = await viewers.ask('POST', `${place}/reports`, {
        workbookId: id,
        name: 'Sum',
        jsonQuery: '{"measures":["sales.amount"]}',
      });
      const position = { x: 0, y: 0, w: 1, h: 1 };
      const widgets = [{ id: 'sum', type: 'CHART', position, config: { reportId: report.body.id } }];
      const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
        workbookId: id,
        config: { widgets },
      });
      return { id, publicId: published.body.publicId };
    };
    const shown = await publish('shown', folder);
    const sibling = await publish('sibling', outer);
    const draft = (await viewers.ask('POST', `${place}/workbooks`, { name: 'draft', folderId: folder })).body.id;
    const everyone = { groupName: 'all_embed_users' };
    const single = { resourceType: 'Workbook', resourceId: shown.id, ...everyone };
    expect((await share(admin, 'group', { ...single, action: 'WorkbookEdit' })).status).toBe(400);
    expect((await share(admin, 'group', { ...single, action: 'WorkbookRead' })).status).toBe(200);

    for (const viewer of [acme, other, unnamed, reader]) {
      expect(await namesIn(viewer, 'shared-workspace')).toEqual(['A']);
      expect(await namesIn(viewer, `shared-workspace?folderId=${outer}`)).toEqual(['B']);
      const { items } = (await viewer.ask('GET', `${place}/shared-workspace?folderId=${folder}`)).body;
      expect(items).toMatchObject([{ name: 'shown', user: null, userId: null, dashboardDraft: null, meta: {} }]);
      expect(items[0]).not.toHaveProperty('createdBy');
      expect(items[0].publishedDashboard).not.toHaveProperty('createdBy');
    }
    expect((await viewers.ask('GET', `${place}/shared-workspace`)).status).toBe(403);
    expect((await acme.ask('GET', `${place}/workbooks/${shown.id}`)).status).toBe(404);
    expect((await acme.ask('PUT', `${place}/workbooks/${shown.id}`, { name: 'x' })).status).toBe(404);

    const dashboard = (viewer: Viewer, id: string) => viewer.ask('GET', `/api/v1/embed/dashboard/${id}`);
    expect(await dashboard(acme, shown.publicId)).toMatchObject({ status: 200, body: { fromSharedWorkspace: true } });
    expect((await dashboard(acme, sibling.publicId)).status).toBe(404);
    expect((await dashboard(reader, shown.publicId)).status).toBe(403);

    const whole = { resourceType: 'Folder', resourceId: folder, ...everyone };
    expect((await share(admin, 'group', { ...whole, action: 'FolderRead' })).status).toBe(200);
    const duplicate = (viewer: Pick<Viewer, 'ask'>, id: number) =>
      viewer.ask('POST', `${place}/workbooks/${id}/duplicate`, { shared: true });
    const copy = await duplicate(acme, shown.id);
    expect(copy).toMatchObject({ status: 200, body: { name: 'Copy of shown', folderId: null, user: { email: 'u1' } } });
    expect(copy.body.publishedDashboard.publicId).not.toBe(shown.publicId);
    const own = copy.body.dashboardDraft.widgets[0].config.reportId;
    expect((await acme.ask('GET', `${place}/reports/${own}`)).body.jsonQuery).toContain('sales.amount');
    expect(await dashboard(acme, copy.body.publishedDashboard.publicId)).toMatchObject({
      status: 200,
      body: { fromSharedWorkspace: false },
    });
    expect((await dashboard(other, copy.body.publishedDashboard.publicId)).status).toBe(404);
    expect((await viewers.ask('GET', `/api/v1/embed/dashboard/${copy.body.publishedDashboard.publicId}`)).status).toBe(
      404,
    );
    expect((await duplicate(acme, draft)).status).toBe(400);
    expect((await duplicate(acme, sibling.id)).status).toBe(404);
    expect((await duplicate(admin, shown.id)).status).toBe(403);
    expect((await duplicate(reader, shown.id)).status).toBe(403);

    await share(admin, 'group', { ...single, action: null });
    expect((await dashboard(acme, shown.publicId)).status).toBe(200); // through the folder
    await share(admin, 'group', { ...whole, action: null });
    expect(await namesIn(acme, 'shared-workspace')).toEqual([]);
    expect((await dashboard(acme, shown.publicId)).status).toBe(404);

    const ofTenant = { ...whole, groupName: 'system:tenant:acme-corp', action: 'FolderRead' };
    expect((await share(admin, 'group', ofTenant)).status).toBe(200);
    expect(await namesIn(acme, 'shared-workspace')).toEqual(['A']);
    expect(await namesIn(other, 'shared-workspace')).toEqual([]);
    expect(await namesIn(unnamed, 'shared-workspace')).toEqual([]);
  });

  it('is asked with the rights of the viewer', async () => {
    const { id } = (await acme.ask('POST', `${place}/reports`, { jsonQuery: '{"measures":["sales.amount"]}' })).body;
    const shown = await acme.ask('GET', `${place}/reports/${id}`);
    expect(shown.body.problems.length).toBeGreaterThan(0); // no policy grants the viewer anything
  });

  it('takes no public id that the viewer chooses, which would tell of those of others', async () => {
    const ofAccount = await viewers.ask('POST', `${place}/reports`, { name: 'known', publicId: '0123456789ab' });
    expect(ofAccount.status).toBe(200);
    for (const publicId of ['0123456789ab', 'ba9876543210']) {
      expect(await acme.ask('POST', `${place}/reports`, { name: 'x', publicId })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'publicId' }] },
      });
    }
  });

  it('names no owner whose time is over', async () => {
    const tenant = { embedTenantName: 'fourth-co', creatorMode: true };
    const guest = await viewerOf({ externalId: 'guest', isEphemeral: true, ephemeralTtlSeconds: 2, ...tenant });
    const stays = await viewerOf({ externalId: 'stays', ...tenant });
    const { id } = (await guest.ask('POST', `${place}/workbooks`, { name: 'of a guest' })).body;
    const { id: report } = (await guest.ask('POST', `${place}/reports`, { name: 'of a guest', workbookId: id })).body;
    const item = { resourceType: 'Workbook', resourceId: id, action: 'WorkbookManage', userId: stays.id };
    expect((await share(guest, 'user', item)).status).toBe(200);
    const owners = async () => {
      const workbook = (await stays.ask('GET', `${place}/workbooks/${id}`)).body;
      const row = (await stays.ask('GET', `${place}/reports/${report}`)).body;
      const sharing = await stays.ask('GET', `/api/v1/resource-policies?resourceType=Workbook&resourceId=${id}`);
      return [workbook.user?.email ?? null, row.user?.email ?? null, sharing.text.includes('guest')];
    };
    expect(await owners()).toEqual(['guest', 'guest', true]);
    await eventually(async () => expect(await owners()).toEqual([null, '', false]));
  });

  it('is deleted with the tenant', async () => {
    const creator = { embedTenantName: 'third-co', creatorMode: true };
    const one = await viewerOf({ externalId: 'u1', ...creator });
    const two = await viewerOf({ externalId: 'u2', ...creator });
    const folderId = (await one.ask('POST', `${place}/folders`, { name: 'own' })).body.id;
    const { id } = (await one.ask('POST', `${place}/workbooks`, { name: 'shared', folderId })).body;
    const item = { resourceType: 'Workbook', resourceId: id, action: 'WorkbookRead', userId: two.id };
    expect((await share(one, 'user', item)).status).toBe(200);
    const { database } = viewers.service.metadata.store;
    const tenant = database.selectFrom('embed_tenant').select('id').where('name', '=', 'third-co');
    const { id: space } = await tenant.executeTakeFirstOrThrow();
    expect((await viewers.ask('DELETE', '/api/v1/embed-tenants/third-co')).status).toBe(204);
    const left = database.selectFrom('content_item').select('name').where('space', '=', space);
    expect(await left.execute()).toEqual([]);
    const policies = database.selectFrom('resource_policy').select('id').where('resource_id', '=', id);
    expect(await policies.execute()).toEqual([]);
  });

  it('shows the palettes of the account in what the account shares, and knows none of them itself', async () => {
    const colors = ['#0b3954', '#087e8b'];
    const { id } = (await viewers.ask('POST', '/api/v1/chart-palettes', { name: 'Of Other Co', colors })).body;
    const metaOf = (palette: object) => ({ visualization: { kind: 'map', spec: { palette } } });
    const workbook = (await viewers.ask('POST', `${place}/workbooks`, { name: 'coloured' })).body.id;
    const jsonQuery = JSON.stringify({ measures: ['sales.amount'] });
    const report = { workbookId: workbook, jsonQuery, meta: metaOf({ id }) };
    const reportId = (await viewers.ask('POST', `${place}/reports`, report)).body.id;
    const position = { x: 0, y: 0, w: 4, h: 4 };
    const config = { widgets: [{ id: 'sum', type: 'CHART', position, config: { reportId } }] };
    const published = await viewers.ask('POST', `${place}/workbooks/${workbook}/publish`, {
      workbookId: workbook,
      config,
    });
    const everyone = { resourceType: 'Workbook', resourceId: workbook, groupName: 'all_embed_users' };
    await share(admin, 'group', { ...everyone, action: 'WorkbookRead' });
    const shown = async (viewer: Viewer, publicId: string = published.body.publicId) => {
      const { body } = await viewer.ask('GET', `/api/v1/embed/dashboard/${publicId}`);
      return body.reportSnapshots[0].spec;
    };
    expect(await shown(acme)).toEqual({ palette: { id, colors } });
    expect(await shown(other)).toEqual({ palette: { id, colors } });

    // A copy has the colours of its day, and a viewer learns nothing from a number.
    const copy = await acme.ask('POST', `${place}/workbooks/${workbook}/duplicate`, { shared: true });
    const changed = ['#111111', '#222222'];
    await viewers.ask('PUT', `/api/v1/chart-palettes/${id}`, { colors: changed });
    expect(await shown(acme)).toEqual({ palette: { id, colors: changed } });
    expect(await shown(acme, copy.body.publishedDashboard.publicId)).toEqual({ palette: { id, colors } });
    const own = copy.body.dashboardDraft.widgets[0].config.reportId;
    expect((await acme.ask('GET', `${place}/reports/${own}`)).body.meta).toEqual(metaOf({ id, colors }));
    const guessed = await acme.ask('POST', `${place}/reports`, { jsonQuery, meta: metaOf({ id }) });
    expect([guessed.status, guessed.body.meta]).toEqual([200, metaOf({ id })]);
    for (const viewer of [acme, reader]) {
      expect((await viewer.ask('GET', '/api/v1/chart-palettes')).status).toBe(403);
      expect((await viewer.ask('PUT', `/api/v1/chart-palettes/${id}`, { colors })).status).toBe(403);
    }
  });
});
