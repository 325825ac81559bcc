import { dashboardSchema, dashboardVersionsSchema, workbookSchema, workbooksSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ContentService, type Person } from './content-service.ts';

const base = '/deployments/1/workbooks';
const position = { x: 0, y: 0, w: 4, h: 3 };
const publicId = /^[0-9A-Za-z]{12}$/;

const chart = (id: string, reportId: unknown) => ({ id, type: 'CHART', position, config: { reportId } });
const chartsOf = (...reportIds: readonly unknown[]) => ({
  widgets: reportIds.map((reportId, index) => chart(`w${index}`, reportId)),
});

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storyKinds)('workbooks over the Platform API, on %s', (kind) => {
  let service: ContentService;
  let owner: Person;
  let editor: Person;
  let reader: Person;
  let viewer: Person;
  let stranger: Person;
  let now = Date.UTC(2026, 5, 17);

  beforeAll(async () => {
    service = await ContentService.open(kind, { now: () => now });
    [owner, editor, reader, stranger] = [
      await service.person('explorer'),
      await service.person('explorer'),
      await service.person('explorer'),
      await service.person('explorer'),
    ];
    viewer = await service.person('viewer');
    await service.addDeployment(2);
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const asOwner = (body?: unknown) => ({ key: owner.key, ...(body === undefined ? {} : { body }) });

  async function workbook(given: object = {}) {
    return workbookSchema.parse(await service.get('POST', base, asOwner(given)));
  }

  /** An item shared with everyone except the stranger. */
  async function shared(given: object = {}) {
    const made = await workbook(given);
    await service.share('WORKBOOK', made.id, editor, 'edit');
    await service.share('WORKBOOK', made.id, reader, 'view');
    await service.share('WORKBOOK', made.id, viewer, 'view');
    return made;
  }

  const read = async (id: number, { key }: Person = owner) =>
    workbookSchema.parse(await service.get('GET', `${base}/${id}`, { key }));

  const publish = async (id: number, body: object = {}) =>
    dashboardSchema.parse(await service.get('POST', `${base}/${id}/publish`, asOwner({ workbookId: id, ...body })));

  async function setSql(reportId: number, sql: string): Promise<void> {
    const { database } = service.metadata.store;
    await database.updateTable('report').set({ sql_query: sql }).where('item_id', '=', reportId).execute();
  }

  it('21: are created empty, by every user who may explore', async () => {
    const refused = await service.ask('POST', base, { key: viewer.key, body: {} });
    expect([refused.status, refused.body.error]).toEqual([403, 'This takes the right AIBIExplore']);
    const made = await workbook();
    expect(made).toEqual({
      type: 'WORKBOOK',
      id: made.id,
      deploymentId: 1,
      folderId: null,
      name: 'Untitled workbook',
      meta: {},
      calculatedFields: {},
      dashboardDraft: null,
      draftRevision: 'none',
      dashboardPublished: null,
      publishedDashboard: null,
      isFavorite: false,
      access: 'full',
      createdBy: owner.id,
      userId: owner.id,
      user: expect.objectContaining({ id: owner.id, email: expect.stringContaining('explorer-') }),
      changedBy: null,
      createdAt: '2026-06-17T00:00:00.000Z',
      updatedAt: '2026-06-17T00:00:00.000Z',
    });
    expect(await workbook({ name: '  Sales  ', meta: { a: [1] }, folderId: null })).toMatchObject({
      name: 'Sales',
      meta: { a: [1] },
    });
    for (const form of [base, `${base}/`]) expect(await service.status('POST', form, { key: owner.key })).toBe(200);
  });

  it.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(256) },
    { name: 'a\u202eb' },
    { name: 'a\nb' },
    { name: 7 },
    { meta: [] },
    { meta: { id: 9_007_199_254_740_992 } },
    { folderId: -1 },
    { folderId: 'x' },
  ])('are not made of %j', async (body) => {
    const { status, body: answer } = await service.ask('POST', base, asOwner(body));
    expect([status, answer.details.map(({ path }: { path: string }) => path)]).toEqual([400, Object.keys(body)]);
  });

  it('are created in folders that their creator may edit', async () => {
    const folder = await service.folder(owner);
    const make = (person: Person) => service.ask('POST', base, { key: person.key, body: { folderId: folder } });
    expect((await make(owner)).body.folderId).toBe(folder);
    expect((await make(editor)).status).toBe(404);
    await service.share('FOLDER', folder, editor, 'view');
    expect((await make(editor)).status).toBe(403);
    await service.share('FOLDER', folder, editor, 'edit');
    expect((await make(editor)).status).toBe(200);
    for (const folderId of [999_999, (await workbook()).id, await service.folder(owner, null, 2)]) {
      expect(await service.status('POST', base, asOwner({ folderId }))).toBe(404);
    }
  });

  it('22, 23: are changed by users who may edit them, and moved by users with full access', async () => {
    const folder = await service.folder(owner);
    await service.share('FOLDER', folder, editor, 'edit');
    const { id } = await shared({ name: 'Sales' });
    const put = (person: Person, body: object) => service.ask('PUT', `${base}/${id}`, { key: person.key, body });
    const moved = await put(editor, { folderId: folder });
    expect([moved.status, moved.body.error]).toEqual([403, 'You may edit this workbook; this takes full access']);
    const renamed = await put(editor, { name: 'Sales 2026' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Sales 2026']);
    expect((await put(owner, { folderId: folder })).body.folderId).toBe(folder);
    expect((await put(owner, { name: 'Mine' })).body).toMatchObject({ folderId: folder, name: 'Mine' });
    expect((await put(owner, { folderId: null })).body.folderId).toBeNull();
    const before = await read(id);
    now += 60_000;
    expect((await put(owner, {})).body).toEqual(before);
    expect((await put(owner, { name: 'Mine', folderId: null })).body).toEqual(before);
    expect((await put(owner, { meta: { a: 1 } })).body).toMatchObject({ meta: { a: 1 }, name: 'Mine' });
    expect((await put(owner, { meta: null })).body.meta).toEqual({});
    expect((await put(owner, { name: null })).status).toBe(200);
    expect((await read(id)).updatedAt).not.toBe(before.updatedAt);
    expect((await service.ask('PUT', `${base}/${id}/`, asOwner({ name: 'Slashed' }))).body.name).toBe('Slashed');
  });

  it('58: are visible only to users who may see them', async () => {
    const { id } = await shared();
    const foreign = Number((await service.get('POST', '/deployments/2/workbooks', asOwner({}))).id);
    const statuses = async (person: Person, workbookId: number) => {
      const one = `${base}/${workbookId}`;
      const { key } = person;
      return [
        await service.status('GET', one, { key }),
        await service.status('PUT', one, { key, body: { name: 7 } }),
        await service.status('DELETE', one, { key }),
        await service.status('PUT', `${one}/dashboard`, { key, body: { dashboardDraft: 7 } }),
        await service.status('POST', `${one}/publish`, { key, body: {} }),
        await service.status('PUT', `${one}/dashboard/embedding`, { key, body: {} }),
        await service.status('GET', `${one}/dashboard/versions`, { key }),
        await service.status('POST', `${one}/dashboard/versions/1/restore`, { key }),
      ];
    };
    const unknown = [404, 404, 404, 404, 404, 404, 404, 404];
    expect(await statuses(stranger, id)).toEqual(unknown);
    expect(await statuses(owner, 999_999)).toEqual(unknown);
    expect(await statuses(owner, foreign)).toEqual(unknown);
    expect(await statuses(owner, await service.folder(owner))).toEqual(unknown);
    expect(await statuses(viewer, id)).toEqual(unknown); // no version of it is published
    expect(await statuses(reader, id)).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
    expect((await statuses(editor, id)).slice(0, 3)).toEqual([200, 400, 403]);
    expect(await service.status('POST', `${base}/${id}/duplicate`, { key: stranger.key })).toBe(404);
    const bodyOf = async (workbookId: number, { key }: Person) =>
      (await service.ask('GET', `${base}/${workbookId}`, { key })).text.replaceAll(String(workbookId), 'N');
    expect(await bodyOf(id, stranger)).toBe(await bodyOf(999_999, stranger));
    const scoped = await service.person('explorer', [2]);
    expect(await service.status('GET', `${base}/${id}`, { key: scoped.key })).toBe(403);
    expect(await service.status('GET', `${base}/999999`, { key: scoped.key })).toBe(403);
    await service.share('WORKBOOK', id, reader, undefined);
    expect((await statuses(reader, id)).slice(0, 2)).toEqual([404, 404]);
  });

  it('24: keep a complete draft of their dashboard', async () => {
    const { id } = await shared();
    const draft = { title: 'Sales', theme: { themeId: 'dark' }, ...chartsOf(999_999) };
    const set = (body: object, { key }: Person = owner) => service.ask('PUT', `${base}/${id}/dashboard`, { key, body });
    expect((await set({ dashboardDraft: draft }, editor)).body).toEqual({
      dashboardDraft: draft,
      draftRevision: expect.any(String),
      dashboardPublished: null,
    });
    expect(await read(id)).toMatchObject({ dashboardDraft: draft, dashboardPublished: null });
    expect((await set({})).body.dashboardDraft).toEqual(draft);
    const other = { widgets: [] };
    expect((await set({ dashboardDraft: other })).body.dashboardDraft).toEqual(other);
    expect((await set({ dashboardDraft: null })).body.dashboardDraft).toBeNull();
    const wrong = { widgets: [chart('a', 1), { ...chart('a', 1), position: { ...position, w: 0 } }, { id: 'b' }] };
    const { status, body } = await set({ dashboardDraft: wrong });
    expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['dashboardDraft.widgets.1.position.w', 'dashboardDraft.widgets.2.type', 'dashboardDraft.widgets.2.position'],
    ]);
    const twice = await set({ dashboardDraft: { widgets: [chart('a', 1), chart('a', 1)] } });
    expect([twice.status, twice.body.error]).toEqual([400, 'dashboardDraft.widgets.1.id: is that of another widget']);
    expect((await read(id)).dashboardDraft).toBeNull();
  });

  it('25, 26: publish versions that never change', async () => {
    const { id } = await shared({ name: 'Sales' });
    const jsonQuery = '{"measures":["orders.count"],"limit":9007199254740993}';
    const meta = {
      visualization: { kind: 'vega', spec: { mark: 'bar' } },
      preferences: { columnFormats: { count: { type: 'number', decimalPlaces: 0 } } },
    };
    const report = await service.report(owner, {
      workbookId: id,
      name: 'Orders',
      sqlQuery: 'SELECT 1',
      jsonQuery,
      meta,
    });
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: chartsOf(report, report) }));
    const first = await publish(id);
    expect(first).toMatchObject({
      workbookId: id,
      deploymentId: 1,
      status: 'published',
      versionNumber: 1,
      title: 'Sales',
      description: null,
      allowEmbed: false,
      createdBy: owner.id,
      fromSharedWorkspace: false,
      config: chartsOf(report, report),
      publicId: expect.stringMatching(publicId),
    });
    expect(first.reportSnapshots).toEqual([
      {
        id: expect.any(Number),
        reportId: report,
        versionNumber: 1,
        name: 'Orders',
        title: 'Orders title',
        description: null,
        kind: 'vega',
        spec: { mark: 'bar' },
        sqlQuery: 'SELECT 1',
        sourceQuery: null,
        meta: { ...meta, jsonQuery },
        preferences: meta.preferences,
      },
    ]);
    expect(await read(id)).toMatchObject({ publishedDashboard: first, dashboardPublished: first.config });

    await setSql(report, 'SELECT 2');
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: { title: 'New', widgets: [] } }));
    expect((await read(id)).publishedDashboard).toEqual(first);
    const second = await publish(id, { config: chartsOf(report), title: ' ', description: 'Weekly' });
    expect(second).toMatchObject({
      id: first.id,
      publicId: first.publicId,
      versionNumber: 2,
      title: 'Sales',
      description: 'Weekly',
      reportSnapshots: [{ sqlQuery: 'SELECT 2', versionNumber: 2 }],
    });
    expect(second.versionId).not.toBe(first.versionId);
    expect(await read(id)).toMatchObject({ dashboardDraft: chartsOf(report), publishedDashboard: second });
    const third = await publish(id, { config: { ...chartsOf(report), title: 'Mine' }, dashboardId: first.id });
    expect([third.title, third.versionNumber]).toEqual(['Mine', 3]);
  });

  it('27: publish nothing when a part is invalid', async () => {
    const { id } = await shared();
    const [own, others] = [await service.report(owner, { workbookId: id }), await service.report(stranger)];
    const foreign = await service.report(owner, {}, 2);
    const refused = async (body: object, person: Person = owner) => {
      const answer = await service.ask('POST', `${base}/${id}/publish`, { key: person.key, body });
      return [answer.status, answer.body.details?.map(({ path }: { path: string }) => path)];
    };
    expect(await refused({ workbookId: id + 1, config: chartsOf() })).toEqual([400, ['workbookId']]);
    expect(await refused({ config: chartsOf() })).toEqual([400, ['workbookId']]);
    expect(await refused({ workbookId: id })).toEqual([400, undefined]);
    await publish(id, { config: chartsOf(own) });
    const charts = chartsOf(own, 999_999, others, foreign, 'x', id, null);
    expect(await refused({ workbookId: id, config: charts })).toEqual([
      400,
      [1, 2, 3, 4, 5, 6].map((index) => `config.widgets.${index}.config.reportId`),
    ]);
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: chartsOf(999_999) }));
    expect(await refused({ workbookId: id })).toEqual([400, ['dashboardDraft.widgets.0.config.reportId']]);
    expect(await refused({ workbookId: id, config: chartsOf(own), dashboardId: 999_999 })).toEqual([404, undefined]);
    expect(await refused({ workbookId: id, config: chartsOf(own) }, reader)).toEqual([403, undefined]);
    expect(await read(id)).toMatchObject({
      dashboardDraft: chartsOf(999_999),
      publishedDashboard: { versionNumber: 1, config: chartsOf(own) },
    });
    // The answer for a report that the caller may not see equals the answer for a missing one.
    const saying = async (reportId: number) =>
      (await service.ask('POST', `${base}/${id}/publish`, asOwner({ workbookId: id, config: chartsOf(reportId) })))
        .text;
    expect((await saying(others)).replaceAll(String(others), 'N')).toBe(
      (await saying(999_999)).replaceAll('999999', 'N'),
    );
  });

  it('keep a draft that was changed meanwhile, and say who changed it', async () => {
    const { id } = await shared();
    const draftOf = (title: string) => ({ title, widgets: [] });
    const put = (key: string, title: string, basedOn?: string) =>
      service.ask('PUT', `${base}/${id}/dashboard`, { key, body: { dashboardDraft: draftOf(title), basedOn } });
    const first = (await put(owner.key, 'first', 'none')).body.draftRevision;
    expect((await read(id, owner)).draftRevision).toBe(first);
    const { body: second } = await put(editor.key, 'second', first);
    const late = await put(owner.key, 'late', first);
    expect([late.status, late.body.error]).toEqual([
      409,
      'The draft of the dashboard was changed meanwhile, and is not replaced',
    ]);
    expect(await read(id, owner)).toMatchObject({ dashboardDraft: draftOf('second'), changedBy: { id: editor.id } });
    const publishing = { workbookId: id, config: draftOf('late'), basedOn: first };
    expect(await service.status('POST', `${base}/${id}/publish`, asOwner(publishing))).toBe(409);
    // Publishing what is there leaves its revision as it is.
    await publish(id, { config: draftOf('second'), basedOn: second.draftRevision });
    expect((await read(id, owner)).draftRevision).toBe(second.draftRevision);
    expect((await put(owner.key, 'mine')).body.dashboardDraft).toEqual(draftOf('mine'));
  });

  it('show viewers the published dashboard, and nothing of the draft', async () => {
    const { id } = await shared();
    const report = await service.report(owner, { workbookId: id, sqlQuery: 'SELECT 1' });
    const published = await publish(id, {
      config: {
        widgets: [
          {
            ...chart('t', 0),
            type: 'TABS_CONTAINER',
            config: { tabs: [{ id: 'one', widgets: [chart('c', report)] }] },
          },
        ],
      },
    });
    expect(published.reportSnapshots.map(({ reportId }) => reportId)).toEqual([report]);
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: { title: 'secret', widgets: [] } }));
    const seen = await service.ask('GET', `${base}/${id}`, { key: viewer.key });
    expect(workbookSchema.parse(seen.body)).toMatchObject({ dashboardDraft: null, publishedDashboard: published });
    expect(seen.text).not.toContain('secret');
    // Those who may read but not change it get none either.
    const forReader = await service.ask('GET', `${base}/${id}`, { key: reader.key });
    expect(forReader.body).toMatchObject({ access: 'view', dashboardDraft: null, publishedDashboard: published });
    expect(forReader.body).not.toHaveProperty('draftRevision');
    expect(forReader.text).not.toContain('secret');
    expect((await read(id, editor)).dashboardDraft).toEqual({ title: 'secret', widgets: [] });
    const list = workbooksSchema.parse(await service.get('GET', base, { key: viewer.key }));
    expect(list.items.find((item) => item.id === id)).toMatchObject({ dashboardDraft: null });
    for (const body of [{}, { workbookId: id }]) {
      expect(await service.status('POST', `${base}/${id}/publish`, { key: viewer.key, body })).toBe(403);
    }
    expect(await service.status('POST', `${base}/${id}/duplicate`, { key: viewer.key })).toBe(403);
  });

  it('28, 30: are duplicated with everything they contain', async () => {
    const folder = await service.folder(owner);
    const { id } = await shared({ name: 'Sales', meta: { a: 1 }, folderId: folder });
    const outside = await service.report(owner, { sqlQuery: 'SELECT 0' });
    const [one, two] = [
      await service.report(owner, { workbookId: id, name: 'One', sqlQuery: 'SELECT 1' }),
      await service.report(owner, { workbookId: id, name: 'Two', jsonQuery: '{}' }),
    ];
    const published = await publish(id, { config: chartsOf(one, outside) });
    await service.get('PUT', `${base}/${id}/dashboard/embedding`, asOwner({ allowEmbed: true }));
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner({ dashboardDraft: chartsOf(two, one, 999_999) }));
    await setSql(one, 'SELECT 11');

    const copies = [
      await service.get('POST', `${base}/${id}/duplicate`, { key: reader.key }),
      await service.get('POST', `${base}/${id}/duplicate`, { key: reader.key, body: { shared: false } }),
      await service.get('POST', `${base}/${id}/duplicate/`, { key: reader.key, body: { shared: null } }),
    ];
    const copy = workbookSchema.parse(copies[0]);
    expect(copy).toMatchObject({ name: 'Copy of Sales', folderId: folder, meta: { a: 1 }, userId: reader.id });
    const [newTwo, newOne, unknown] = copy.dashboardDraft?.widgets?.map(({ config }) => config?.reportId) ?? [];
    expect([one, two].includes(Number(newOne)) || [one, two].includes(Number(newTwo))).toBe(false);
    expect(unknown).toBe(999_999);
    expect(copy.publishedDashboard).toMatchObject({
      versionNumber: 1,
      allowEmbed: false,
      createdBy: reader.id,
      config: chartsOf(newOne, outside),
      reportSnapshots: [
        { reportId: newOne, name: 'One', sqlQuery: 'SELECT 1', versionNumber: 1 },
        { reportId: outside, sqlQuery: 'SELECT 0' },
      ],
    });
    const { id: dashboardId, publicId: address } = published;
    expect([copy.publishedDashboard?.id === dashboardId, copy.publishedDashboard?.publicId === address]).toEqual([
      false,
      false,
    ]);
    expect(await service.status('GET', `${base}/${copy.id}`, { key: editor.key })).toBe(404); // sharing is not copied

    await service.get('DELETE', `${base}/${id}`, asOwner());
    expect(await read(copy.id, reader)).toEqual(copy);
    const again = { workbookId: copy.id, config: chartsOf(newOne, newTwo) };
    const publishedAgain = await service.get('POST', `${base}/${copy.id}/publish`, { key: reader.key, body: again });
    expect(publishedAgain.reportSnapshots).toMatchObject([
      { name: 'One', sqlQuery: 'SELECT 11' },
      { name: 'Two', meta: { jsonQuery: '{}' } },
    ]);
  });

  it('are restricted like the workbooks they were copied from', async () => {
    const folder = await service.folder(owner);
    const { database } = service.metadata.store;
    const open = { general_access: 1, general_level: 1 };
    await database.updateTable('content_item').set(open).where('id', '=', folder).execute();
    const { id } = await workbook({ folderId: folder });
    expect(await service.status('GET', `${base}/${id}`, { key: stranger.key })).toBe(200);
    await database.updateTable('content_item').set({ general_access: 0 }).where('id', '=', id).execute();
    expect(await service.status('GET', `${base}/${id}`, { key: stranger.key })).toBe(404);
    const copy = await service.get('POST', `${base}/${id}/duplicate`, asOwner());
    expect(await service.status('GET', `${base}/${copy.id}`, { key: stranger.key })).toBe(404);
  });

  it('give copies names that fit', async () => {
    const { id } = await workbook({ name: '𝒳'.repeat(127) });
    const copy = await service.get('POST', `${base}/${id}/duplicate`, asOwner());
    expect([copy.name.length, copy.name.isWellFormed(), copy.name.startsWith('Copy of 𝒳')]).toEqual([254, true, true]);
  });

  it('29: are not copied with shared: true by users of the account', async () => {
    const { id } = await workbook();
    for (const workbookId of [id, 999_999]) {
      const { status } = await service.ask('POST', `${base}/${workbookId}/duplicate`, asOwner({ shared: true }));
      expect(status).toBe(403);
    }
    expect(await service.status('POST', `${base}/${id}/duplicate`, asOwner({ shared: 'yes' }))).toBe(400);
  });

  it('are embedded when a user with full access allows it, whatever is published later', async () => {
    const { id } = await shared();
    const set = (body: object, { key }: Person = owner) =>
      service.ask('PUT', `${base}/${id}/dashboard/embedding`, { key, body });
    expect((await set({ allowEmbed: true })).body.error).toBe('The workbook has published no dashboard yet');
    await publish(id, { config: chartsOf() });
    expect((await set({ allowEmbed: true }, editor)).status).toBe(403);
    expect((await set({})).status).toBe(400);
    expect(dashboardSchema.parse((await set({ allowEmbed: true })).body).allowEmbed).toBe(true);
    expect((await publish(id)).allowEmbed).toBe(true);
    expect((await set({ allowEmbed: false })).body.allowEmbed).toBe(false);

    const { changes, settings, accountId } = service.metadata;
    const by = { via: 'command' } as const;
    const switchEmbedding = (embedding: boolean) =>
      changes.changeRights({ accountId, by }, (change) => settings.update(change, { flags: { embedding } }));
    await switchEmbedding(false);
    expect(await set({ allowEmbed: true })).toMatchObject({ status: 403, body: { error: 'Embedding is not enabled' } });
    expect((await set({ allowEmbed: false })).status).toBe(200);
    await switchEmbedding(true);
  });

  it('list the versions of their dashboards, and restore one', async () => {
    const { id } = await shared();
    const [kept, lost] = [
      await service.report(owner, { workbookId: id, name: 'Kept', sqlQuery: 'SELECT 1', jsonQuery: '{"limit":1}' }),
      await service.report(owner, { workbookId: id, name: 'Lost', sqlQuery: 'SELECT 2' }),
    ];
    const outside = await service.report(owner, { name: 'Outside', sqlQuery: 'SELECT 3' });
    const first = await publish(id, { config: { title: 'First', ...chartsOf(kept, lost, outside) } });
    const { database } = service.metadata.store;
    await database.deleteFrom('content_item').where('id', '=', lost).execute();
    await setSql(kept, 'SELECT 111');
    const later = await service.report(owner, { workbookId: id, name: 'Later' });
    const second = await publish(id, { config: chartsOf(later) });

    const versions = `${base}/${id}/dashboard/versions`;
    const list = dashboardVersionsSchema.parse(await service.get('GET', versions, { key: editor.key }));
    expect(
      list.items.map(({ id: versionId, versionNumber, status, title }) => [versionId, versionNumber, status, title]),
    ).toEqual([
      [second.versionId, 2, 'published', 'Untitled workbook'],
      [first.versionId, 1, 'archived', 'First'],
    ]);
    const publisher = { id: owner.id, email: expect.any(String), firstName: null, picture: null };
    expect(list.items.map(({ publishedBy }) => publishedBy)).toEqual([publisher, publisher]);
    const page = await service.get('GET', `${versions}?first=1`, asOwner());
    const next = await service.get('GET', `${versions}?first=1&after=${page.pageInfo.endCursor}`, asOwner());
    expect([page.pageInfo.hasNextPage, next.items[0].versionNumber, next.pageInfo.hasNextPage]).toEqual([
      true,
      1,
      false,
    ]);
    const old = dashboardSchema.parse(await service.get('GET', `${versions}/${first.versionId}`, asOwner()));
    expect(old).toEqual({ ...first, status: 'archived' });

    const restore = `${versions}/${first.versionId}/restore`;
    expect(await service.status('POST', restore, { key: editor.key })).toBe(403);
    const restored = workbookSchema.parse(await service.get('POST', restore, asOwner()));
    const [newKept, newLost, newOutside] =
      restored.dashboardDraft?.widgets?.map(({ config }) => Number(config?.reportId)) ?? [];
    expect([newKept, restored.dashboardDraft?.title]).toEqual([kept, 'First']);
    expect(restored.publishedDashboard).toEqual(second);
    const tabs = await database
      .selectFrom('content_item')
      .innerJoin('report', 'report.item_id', 'content_item.id')
      .select(['content_item.id', 'name', 'sql_query', 'json_query', 'version'])
      .where('workbook_id', '=', id)
      .orderBy('content_item.id')
      .execute();
    expect(tabs).toEqual([
      { id: kept, name: 'Kept', sql_query: 'SELECT 1', json_query: '{"limit":1}', version: 2 },
      { id: newLost, name: 'Lost', sql_query: 'SELECT 2', json_query: null, version: 1 },
      { id: newOutside, name: 'Outside', sql_query: 'SELECT 3', json_query: null, version: 1 },
    ]);
    const third = await publish(id);
    expect(third.reportSnapshots.map(({ name, sqlQuery }) => [name, sqlQuery])).toEqual(
      first.reportSnapshots.map(({ name, sqlQuery }) => [name, sqlQuery]),
    );
    const other = await workbook();
    expect(await service.status('GET', `${base}/${other.id}/dashboard/versions/${first.versionId}`, asOwner())).toBe(
      404,
    );
    const foreign = `${base}/${other.id}/dashboard/versions/${first.versionId}/restore`;
    expect(await service.status('POST', foreign, asOwner())).toBe(404);
    expect((await service.get('GET', `${base}/${other.id}/dashboard/versions`, asOwner())).items).toEqual([]);
  });

  it.each(['data', 'values'])('show %s of an earlier version to those who may edit, and to nobody else', async (of) => {
    const { id } = await shared();
    const report = await service.report(owner, { workbookId: id, sqlQuery: 'SELECT 1' });
    const filter = { id: 'f', type: 'FILTER', position, config: { semanticView: 'v', member: 'v.x' } };
    const first = await publish(id, { config: { widgets: [...chartsOf(report).widgets, filter] } });
    await publish(id, { config: { widgets: [] } });
    const other = await publish((await shared()).id, { config: { widgets: [] } });
    const asked = async ({ key }: Person, versionId: unknown = first.versionId) => {
      const answer = await fetch(`${service.origin}/api/v1/embed/dashboard/${first.publicId}/${of}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ versionId, ...(of === 'data' ? { charts: ['w0'] } : { widgetId: 'f' }) }),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const table = { owner: '-', editor: '-', reader: 403, viewer: 403, stranger: 404 };
    const people = { owner, editor, reader, viewer, stranger };
    for (const [name, refused] of Object.entries(table)) {
      const { status, text } = await asked(people[name as keyof typeof people]);
      expect([name, [401, 403].includes(status) || /no (dashboard|workbook)/.test(text) ? status : '-']).toEqual([
        name,
        refused,
      ]);
    }
    // The published one has no such chart and no such filter.
    expect((await asked(owner, null)).status).toBe(404);
    for (const wrong of [other.versionId, 999_999]) {
      expect(await asked(owner, wrong)).toMatchObject({ status: 404, text: expect.stringContaining('has no version') });
    }
    for (const wrong of [0, 'one']) expect((await asked(owner, wrong)).status).toBe(400);
  });

  it('are deleted with everything they contain', async () => {
    const { id } = await shared();
    const report = await service.report(owner, { workbookId: id });
    await service.share('REPORT', report, reader, 'view');
    const dashboard = await publish(id, { config: chartsOf(report) });
    expect(await service.status('DELETE', `${base}/${id}`, { key: editor.key })).toBe(403);
    const gone = await service.ask('DELETE', `${base}/${id}`, {
      ...asOwner(),
      headers: { 'content-type': 'application/json' },
    });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(await service.status('DELETE', `${base}/${id}`, asOwner())).toBe(404);
    expect(await service.status('GET', `${base}/${id}`, asOwner())).toBe(404);
    const { database } = service.metadata.store;
    const counted = async (query: { executeTakeFirst(): Promise<unknown> }) =>
      (await query.executeTakeFirst()) !== undefined;
    expect([
      await counted(database.selectFrom('content_item').select('id').where('id', 'in', [id, report])),
      await counted(database.selectFrom('dashboard').select('id').where('id', '=', dashboard.id)),
      await counted(database.selectFrom('report_snapshot').select('id').where('version_id', '=', dashboard.versionId)),
      await counted(database.selectFrom('resource_policy').select('id').where('resource_id', 'in', [id, report])),
    ]).toEqual([false, false, false, false]);
  });

  it('are listed in pages, the newest change first, as far as the caller may see them', async () => {
    const person = await service.person('explorer');
    const { key } = person;
    const folder = await service.folder(person);
    const made: number[] = [];
    for (const folderId of [null, folder, null, folder, null]) {
      now += 1_000;
      made.unshift(Number((await service.get('POST', base, { key, body: { folderId } })).id));
    }
    const walk = async (query: string, between: () => Promise<unknown> = async () => undefined) => {
      const found: number[] = [];
      for (let after = ''; ; ) {
        const page = workbooksSchema.parse(await service.get('GET', `${base}?${query}${after}`, { key }));
        expect(page.data).toEqual(page.items);
        found.push(...page.items.map(({ id }) => id));
        if (!page.pageInfo.hasNextPage) return { found, count: page.count };
        after = `&after=${page.pageInfo.endCursor}`;
        await between();
      }
    };
    expect(await walk('first=2')).toEqual({ found: made, count: 5 });
    expect(await walk('first=1&folderId=0')).toEqual({ found: [made[0], made[2], made[4]], count: 3 });
    expect(await walk(`first=1&folderId=${folder}`)).toEqual({ found: [made[1], made[3]], count: 2 });
    const walked = await walk('first=2', async () => {
      now += 1_000;
      await service.get('POST', base, { key, body: {} });
    });
    expect(walked.found).toEqual(made);
    for (const query of ['first=0', 'after=x', 'folderId=-1', 'folderId=x']) {
      expect(await service.status('GET', `${base}?${query}`, { key })).toBe(400);
    }
    expect(await service.status('GET', `${base}?folderId=999999`, { key })).toBe(404);
    expect(await service.status('GET', `${base}?folderId=${folder}`, { key: stranger.key })).toBe(404);
  });

  it.each([
    `"><img src=x onerror="alert('1')">`,
    `'; DROP TABLE content_item; --`,
    '{{constructor.constructor("return process")()}}',
    '=HYPERLINK("https://example.com")',
    '% _ \\ ${name} %s',
    'é😀ﷺ',
  ])('keep %j as it is, wherever it is given', async (hostile) => {
    const meta = { [hostile]: hostile, constructor: hostile };
    const made = await workbook({ name: hostile, meta });
    expect([made.name, made.meta]).toEqual([hostile, meta]);
    const widgets = [{ id: hostile, type: 'TEXT', position, config: { [hostile]: hostile } }];
    const published = await publish(made.id, { config: { title: hostile, description: hostile, widgets } });
    expect(published).toMatchObject({ title: hostile, description: hostile, config: { title: hostile, widgets } });
    expect((await read(made.id)).publishedDashboard).toEqual(published);
    const copy = workbookSchema.parse(await service.get('POST', `${base}/${made.id}/duplicate`, asOwner()));
    expect([copy.name, copy.meta]).toEqual([`Copy of ${hostile}`, meta]);
  });

  it('refuse a prototype as a field', async () => {
    const body = '{"name":"x","meta":{"__proto__":{"isAdmin":true}}}';
    expect(await service.status('POST', base, { key: owner.key, body })).toBe(400);
  });

  it('are audited when they change, and only then', async () => {
    const { id } = await workbook({ name: 'Noted' });
    const draft = { dashboardDraft: chartsOf() };
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner(draft));
    await service.get('PUT', `${base}/${id}/dashboard`, asOwner(draft));
    await service.get('PUT', `${base}/${id}`, asOwner({}));
    await publish(id);
    await service.ask('POST', `${base}/${id}/publish`, asOwner({ workbookId: id, config: chartsOf(999_999) }));
    await service.get('DELETE', `${base}/${id}`, asOwner());
    const log = await service.get('GET', '/audit-logs?search=Noted');
    expect(log.items.map(({ event }: { event: string }) => event)).toEqual([
      'Deleted workbook',
      'Published dashboard',
      'Updated workbook',
      'Created workbook',
    ]);
    expect(log.items[1]).toMatchObject({ deploymentId: 1, attributes: { workbookId: id, versionNumber: 1 } });
  });
});
