import { dashboardSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitingLocks } from '../../packages/store/src/database/waiting-locks-for-test.ts';
import { eventually } from '../eventually.ts';
import { storeKinds } from '../servers/store-place.ts';
import { ContentService, type Person } from './content-service.ts';

const base = '/deployments/1/workbooks';
const position = { x: 0, y: 0, w: 1, h: 1 };
const rounds = 5;

/** Whichever change comes first, the result is complete. */
describe.each(storeKinds)('concurrent changes of one workbook, on %s', (kind) => {
  let service: ContentService;
  let owner: Person;

  beforeAll(async () => {
    service = await ContentService.open(kind);
    owner = await service.person('explorer');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    service.ask(method, `${base}/${path}`, { key: owner.key, ...(body ? { body } : {}) });

  /** A workbook with reports and a draft that shows all of them. */
  async function workbook(reportCount: number) {
    const { id } = await service.get('POST', base, { key: owner.key, body: {} });
    const reports: number[] = [];
    for (let index = 0; index < reportCount; index += 1) {
      reports.push(
        await service.report(owner, { workbookId: id, name: `Report ${index}`, sqlQuery: `SELECT ${index}` }),
      );
    }
    const widgets = reports.map((reportId, index) => ({
      id: `w${index}`,
      type: 'CHART',
      position,
      config: { reportId },
    }));
    await ask('PUT', `${id}/dashboard`, { dashboardDraft: { widgets } });
    return { id: Number(id), reports };
  }

  const publish = (id: number) => ask('POST', `${id}/publish`, { workbookId: id });

  /** Returns the remaining rows of a workbook in any table. */
  async function leftOf(id: number, reports: readonly number[]) {
    const { database } = service.metadata.store;
    const items = await database
      .selectFrom('content_item')
      .select('id')
      .where('id', 'in', [id, ...reports])
      .execute();
    const dashboards = await database.selectFrom('dashboard').select('id').where('workbook_id', '=', id).execute();
    const snapshots = await database
      .selectFrom('report_snapshot')
      .select('id')
      .where('report_id', 'in', reports)
      .execute();
    return items.length + dashboards.length + snapshots.length;
  }

  it('publish one version each, all of one dashboard', async () => {
    const { id, reports } = await workbook(3);
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const published = answers.map(({ body }) => dashboardSchema.parse(body));
    expect(published.map(({ versionNumber }) => versionNumber).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(new Set(published.map(({ publicId }) => publicId)).size).toBe(1);
    for (const { reportSnapshots } of published) {
      expect(reportSnapshots.map(({ reportId }) => reportId)).toEqual(reports);
    }
  });

  it('publish and delete, and leave nothing', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, reports } = await workbook(3);
      const [first, deleted, second] = await Promise.all([publish(id), ask('DELETE', String(id)), publish(id)]);
      expect(deleted.status).toBe(204);
      for (const { status, body } of [first, second]) {
        expect([200, 404]).toContain(status);
        if (status === 200) expect(body.reportSnapshots.length).toBe(3);
      }
      expect(await leftOf(id, reports)).toBe(0);
    }
  });

  it('delete once', async () => {
    const { id } = await workbook(1);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await ask('DELETE', String(id))).status));
    expect(statuses.sort()).toEqual([204, 404, 404]);
  });

  it('copy and delete, and leave a complete copy or none', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, reports } = await workbook(2);
      await publish(id);
      const [copied, deleted] = await Promise.all([ask('POST', `${id}/duplicate`), ask('DELETE', String(id))]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(copied.status);
      if (copied.status === 200) {
        const { dashboardDraft, publishedDashboard } = copied.body;
        const shown = dashboardDraft.widgets.map(({ config }: { config: { reportId: number } }) => config.reportId);
        expect(publishedDashboard.reportSnapshots.map(({ reportId }: { reportId: number }) => reportId)).toEqual(shown);
        expect(shown.some((reportId: number) => reports.includes(reportId))).toBe(false);
      }
      expect(await leftOf(id, [0])).toBe(0);
    }
  });

  it('restore, publish and change the draft, each completely', async () => {
    const { id, reports } = await workbook(3);
    const [first] = reports;
    const { versionId } = (await publish(id)).body;
    for (let round = 0; round < rounds; round += 1) {
      const widgets = [{ id: 'only', type: 'CHART', position, config: { reportId: first } }];
      const [restored, published, set] = await Promise.all([
        ask('POST', `${id}/dashboard/versions/${versionId}/restore`),
        publish(id),
        ask('PUT', `${id}/dashboard`, { dashboardDraft: { widgets } }),
      ]);
      expect([restored.status, published.status, set.status]).toEqual([200, 200, 200]);
      const { config, reportSnapshots } = dashboardSchema.parse(published.body);
      expect(reportSnapshots.length).toBe(config.widgets?.length);
      expect([1, 3]).toContain(reportSnapshots.length);
    }
  });

  // SQLite has one writer at a time.
  it.runIf(kind === 'postgres')(
    'move a report out of a workbook during its restoration, and keep the report',
    async () => {
      const { id } = await workbook(1);
      const { versionId } = (await publish(id)).body;
      const added = await service.report(owner, { workbookId: id, name: 'Added since' });
      const { database } = service.metadata.store;
      const [taken, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const moving = database.transaction().execute(async (transaction) => {
        const change = { workbook_id: null };
        await transaction.updateTable('content_item').set(change).where('id', '=', added).execute();
        taken.resolve();
        await letGo.promise;
      });
      await taken.promise;
      const restoring = ask('POST', `${id}/dashboard/versions/${versionId}/restore`);
      await eventually(async () => expect(await waitingLocks(database)).toBeGreaterThan(0));
      letGo.resolve();
      await moving;
      expect((await restoring).status).toBe(200);
      const items = database.selectFrom('content_item').select(['id', 'workbook_id']).where('id', '=', added);
      expect(await items.execute()).toEqual([{ id: added, workbook_id: null }]);
    },
  );

  it('delete a report during its publication: the version contains it, or nothing is published', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, reports } = await workbook(3);
      const { database } = service.metadata.store;
      const [published] = await Promise.all([
        publish(id),
        database
          .deleteFrom('content_item')
          .where('id', '=', reports[1] ?? 0)
          .execute(),
      ]);
      expect([200, 400]).toContain(published.status);
      if (published.status === 200) expect(published.body.reportSnapshots.length).toBe(3);
      else expect((await service.get('GET', `${base}/${id}`, { key: owner.key })).publishedDashboard).toBeNull();
    }
  });
});
