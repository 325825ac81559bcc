import { contentCheckSchema, type WireContentFinding } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { type Person, ReportsService, salesModel } from './report-service.ts';

const asking = (...measures: string[]) => JSON.stringify({ measures });

describe.each(storyKinds)('the content check over the Platform API, on %s', (kind) => {
  let service: ReportsService;
  let ann: Person;
  let eve: Person;

  beforeAll(async () => {
    service = await ReportsService.open(kind);
    ann = await service.person('explorer', 'all');
    eve = await service.person('explorer', 'eu');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const check = async (as: Person, query = '') => {
    return contentCheckSchema.parse(await service.get(`/content-check${query}`, { as }));
  };
  const shown = ({ kind: what, name, widgetIds, problems }: WireContentFinding) => [
    what,
    name,
    widgetIds,
    problems.map(({ code, path, hint }) => [code, path, hint]),
  ];

  it('finds nothing while the model has all members, and reports the broken ones after a change, with the nearest member', async () => {
    const workbook = await service.make('/workbooks', { name: 'Numbers' }, ann);
    const report = async (name: string, jsonQuery: string) =>
      service.make('/reports', { name, jsonQuery, workbookId: workbook.id }, ann);
    const total = await report('total', asking('sales.total'));
    const count = await report('count', asking('sales.count'));
    const gone = await report('gone', asking('sales.count'));
    await service.make('/reports', { name: 'constant', sqlQuery: 'SELECT 1' }, ann);
    const sqlQuery = 'SELECT region,\n  SUM(total)\nFROM sales GROUP BY 1 HAVING MEASURE(count) > 0';
    const inSql = await service.make('/reports', { name: 'in sql', sqlQuery, workbookId: workbook.id }, ann);
    const position = { x: 0, y: 0, w: 1, h: 1 };
    const chart = (id: string, reportId: number) => ({ id, type: 'CHART', position, config: { reportId } });
    const tabs = { tabs: [{ title: 'first', widgets: [chart('inner', total.id)] }] };
    const widgets = [
      chart('outer', total.id),
      chart('counted', count.id),
      chart('written', inSql.id),
      { id: 'tabs', type: 'TABS_CONTAINER', position, config: tabs },
    ];
    await service.make(`/workbooks/${workbook.id}/publish`, { workbookId: workbook.id, config: { widgets } }, ann);
    const draft = { widgets: [chart('lost', gone.id), chart('kept', total.id)] };
    await service.put(`/workbooks/${workbook.id}/dashboard`, { dashboardDraft: draft }, ann);
    // Published content stays the same when the report changes.
    await service.put(`/reports/${total.id}`, { name: 'renamed' }, ann);

    expect(await check(ann)).toMatchObject({ items: [], checked: 8, notValidated: 0 });
    await service.ask('DELETE', `/reports/${gone.id}`, { as: ann });
    const measures = [
      { name: 'count', type: 'count' },
      { name: 'total_amount', sql: 'amount', type: 'sum' },
      { name: 'margin', sql: 'amount', type: 'sum' },
    ];
    await service.saveModel(salesModel({ measures }));
    const missing = ['query.unknown-member', 'jsonQuery.measures[0]', 'Did you mean sales.total_amount?'];
    const lost = [['content.no-report', undefined, undefined]];
    const unread = ['sql.unknown-column', 'sqlQuery', 'Did you mean total_amount?'];
    const expected = [
      ['REPORT', 'renamed', [], [missing]],
      ['REPORT', 'in sql', [], [unread]],
      ['PUBLISHED_WIDGET', 'total', ['outer', 'inner'], [missing]],
      ['PUBLISHED_WIDGET', 'in sql', ['written'], [unread]],
      ['DRAFT_WIDGET', 'Numbers', ['lost'], lost],
    ];
    await eventually(async () => expect((await check(ann)).items.map(shown)).toEqual(expected));
    expect((await check(service.admin)).items.map(shown)).toEqual(expected);
    const written = (await check(ann)).items.filter(({ name }) => name === 'in sql');
    for (const { problems } of written) expect(problems[0]?.message).toMatch(/ at Line: 2, Column: 7$/);

    const walked: unknown[] = [];
    let after = '';
    let pages = 0;
    for (;;) {
      const page = await check(ann, `?first=1${after}`);
      walked.push(...page.items.map(shown));
      pages += 1;
      if (!page.pageInfo.hasNextPage) break;
      after = `&after=${page.pageInfo.endCursor}`;
    }
    expect([walked, pages]).toEqual([expected, 6]);
    await service.saveModel(salesModel());
    await eventually(async () =>
      expect((await check(ann)).items.map(shown)).toEqual([['DRAFT_WIDGET', 'Numbers', ['lost'], lost]]),
    );
  });

  it('covers what its caller may see, and reveals no more of the model than the caller sees', async () => {
    const secret = await service.make('/reports', { name: 'secret', jsonQuery: asking('sales.margin') }, ann);
    const slip = await service.make('/reports', { name: 'slip', jsonQuery: asking('sales.margi') }, ann);
    const own = async (as: Person) =>
      (await check(as)).items
        .filter(({ kind: what }) => what === 'REPORT')
        .map(({ name, problems }) => [name, problems]);
    expect((await own(ann)).map(([name]) => name)).toEqual(['slip']);
    expect(JSON.stringify(await own(ann))).toContain('Did you mean sales.margin?');
    expect(await check(eve)).toMatchObject({ items: [], checked: 0, notValidated: 0 });
    for (const { id } of [secret, slip]) await service.share({ type: 'Report', id }, eve, 'ReportRead');
    const told = await own(eve);
    expect(told.map(([name]) => name)).toEqual(['secret', 'slip']);
    expect(JSON.stringify(told)).not.toContain('Did you mean sales.margin?');
    const viewer = await service.person('viewer', 'all');
    await service.share({ type: 'Report', id: slip.id }, viewer, 'ReportRead');
    expect(await check(viewer)).toMatchObject({ items: [], checked: 0 });
  });

  it('is refused like every operation of a missing deployment, or of one outside the key', async () => {
    const scoped = await service.person('explorer', 'all', [1]);
    const statusOf = async (path: string, as: Person) => (await service.ask('GET', path, { as })).status;
    expect(await statusOf('/deployments/7/content-check', scoped)).toBe(403);
    expect(await statusOf('/deployments/7/content-check', service.admin)).toBe(404);
    expect(await statusOf('/content-check?first=0', ann)).toBe(400);
    expect(await statusOf('/content-check?after=x', ann)).toBe(400);
  });
});
