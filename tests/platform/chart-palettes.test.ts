import { chartPaletteSchema, chartPalettesSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyKinds } from '../servers/store-place.ts';
import { ContentService, type Person } from './content-service.ts';

const base = '/deployments/1/workbooks';
const sea = ['#0b3954', '#087e8b', '#bfd7ea'];
const dusk = ['#2d1e2f', '#f15946'];

describe.each(storyKinds)('palettes of charts on %s', (kind) => {
  let service: ContentService;
  let owner: Person;

  beforeAll(async () => {
    service = await ContentService.open(kind);
    owner = await service.person('explorer');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const asOwner = (body?: unknown) => ({ key: owner.key, ...(body === undefined ? {} : { body }) });
  const save = async (name: string, colors: readonly string[] = sea) =>
    chartPaletteSchema.parse(await service.get('POST', '/chart-palettes', { body: { name, colors } }));
  const set = (id: number, body: object) => service.get('PUT', `/chart-palettes/${id}`, { body });
  const chartOf = (palette: object) => ({
    mark: 'bar',
    usermeta: { orrery: { type: 'grouped_bar', style: { palette }, of: 'as it was saved' } },
  });

  it('show in reports, drafts and published dashboards at once, and nowhere when they are deleted', async () => {
    const { id } = await save('Sea');
    const { id: workbookId } = await service.get('POST', base, asOwner({}));
    const kept = { palette: { id, colors: ['#ffffff'] } };
    const metas = [
      { visualization: { kind: 'vega', spec: chartOf(kept.palette) }, explore: { kind: 'grouped_bar', style: kept } },
      { visualization: { kind: 'vega', spec: JSON.stringify(chartOf({ id })) } },
      { visualization: { kind: 'map', spec: { palette: { id } } }, explore: { map: { palette: { id } } } },
      { visualization: { kind: 'map', spec: { palette: 'green' } } },
    ];
    const reportIds: number[] = [];
    for (const meta of metas) reportIds.push(await service.report(owner, { workbookId, meta }));
    const widgets = reportIds.map((reportId, index) => ({
      id: `w${index}`,
      type: 'CHART',
      position: { x: 0, y: index * 4, w: 12, h: 4 },
      config: { reportId },
    }));
    await service.get('PUT', `${base}/${workbookId}/dashboard`, asOwner({ dashboardDraft: { widgets } }));
    const published = await service.get('POST', `${base}/${workbookId}/publish`, asOwner({ workbookId }));
    const shownTo = async () => {
      const reports = await Promise.all(
        reportIds.map((reportId) => service.get('GET', `/deployments/1/reports/${reportId}`, asOwner())),
      );
      const list = await service.get('GET', `/deployments/1/reports?workbookId=${workbookId}&first=10`, asOwner());
      const dashboard = await service.get('GET', `/embed/dashboard/${published.publicId}`, asOwner());
      const workbook = await service.get('GET', `${base}/${workbookId}`, asOwner());
      const version = await service.get(
        'GET',
        `${base}/${workbookId}/dashboard/versions/${published.versionId}`,
        asOwner(),
      );
      const byId = new Map(list.items.map((each: { readonly id: number }) => [each.id, each]));
      return {
        metas: reports.map(({ meta }) => meta),
        listed: reportIds.map((reportId) => (byId.get(reportId) as { readonly meta: unknown }).meta),
        published: [dashboard, workbook.publishedDashboard, version].map(({ reportSnapshots }) =>
          reportSnapshots.map(({ spec, meta }: { readonly spec: unknown; readonly meta: unknown }) => ({ spec, meta })),
        ),
      };
    };
    const drawnIn = (palette: object) => {
      const expected = [
        {
          visualization: { kind: 'vega', spec: chartOf(palette) },
          explore: { kind: 'grouped_bar', style: { palette } },
        },
        { visualization: { kind: 'vega', spec: JSON.stringify(chartOf(palette)) } },
        { visualization: { kind: 'map', spec: { palette } }, explore: { map: { palette } } },
        metas[3],
      ];
      const snapshots = expected.map((meta) => ({ meta, spec: meta?.visualization.spec }));
      return { metas: expected, listed: expected, published: [snapshots, snapshots, snapshots] };
    };
    expect(await shownTo()).toEqual(drawnIn({ id, colors: sea }));
    await set(id, { colors: dusk });
    expect(await shownTo()).toEqual(drawnIn({ id, colors: dusk }));
    expect((await service.ask('DELETE', `/chart-palettes/${id}`)).status).toBe(204);
    expect(await shownTo()).toEqual(drawnIn({ id }));
  });

  it('are at most 200', async () => {
    const { store, accounts } = service.metadata;
    const { id, key } = await accounts.create(`full-${kind}`);
    const rows = Array.from({ length: 200 }, (_, index) => ({
      ...{ account_id: id, name: `p${index}`, name_key: `p${index}`, colors: JSON.stringify(sea) },
      ...{ created_at: 1, updated_at: 1 },
    }));
    await store.database.insertInto('chart_palette').values(rows).execute();
    const { status, text } = await service.ask('POST', '/chart-palettes', { key, body: { name: 'More', colors: sea } });
    expect([status, text]).toEqual([400, expect.stringContaining('at most 200 palettes; delete one first')]);
  });

  it('have names of their own and colours that are colours, and every fault is named', async () => {
    const { id } = await save('Names');
    const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
      service.ask(method, `/chart-palettes${path}`, { body });
    expect((await ask('POST', '', { name: ' NAMES ', colors: sea })).status).toBe(409);
    expect(await set(id, { name: 'NAMES' })).toMatchObject({ name: 'NAMES', colors: sea });
    const refused = await ask('POST', '', { name: 'Wrong', colors: ['red', ...sea, '#12345', 'url(//evil.example)'] });
    expect(refused.status).toBe(400);
    for (const index of [0, 4, 5]) expect(refused.text).toContain(`colors.${index} must be a colour such as #4061d0`);
    for (const colors of [[], ['#0b3954'], Array.from({ length: 21 }, () => '#0b3954')]) {
      const { status, text } = await ask('PUT', `/${id}`, { colors });
      expect([status, text]).toEqual([400, expect.stringContaining('must have 2 to 20 colours')]);
    }
    expect((await ask('POST', '', { name: 'x'.repeat(256), colors: sea })).status).toBe(400);
    expect((await ask('PUT', '/999999', { name: 'x' })).status).toBe(404);
    const { items } = chartPalettesSchema.parse(await service.get('GET', '/chart-palettes?first=1000', asOwner()));
    expect(items).toContainEqual(expect.objectContaining({ id, name: 'NAMES', colors: sea }));
  });

  it('are changed by those to whom a role gives the right, and are of one account', async () => {
    const { id } = await save('Rights');
    const { changes, roles, users, accounts, accountId } = service.metadata;
    const by = { via: 'command' } as const;
    const role = await changes.changeRights({ accountId, by }, (change) =>
      roles.create(change, { name: 'Painters', base: 'viewer', actions: ['ChartPalettesManage'], policies: [] }),
    );
    const painter = await service.person('viewer');
    const changesBy = async (key: string) => [
      await service.status('POST', '/chart-palettes', { key, body: { name: `By ${key.slice(-5)}`, colors: sea } }),
      await service.status('PUT', `/chart-palettes/${id}`, { key, body: { colors: dusk } }),
      await service.status('DELETE', `/chart-palettes/${id}`, { key }),
    ];
    expect(await changesBy(painter.key)).toEqual([403, 403, 403]);
    expect(await service.status('GET', '/chart-palettes', { key: painter.key })).toBe(200);
    const foreign = await accounts.create(`other-${kind}`);
    expect(await changesBy(foreign.key)).toEqual([200, 404, 404]);
    const own = await service.get('GET', '/chart-palettes', { key: foreign.key });
    expect(own.items.map(({ colors }: { readonly colors: unknown }) => colors)).toEqual([sea]);
    await changes.changeRights({ accountId, by }, (change) =>
      users.update(change, painter.id, { customRoles: [role.id] }),
    );
    expect(await changesBy(painter.key)).toEqual([200, 200, 204]);
  });
});
