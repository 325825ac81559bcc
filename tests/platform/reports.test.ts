import { reportSchema, reportsSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { storyKinds } from '../servers/store-place.ts';
import { type Person, ReportsService } from './report-service.ts';

const countByStatus = JSON.stringify({ measures: ['sales.count'], dimensions: ['sales.status'] });

/** The numbers are those of the acceptance cases of the Platform API. */
describe.each(storyKinds)('reports over the Platform API, on %s', (kind) => {
  let service: ReportsService;
  let ann: Person;
  let eve: Person;
  let clock = Date.UTC(2026, 5, 17);

  beforeAll(async () => {
    service = await ReportsService.open(kind, () => (clock += 1_000));
    ann = await service.person('explorer', 'all');
    eve = await service.person('explorer', 'eu');
    const { store, accountId } = service.metadata;
    await store.database
      .insertInto('deployment')
      .values({ id: 2, account_id: accountId, name: 'second', created_at: 2 })
      .execute();
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const statusOf = async (...asked: Parameters<ReportsService['ask']>) => (await service.ask(...asked)).status;
  const report = (body: object = {}, as = ann) => service.make('/reports', body, as);

  it('are created without any given field, and changed by the given ones', async () => {
    const answer = await service.ask('POST', '/reports', { as: ann });
    expect(answer.status).toBe(200);
    const made = reportSchema.parse(answer.body);
    expect(made).toMatchObject({
      type: 'REPORT',
      name: 'Untitled report',
      source: 'D3',
      version: 1,
      deploymentId: 1,
      userId: ann.id,
      createdBy: ann.id,
      jsonQuery: null,
      refreshedBy: null,
      refreshedByUser: { id: ann.id },
      problems: [],
    });
    const path = `/reports/${made.id}`;
    expect(await service.put(path, {}, ann)).toEqual(made);
    expect(await service.put(`${path}/`, { name: made.name, title: null }, ann)).toEqual(made);
    const meta = { visualization: { kind: 'vega', spec: '{}' } };
    const pivotItems = { rows: ['sales.status'], columns: [], measures: ['sales.count'], filters: [] };
    const more = { name: ' Sales \u2014 "x" ', title: "<b>'", meta, pivotItems, jsonQuery: countByStatus, unknown: 1 };
    const changed = reportSchema.parse(await service.put(path, more, ann));
    expect(changed).toMatchObject({ name: 'Sales \u2014 "x"', title: "<b>'", meta, pivotItems, version: 2 });
    expect([changed.jsonQuery, changed.updatedAt > made.updatedAt]).toEqual([countByStatus, true]);
    expect((await service.put(path, { name: 'Sales', jsonQuery: countByStatus }, ann)).version).toBe(2);
    const cleared = { title: null, meta: null, pivotItems: null, jsonQuery: null };
    expect(await service.put(path, cleared, ann)).toMatchObject({ ...cleared, version: 3, name: 'Sales' });
    const placed = { externalWorkbookId: 'doc', resultLocation: 'A1:B2', endResultCell: 'B2' };
    expect(await service.put(`${path}/connect-workbook`, placed, ann)).toMatchObject({ ...placed, version: 3 });
    expect(await statusOf('PUT', path, { as: ann, body: { name: '  ' } })).toBe(400);
  });

  it('31: have ids of twelve letters and digits, given or generated', async () => {
    for (const publicId of ['abcdefghijk', 'abcdefghijk-', 'abcdefghijklm', 'äbcdefghijkl']) {
      expect((await service.ask('POST', '/reports', { as: ann, body: { publicId } })).body).toMatchObject({
        statusCode: 400,
        details: [{ path: 'publicId' }],
      });
    }
    const publicId = `fixed${kind.slice(0, 6)}7`.padEnd(12, '0').slice(0, 12);
    expect((await report({ publicId })).publicId).toBe(publicId);
    expect(await statusOf('POST', '/reports', { as: ann, body: { publicId } })).toBe(409);
    expect(await statusOf('POST', '/reports', { as: eve, body: { publicId } })).toBe(409);
    const generated = [await report(), await report()].map((one) => one.publicId);
    for (const one of generated) expect(one).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(generated[0]).not.toBe(generated[1]);
    const raced = `raced${kind.slice(0, 6)}`.padEnd(12, '1').slice(0, 12);
    const twice = await Promise.all(
      [1, 2].map(() => statusOf('POST', '/reports', { as: ann, body: { publicId: raced } })),
    );
    expect(twice.sort()).toEqual([200, 409]);
  });

  it('32, 33, 34: are listed by name, time or last view, in pages without gaps and repetitions', async () => {
    const zoe = await service.person('explorer', 'all');
    const made = [];
    for (const name of ['b', 'A', 'd', 'c', 'B']) made.push(await report({ name }, zoe));
    const list = async (query: string, as = zoe) => {
      const found = reportsSchema.parse(await service.get(`/reports?${query}`, { as }));
      expect(found.data).toEqual(found.items);
      return { ...found, names: found.items.map(({ name }) => name) };
    };
    expect(await statusOf('GET', '/reports?sortBy=lastViewedAt&first=10', { as: zoe })).toBe(400);
    expect(await statusOf('GET', '/reports?sortBy=lastViewedAt&limit=10&page=1', { as: zoe })).toBe(200);

    const walked: string[] = [];
    let after = '';
    for (;;) {
      const page = await list(`sortBy=name&first=2${after}`);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== '');
      walked.push(...page.names);
      if (walked.length === 2) {
        await report({ name: 'aa' }, zoe); // where the walk has been
        await report({ name: 'cc' }, zoe); // where it has not
      }
      if (!page.pageInfo.hasNextPage) break;
      after = `&after=${page.pageInfo.endCursor}`;
    }
    expect(walked.map((name) => name.toLowerCase())).toEqual(['a', 'b', 'b', 'c', 'cc', 'd']);
    expect(new Set(walked).size).toBe(6);
    expect((await list('sortBy=name&first=1')).count).toBe(7);
    expect((await list('sortBy=name&sortDirection=DESC')).names.map((name) => name.toLowerCase())).toEqual(
      ['a', 'aa', 'b', 'b', 'c', 'cc', 'd'].reverse(),
    );

    await service.put(`/reports/${made[1].id}`, { title: 'now' }, zoe);
    expect((await list('')).names).toEqual(['A', 'cc', 'aa', 'B', 'c', 'd', 'b']);
    expect((await list('sortBy=createdAt&sortDirection=ASC')).names).toEqual(['b', 'A', 'd', 'c', 'B', 'aa', 'cc']);
    const second = await list('sortBy=createdAt&sortDirection=ASC&limit=3&page=2');
    expect([second.names, second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage, second.count]).toEqual([
      ['c', 'B', 'aa'],
      true,
      true,
      7,
    ]);
    expect((await list('page=1')).items).toHaveLength(7);

    const { store } = service.metadata;
    await store.database
      .insertInto('content_view')
      .values([
        { user_id: zoe.id, item_id: made[0].id, viewed_at: 1 },
        { user_id: zoe.id, item_id: made[3].id, viewed_at: 2 },
        { user_id: ann.id, item_id: made[2].id, viewed_at: 9 },
      ])
      .onConflict((conflict) => conflict.columns(['user_id', 'item_id']).doUpdateSet({ viewed_at: 1 }))
      .execute();
    const { names } = await list('sortBy=lastViewedAt&limit=3&page=1');
    expect(names.slice(0, 2)).toEqual(['c', 'b']);
    expect((await list('sortBy=lastViewedAt&sortDirection=ASC')).names.slice(0, 2)).toEqual(['b', 'c']);

    const { endCursor } = (await list('sortBy=name&first=2')).pageInfo;
    for (const query of [
      'first=0',
      'limit=0',
      'page=0',
      'page=x',
      'after=x',
      'sortBy=title',
      'sortDirection=asc',
      'workbookId=0',
      'first=1&limit=1',
      `page=1&after=${endCursor}`,
      `sortBy=lastViewedAt&after=${endCursor}`,
      `sortBy=updatedAt&after=${endCursor}`,
      `sortBy=name&sortDirection=DESC&after=${endCursor}`,
    ]) {
      expect([query, await statusOf('GET', `/reports?${query}`, { as: zoe })]).toEqual([query, 400]);
    }
    const nobody = await service.person('explorer', 'all');
    expect([(await list('', nobody)).count, (await list('', nobody)).items]).toEqual([0, []]);
    expect((await list('limit=1', service.admin)).count).toBeGreaterThan(7);
  });

  it('35: are refreshed by callers who may see them, with the rows of each', async () => {
    const { id } = await report({ jsonQuery: countByStatus });
    await service.share({ type: 'Report', id }, eve, 'ReportRead');
    const rowsOf = async (requestId: string) => {
      const entry = await eventually(async () => {
        const { items } = await service.get(`/query-history?requestId=${requestId}`);
        expect(items).toHaveLength(1);
        return items[0];
      });
      return { rows: entry.rows, cache: entry.cache };
    };
    const refreshed = async (as: Person) => {
      const requestId = crypto.randomUUID();
      const answer = await service.ask('PUT', `/reports/${id}/refresh`, { as, requestId });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      expect(reportSchema.parse(answer.body)).toMatchObject({ refreshedBy: as.id, refreshedByUser: { id: as.id } });
      expect(answer.body).toMatchObject({ userId: ann.id, user: { id: ann.id }, version: 1 });
      return rowsOf(requestId);
    };
    for (const _ of [1, 2]) {
      expect(await refreshed(eve)).toMatchObject({ rows: 2, cache: 'miss' });
      expect(await refreshed(ann)).toMatchObject({ rows: 2, cache: 'miss' });
    }
    const byRegion = { measures: ['sales.count'], dimensions: ['sales.region'] };
    await service.put(`/reports/${id}`, { jsonQuery: JSON.stringify(byRegion) }, ann);
    const count = async (as: Person) => {
      const requestId = crypto.randomUUID();
      expect(await statusOf('PUT', `/reports/${id}/refresh/`, { as, requestId })).toBe(200);
      return (await rowsOf(requestId)).rows;
    };
    expect([await count(eve), await count(ann)]).toEqual([1, 2]);
    const nobody = await service.person('explorer');
    await service.share({ type: 'Report', id }, nobody, 'ReportRead');
    expect((await service.ask('PUT', `/reports/${id}/refresh`, { as: nobody })).status).toBe(400);
    expect((await service.get(`/reports/${id}`, { as: ann })).refreshedBy).toBe(ann.id);
  });

  it('are not refreshed without a query that can run, and give the reason', async () => {
    const refused = async (body: object, as = ann) => {
      const { id, problems } = await report(body, as);
      const answer = await service.ask('PUT', `/reports/${id}/refresh`, { as });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe(answer.body.message);
      const { refreshedBy } = await service.get(`/reports/${id}`, { as });
      expect(refreshedBy).toBeNull();
      return { problems, details: answer.body.details, error: answer.body.error };
    };
    expect(await refused({})).toMatchObject({ problems: [], error: 'The report has no query' });
    const inSql = await refused({ sqlQuery: 'SELECT broken FROM sales' });
    expect(inSql).toMatchObject({ problems: [], details: [{ path: 'sqlQuery' }] });
    expect(inSql.error).toMatch(/^The data source reported a .* error for broken \(request [\w-]+\)$/);
    expect(JSON.stringify(inSql)).not.toContain('open'); // what is in the rows
    const broken = await refused({ jsonQuery: '{"dimensions":["sales.broken"]}' });
    expect(broken.problems).toEqual([]);
    expect(broken.error).toMatch(/^The data source reported a .* error for sales\.broken \(request [\w-]+\)$/);
    expect(JSON.stringify(broken)).not.toContain('open'); // what is in the rows
  });

  it('in SQL are refreshed with the rows of each caller, and read again each time', async () => {
    const { id, problems } = await report({ sqlQuery: 'SELECT region, MEASURE(count) FROM sales GROUP BY 1' });
    expect(problems).toEqual([]);
    await service.share({ type: 'Report', id }, eve, 'ReportRead');
    const rows = async (as: Person) => {
      const requestId = crypto.randomUUID();
      const answer = await service.ask('PUT', `/reports/${id}/refresh`, { as, requestId });
      expect([answer.status, answer.body.refreshedBy]).toEqual([200, as.id]);
      return eventually(async () => {
        const { items } = await service.get(`/query-history?requestId=${requestId}`);
        expect(items).toHaveLength(1);
        return [items[0].rows, items[0].cache];
      });
    };
    for (const _ of [1, 2]) {
      expect(await rows(eve)).toEqual([1, 'miss']);
      expect(await rows(ann)).toEqual([2, 'miss']);
    }
    const long = { sqlQuery: 'SELECT x, repeat(CAST(x AS text), 40) FROM generate_series(1, 60000) AS s (x)' };
    const { id: large } = await report(long);
    expect(await statusOf('PUT', `/reports/${large}/refresh`, { as: ann })).toBe(200);
    const nobody = await service.person('explorer');
    await service.share({ type: 'Report', id }, nobody, 'ReportRead');
    expect((await service.ask('PUT', `/reports/${id}/refresh`, { as: nobody })).body).toMatchObject({
      statusCode: 400,
      details: [{ path: 'sqlQuery', code: 'sql.unknown-table' }],
    });
  });

  it('in SQL keep missing members as they are written, with their place and the nearest one', async () => {
    const sqlQuery =
      'SELECT region,\n  MEASURE(cuont) AS "Number" FROM sales -- mine\n WHERE status <> \'x\' GROUP BY 1;';
    const made = await report({ sqlQuery });
    expect(made.sqlQuery).toBe(sqlQuery);
    expect(made.problems).toEqual([
      {
        code: 'sql.unknown-column',
        path: 'sqlQuery',
        message: expect.stringMatching(/^Planning Error: .*'#cuont'.* at Line: 2, Column: 11$/),
        hint: 'Did you mean count?',
      },
    ]);
    const both = await report({ sqlQuery, jsonQuery: '{"measures":["sales.nothing"]}' });
    expect(both.problems.map((one: Record<string, unknown>) => one['path'])).toEqual([
      'jsonQuery.measures[0]',
      'sqlQuery',
    ]);
    const answer = await service.ask('PUT', `/reports/${made.id}/refresh`, { as: ann });
    expect(answer.body).toMatchObject({ statusCode: 400, error: made.problems[0].message, details: made.problems });
  });

  it.each([
    ['no SQL', 'SELEKT 1', 'sql.syntax', 'Line: 1, Column: 1'],
    ['cut off', 'SELECT region FROM\n  sales WHERE', 'sql.syntax', 'Line: 2, Column: 14'],
    ['two statements', 'SELECT 1; SELECT 2', 'sql.several', 'Multiple statements'],
    ['no query', 'DELETE FROM sales', 'sql.statement', 'Unsupported query type'],
    ['nothing', ' -- nothing', 'sql.empty', 'no statement'],
    ['nested deeper than anybody writes', `SELECT ${'NOT '.repeat(5_000)}true`, 'sql.too-deep', 'deep'],
  ])('take no SQL that is %s', async (_, sqlQuery, code, words) => {
    const { id } = await report({ sqlQuery: 'SELECT 1' });
    for (const [method, place] of [['POST', '/reports'] as const, ['PUT', `/reports/${id}`] as const]) {
      const { status, body } = await service.ask(method, place, { as: ann, body: { sqlQuery, name: 'changed' } });
      const message = expect.stringContaining(words);
      expect([status, body.details]).toEqual([400, [{ path: 'sqlQuery', code, message }]]);
      expect((await service.ask('PUT', `/reports/${id}`, { as: eve, body: { sqlQuery } })).status).toBe(404);
    }
    expect(await service.get(`/reports/${id}`, { as: ann })).toMatchObject({ sqlQuery: 'SELECT 1', version: 1 });
  });

  it('in SQL never reveal hidden members, however often they are rewritten', async () => {
    const { id } = await report({ sqlQuery: 'SELECT MEASURE(margin) FROM sales' });
    await service.share({ type: 'Report', id }, eve, 'ReportEdit');
    const seen = await service.get(`/reports/${id}`, { as: eve });
    expect(seen.problems).toMatchObject([{ code: 'sql.unknown-column' }]);
    const rewritten = async (member: string, text = 'SELECT MEASURE(X) FROM sales') =>
      (await service.put(`/reports/${id}`, { sqlQuery: text.replaceAll('X', member) }, eve)).problems;
    const texts = [
      'SELECT MEASURE(X) FROM sales',
      'SELECT 1 FROM sales WHERE X > 1',
      'SELECT region FROM sales ORDER BY X',
    ];
    for (const text of [...texts, 'SELECT s.X FROM (SELECT * FROM sales) s', 'SELECT X.count FROM sales']) {
      const told = JSON.stringify(await rewritten('nothi', text)).replaceAll('nothi', 'margi');
      expect(JSON.stringify(await rewritten('margi', text))).toBe(told);
      expect(told).not.toContain('margin');
    }
    expect(await rewritten('margin')).toEqual(seen.problems);
    expect((await service.ask('PUT', `/reports/${id}/refresh`, { as: eve })).body.details).toEqual(seen.problems);
    expect(await statusOf('PUT', `/reports/${id}/refresh`, { as: ann })).toBe(200);
  });

  it('keep a query with missing members as it is written, and name these, with the nearest one', async () => {
    const query = '{"measures":["sales.cuont"],"filters":[{"member":"sales.states","operator":"set"}]}';
    const made = await report({ jsonQuery: query });
    expect(made.jsonQuery).toBe(query);
    expect(made.problems.map((one: Record<string, unknown>) => [one['code'], one['path'], one['hint']])).toEqual([
      ['query.unknown-member', 'jsonQuery.measures[0]', 'Did you mean sales.count?'],
      ['query.unknown-member', expect.stringContaining('jsonQuery.filters[0]'), 'Did you mean sales.status?'],
    ]);
    expect((await service.get(`/reports/${made.id}`, { as: ann })).problems).toEqual(made.problems);
    const answer = await service.ask('PUT', `/reports/${made.id}/refresh`, { as: ann });
    expect(answer.body).toMatchObject({ statusCode: 400, error: made.problems[0].message });
    expect(answer.body.details[0]).toMatchObject({ hint: 'Did you mean sales.count?' });
    const digits = '{"filters":[{"member":"sales.id","operator":"equals","values":[9007199254740993]}],"limit":1}';
    expect((await report({ jsonQuery: digits })).jsonQuery).toBe(digits);
  });

  it.each([
    ['no JSON', 'sales', 'jsonQuery'],
    ['a list', `[${countByStatus}]`, 'jsonQuery'],
    ['a text', '"measures"', 'jsonQuery'],
    ['an unknown key', '{"measure":[]}', 'jsonQuery.measure'],
    ['a filter without an operator', '{"filters":[{"member":"sales.id"}]}', 'jsonQuery.filters[0]'],
    ['more levels than anybody writes', `{"filters":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'jsonQuery'],
  ])('take no query that is %s', async (_, jsonQuery, path) => {
    const { id } = await report({ jsonQuery: countByStatus });
    for (const [method, place] of [['POST', '/reports'] as const, ['PUT', `/reports/${id}`] as const]) {
      const { status, body } = await service.ask(method, place, { as: ann, body: { jsonQuery, name: 'changed' } });
      expect([method, status, body.details?.[0]?.path]).toEqual([method, 400, expect.stringContaining(path)]);
    }
    expect(await service.get(`/reports/${id}`, { as: ann })).toMatchObject({ jsonQuery: countByStatus, version: 1 });
  });

  it('never reveal hidden members, and read no data of them, however often they are rewritten', async () => {
    const { id } = await report({ jsonQuery: countByStatus });
    await service.share({ type: 'Report', id }, eve, 'ReportEdit');
    const rewritten = (member: string) =>
      service.put(`/reports/${id}`, { jsonQuery: JSON.stringify({ measures: [member] }) }, eve);
    const hidden = await rewritten('sales.margin');
    const unknown = await rewritten('sales.nothing');
    const told = JSON.stringify(unknown.problems).replaceAll('nothing', 'margin');
    expect(JSON.stringify(hidden.problems)).toBe(told);
    expect(JSON.stringify((await rewritten('sales.margi')).problems)).not.toContain('margin');
    await rewritten('sales.margin');
    expect((await service.ask('PUT', `/reports/${id}/refresh`, { as: eve })).body).toMatchObject({
      statusCode: 400,
      details: [{ code: 'query.unknown-member' }],
    });
    expect((await service.get(`/reports/${id}`, { as: ann })).problems).toEqual([]);
    expect(await statusOf('PUT', `/reports/${id}/refresh`, { as: ann })).toBe(200);
  });

  it('58: are seen, changed and deleted by callers with the right', async () => {
    const { id } = await report({ jsonQuery: countByStatus });
    const path = `/reports/${id}`;
    const all = async (as: Person) => [
      await statusOf('GET', path, { as }),
      await statusOf('PUT', path, { as, body: { title: `by ${as.id}` } }),
      await statusOf('PUT', `${path}/connect-workbook`, { as, body: {} }),
      await statusOf('PUT', `${path}/refresh`, { as }),
      await statusOf('PUT', path, { as, body: { folderId: null, workbookId: null } }),
      await statusOf('DELETE', path, { as }),
    ];
    const other = await service.person('explorer', 'all');
    const viewer = await service.person('viewer', 'all');
    expect(await all(other)).toEqual([404, 404, 404, 404, 404, 404]);
    await service.share({ type: 'Report', id }, other, 'ReportRead');
    await service.share({ type: 'Report', id }, viewer, 'ReportManage');
    expect(await all(other)).toEqual([200, 403, 403, 200, 403, 403]);
    expect(await all(viewer)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await statusOf('POST', '/reports', { as: viewer, body: {} })).toBe(403);
    await service.share({ type: 'Report', id }, other, 'ReportEdit');
    expect(await all(other)).toEqual([200, 200, 200, 200, 200, 403]);
    await service.share({ type: 'Report', id }, other, undefined);
    expect(await all(other)).toEqual([404, 404, 404, 404, 404, 404]);
    await service.share({ type: 'Report', id }, other, 'ReportManage');
    expect(await all(other)).toEqual([200, 200, 200, 200, 200, 204]);
    expect(await all(service.admin)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('lie in a folder or a workbook, which sets all rights on them and must be editable', async () => {
    const workbook = await service.make('/workbooks', { name: 'Numbers' }, ann);
    const tab = await report({ workbookId: workbook.id, folderId: 999_999 });
    expect([tab.workbookId, tab.folderId]).toEqual([workbook.id, null]);
    const alone = await report();
    const { items } = await service.get(`/reports?workbookId=${workbook.id}`, { as: ann });
    expect(items.map(({ id }: { id: number }) => id)).toEqual([tab.id]);
    expect(await statusOf('GET', `/reports?workbookId=${workbook.id}`, { as: eve })).toBe(404);
    expect(await statusOf('GET', '/reports?workbookId=999999', { as: eve })).toBe(404);
    expect(await statusOf('POST', '/reports', { as: eve, body: { workbookId: workbook.id } })).toBe(404);
    expect(await statusOf('POST', '/reports', { as: ann, body: { folderId: workbook.id } })).toBe(404);
    expect(await statusOf('POST', '/reports', { as: ann, body: { workbookId: tab.id } })).toBe(404);

    await service.share({ type: 'Workbook', id: workbook.id }, eve, 'WorkbookRead');
    expect(await statusOf('GET', `/reports/${tab.id}`, { as: eve })).toBe(200);
    expect(await statusOf('POST', '/reports', { as: eve, body: { workbookId: workbook.id } })).toBe(403);
    await service.share({ type: 'Workbook', id: workbook.id }, eve, 'WorkbookEdit');
    const own = await report({ workbookId: workbook.id }, eve);
    expect(await statusOf('PUT', `/reports/${own.id}`, { as: eve, body: { workbookId: null } })).toBe(403);
    expect(await statusOf('PUT', `/reports/${own.id}`, { as: eve, body: { workbookId: workbook.id } })).toBe(200);
    await service.share({ type: 'Report', id: alone.id }, eve, 'ReportEdit');
    expect(await statusOf('PUT', `/reports/${alone.id}`, { as: eve, body: { workbookId: workbook.id } })).toBe(403);
    expect((await service.put(`/reports/${alone.id}`, { workbookId: workbook.id }, ann)).workbookId).toBe(workbook.id);
    const freed = await service.put(`/reports/${alone.id}`, { workbookId: null, name: 'free' }, ann);
    expect([freed.workbookId, freed.folderId, freed.version]).toEqual([null, null, 1]);
    expect(await statusOf('DELETE', `/workbooks/${workbook.id}`, { as: ann })).toBe(204);
    expect(await statusOf('GET', `/reports/${tab.id}`, { as: service.admin })).toBe(404);
    expect(await statusOf('GET', `/reports/${alone.id}`, { as: ann })).toBe(200);
  });

  it('belong to their deployment, whatever other deployment a request names', async () => {
    const { id } = await report();
    const scoped = await service.person('explorer', 'all', [1]);
    for (const [place, as, status] of [
      [`/deployments/2/reports/${id}`, service.admin, 404],
      [`/deployments/999999/reports/${id}`, service.admin, 404],
      [`/deployments/2/reports/${id}`, scoped, 403],
      [`/deployments/999999/reports/${id}`, scoped, 403],
      ['/reports/999999', service.admin, 404],
      ['/reports/99999999999999999999', service.admin, 404],
      ['/reports/one', service.admin, 400],
    ] as const) {
      const statuses = [
        await statusOf('GET', place, { as }),
        await statusOf('PUT', place, { as, body: { name: 'x' } }),
        await statusOf('PUT', `${place}/refresh`, { as }),
        await statusOf('DELETE', place, { as }),
      ];
      expect([place, ...statuses]).toEqual([place, status, status, status, status]);
    }
    expect((await service.get('/deployments/2/reports')).count).toBe(0);
    const elsewhere = await service.make('/deployments/2/reports', { jsonQuery: countByStatus });
    expect(elsewhere.problems).toMatchObject([{ code: 'content.model-not-served' }]);
    expect(await statusOf('GET', `/reports/${elsewhere.id}`)).toBe(404);
  });

  it('are changed by two concurrent requests as if one came after the other, and deleted for good', async () => {
    const { id } = await report();
    const queries = [1, 2, 3, 4].map((limit) => JSON.stringify({ measures: ['sales.count'], limit }));
    const changes = await Promise.all(queries.map((jsonQuery) => service.put(`/reports/${id}`, { jsonQuery }, ann)));
    expect(changes.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5]);
    const last = await service.get(`/reports/${id}`, { as: ann });
    expect([last.version, queries.includes(last.jsonQuery)]).toEqual([5, true]);

    const ends = await Promise.all([
      statusOf('DELETE', `/reports/${id}`, { as: ann }),
      statusOf('DELETE', `/reports/${id}`, { as: ann }),
      statusOf('PUT', `/reports/${id}`, { as: ann, body: { name: 'late' } }),
      statusOf('PUT', `/reports/${id}/refresh`, { as: ann }),
    ]);
    expect(ends.slice(0, 2).sort()).toEqual([204, 404]);
    for (const status of ends.slice(2)) expect([200, 404]).toContain(status);
    expect(await statusOf('GET', `/reports/${id}`, { as: ann })).toBe(404);

    const workbook = await service.make('/workbooks', {}, ann);
    const [deleted, ...tabs] = await Promise.all([
      statusOf('DELETE', `/workbooks/${workbook.id}`, { as: ann }),
      ...[1, 2, 3].map(() => statusOf('POST', '/reports', { as: ann, body: { workbookId: workbook.id } })),
    ]);
    expect(deleted).toBe(204);
    for (const status of tabs) expect([200, 404]).toContain(status);
    const { store } = service.metadata;
    const left = await store.database
      .selectFrom('content_item')
      .select('id')
      .where('workbook_id', '=', workbook.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('are kept when they were changed meanwhile, and say who changed them', async () => {
    const { id, revision } = await report({ jsonQuery: countByStatus });
    const path = `/reports/${id}`;
    const other = await service.person('explorer', 'all');
    await service.share({ type: 'Report', id }, other, 'ReportEdit');
    const query = JSON.stringify({ measures: ['sales.total'] });
    const theirs = await service.put(path, { jsonQuery: query, basedOn: revision }, other);
    expect([theirs.changedBy.id, theirs.revision === revision]).toEqual([other.id, false]);
    for (const body of [{ jsonQuery: countByStatus }, { meta: { a: 1 } }]) {
      const late = await service.ask('PUT', path, { as: ann, body: { ...body, basedOn: revision } });
      expect([late.status, late.body.error]).toEqual([409, 'The report was changed meanwhile, and is not replaced']);
    }
    expect(await service.get(path, { as: ann })).toMatchObject({ jsonQuery: query, changedBy: { id: other.id } });
    // Its name is no part of what they change together.
    const renamed = await service.put(path, { name: 'Renamed' }, other);
    expect(renamed.revision).toBe(theirs.revision);
    const mine = await service.put(path, { jsonQuery: countByStatus, basedOn: renamed.revision }, ann);
    expect([mine.jsonQuery, mine.changedBy.id]).toEqual([countByStatus, ann.id]);
    expect((await service.put(path, { meta: { a: 1 } }, ann)).meta).toEqual({ a: 1 });
  });

  it('are audited when something changed, and only then', async () => {
    const { id } = await report({ name: 'logged' });
    await service.put(`/reports/${id}`, { name: 'logged', title: null }, ann);
    await service.put(`/reports/${id}`, { title: 'T', jsonQuery: countByStatus }, ann);
    await service.ask('PUT', `/reports/${id}`, { as: ann, body: { jsonQuery: 'no' } });
    await service.ask('DELETE', `/reports/${id}`, { as: ann });
    const { store } = service.metadata;
    const entries = await store.database
      .selectFrom('audit_log')
      .selectAll()
      .where('user_id', '=', ann.id)
      .orderBy('id')
      .execute();
    const own = entries.filter(({ attributes }) => JSON.parse(attributes).reportId === id);
    expect(own.map(({ event, deployment_id }) => [event, deployment_id])).toEqual([
      ['Created report', 1],
      ['Updated report', 1],
      ['Deleted report', 1],
    ]);
    expect(JSON.parse(own[1]?.attributes ?? '{}')).toMatchObject({ changed: ['title', 'json_query'] });
    expect(JSON.stringify(own)).not.toContain('sales.count');
  });
});
