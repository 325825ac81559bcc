import { reportSchema, sqlSourcesSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Person, ReportsService } from './report-service.ts';

let service: ReportsService;
let developer: Person;
let explorer: Person;
let viewer: Person;
let elsewhere: Person;

beforeAll(async () => {
  service = await ReportsService.open('sqlite');
  developer = await service.person('developer', 'all');
  explorer = await service.person('explorer', 'all');
  viewer = await service.person('viewer', 'all');
  const { store, accountId } = service.metadata;
  await store.database
    .insertInto('deployment')
    .values({ id: 2, account_id: accountId, name: 'second', created_at: 2 })
    .execute();
  elsewhere = await service.person('developer', 'all', [2]);
});

afterAll(() => service[Symbol.asyncDispose]());

/** Sends a request whose answer may have lines. */
async function send(method: 'GET' | 'POST', path: string, as: Person, body?: object, signal?: AbortSignal) {
  const response = await fetch(`${service.served.origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${as.key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, text, body: text.includes('\n') ? undefined : JSON.parse(text) };
}

const run = (sql: string, body: object = {}, as: Person = developer, signal?: AbortSignal) =>
  send('POST', '/deployments/1/source-sql', as, { dataSource: 'default', sql, ...body }, signal);

/** The first line of an answer, and its rows. */
function read({ text }: { readonly text: string }) {
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { ...head, data: lines.flatMap(({ data }) => data) };
}

describe('SQL of data sources', () => {
  it('has typed columns, and numbers with all their digits', async () => {
    const answer = await run(
      "SELECT 9007199254740993 AS big, 12345678901234567890.123456789 AS exact, 'a' AS word, true AS yes, DATE '2026-05-01' AS day, TIMESTAMP '2026-05-01 10:00:00' AS at, NULL AS nothing",
    );
    expect(answer.status).toBe(200);
    expect(read(answer)).toMatchObject({
      schema: [
        { name: 'big', column_type: 'Double' },
        { name: 'exact', column_type: 'Double' },
        { name: 'word', column_type: 'String' },
        { name: 'yes', column_type: 'Boolean' },
        { name: 'day', column_type: { Date: false } },
        { name: 'at', column_type: 'Timestamp' },
        { name: 'nothing' },
      ],
      isTruncated: false,
      data: [
        [
          '9007199254740993',
          '12345678901234567890.123456789',
          'a',
          true,
          '2026-05-01',
          '2026-05-01T10:00:00.000',
          null,
        ],
      ],
    });
  });

  it('ends at the limit, and says so', async () => {
    const cut = read(await run('SELECT i FROM range(100000) AS t (i) ORDER BY i DESC', { limit: 3 }));
    expect(cut).toMatchObject({ isTruncated: true, data: [['99999'], ['99998'], ['99997']] });
    expect(read(await run('SELECT i FROM range(3) AS t (i)', { limit: 3 }))).toMatchObject({ isTruncated: false });
    expect(read(await run('SELECT i FROM range(6000) AS t (i)')).data).toHaveLength(5_000);
    const all = read(await run('SELECT i FROM range(60000) AS t (i)', { limit: 50_000 }));
    expect([all.isTruncated, all.data.length]).toEqual([true, 50_000]);
    expect(read(await run('SELECT 1 AS i WHERE false'))).toMatchObject({ data: [], schema: [{ name: 'i' }] });
  });

  it.each([
    'DELETE FROM sales',
    'CREATE TABLE t (a int)',
    "COPY (SELECT 1) TO '/tmp/orrery-source-sql.csv'",
    "ATTACH '/tmp/other.duckdb'",
    'SET threads = 1',
    'PRAGMA database_list',
    'SELECT 1; SELECT 2',
    'INSTALL httpfs',
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    'SELECT * FROM duckdb_settings()',
    "SELECT * FROM query('SELECT 1')",
    'SELECT * FROM nowhere',
    "SELECT CAST('x' AS integer)",
    'SELECT 1 AS a, 2 AS a',
  ])('refuses %s', async (sql) => {
    const answer = await run(sql);
    expect([400, 503]).toContain(answer.status);
    expect(answer.body.message).not.toContain('/etc');
    expect(answer.body.message).not.toContain('/tmp');
  });

  it('runs numbers beyond all, beside names of functions', async () => {
    const answer = await run("SELECT 1e400 > 1 AS beyond, -1e400 < 1 AS below, 'query Infinity \\\" NaN' AS word");
    expect(read(answer).data).toEqual([[true, true, 'query Infinity \\" NaN']]);
    const refused = await run("SELECT 1e400 AS x, * FROM query('SELECT 1')");
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching('query may not be used') } });
  });

  it('says in words that a text is too long', async () => {
    const { status, body } = await run("SELECT repeat('x', 300000000) AS word");
    expect(status).toBe(400);
    expect(body.message).toBe(
      'the texts of a column have 287 MB in one row, and at most 128 MB can be read: select shorter texts',
    );
  });

  it('tells what the source has against a statement, and where', async () => {
    const { status, body } = await run('SELECT nothing\nFROM (SELECT 1 AS id)');
    expect(status).toBe(400);
    expect(body.message).toMatch(/nothing[^]*LINE 1/);
  });

  it('refuses bad requests by the name of the field', async () => {
    const at = async (body: object) => (await service.ask('POST', '/source-sql', { as: developer, body })).body.details;
    expect(await at({ dataSource: 'default' })).toMatchObject([{ path: 'sql' }]);
    expect(await at({ dataSource: 'default', sql: '' })).toMatchObject([{ path: 'sql' }]);
    expect(await at({ dataSource: 'default', sql: 'x'.repeat(100_001) })).toMatchObject([{ path: 'sql' }]);
    expect(await at({ dataSource: 'default', sql: 'SELECT 1', limit: 50_001 })).toMatchObject([{ path: 'limit' }]);
    expect(await at({ sql: 'SELECT 1' })).toMatchObject([{ path: 'dataSource' }]);
    expect((await run('SELECT 1', { dataSource: 'nowhere' })).status).toBe(404);
    expect((await run('SELECT 1', { dataSource: '(results)' })).status).toBe(404);
    expect((await service.ask('GET', '/source-sql/nowhere/tables', { as: developer })).status).toBe(404);
  });

  it('is for developers and admins of the deployment alone', async () => {
    for (const [as, status] of [
      [service.admin, 200],
      [developer, 200],
      [explorer, 403],
      [viewer, 403],
      [elsewhere, 403],
    ] as const) {
      expect((await run('SELECT 1 AS one', {}, as)).status).toBe(status);
      expect((await service.ask('GET', '/source-sql', { as })).status).toBe(status);
      expect((await service.ask('GET', '/source-sql/default/tables', { as })).status).toBe(status);
    }
  });

  it('ends with its caller', async () => {
    const controller = new AbortController();
    const endless =
      'SELECT count(*) FROM range(1000000) a(i), range(100000000) b(j) WHERE hash(i * j) % 7 = 3 /* endless */';
    const running = run(endless, {}, developer, controller.signal);
    setTimeout(() => controller.abort(), 300);
    await expect(running).rejects.toThrow();
    const noted = await eventually(async () => {
      const { body } = await service.ask('GET', '/query-history?endpoint=source-sql', { as: service.admin });
      const found = body.items?.find(({ query }: { query: { sql: string } }) => query.sql === endless);
      if (!found) throw new Error('it still runs');
      return found;
    });
    expect(noted).toMatchObject({ error: 'request.client-left' });
    expect(read(await run('SELECT 1 AS one')).data).toEqual([['1']]);
  });

  it('lists data sources, without how they are reached', async () => {
    const sources = await service.ask('GET', '/source-sql', { as: developer });
    expect(sqlSourcesSchema.parse(sources.body)).toEqual({ items: [{ name: 'default', type: 'duckdb' }] });
  });

  it('is noted in the query history', async () => {
    await run('SELECT 42 AS noted');
    const noted = await eventually(async () => {
      const { body } = await service.ask('GET', '/query-history?endpoint=source-sql', { as: service.admin });
      const found = body.items?.find(({ query }: { query: { sql: string } }) => query.sql === 'SELECT 42 AS noted');
      if (!found) throw new Error('it is not noted yet');
      return found;
    });
    expect(noted).toMatchObject({ dataSource: 'default', status: 200, rows: 1, cache: 'none' });
  });
});

describe('reports in the SQL of a data source', () => {
  const sourceQuery = { dataSource: 'default', sql: "SELECT 'secret' AS word, 3 AS three" };
  let workbookId: number;
  let id: number;

  beforeAll(async () => {
    workbookId = (await service.make('/workbooks', { name: 'Sources' }, developer)).id;
    const made = await service.make(
      '/reports',
      { name: 'Direct', workbookId, sourceQuery, meta: { visualization: { kind: 'vega', spec: { mark: 'secret' } } } },
      developer,
    );
    expect(reportSchema.parse(made).sourceQuery).toEqual(sourceQuery);
    id = made.id;
    const resource = { type: 'Workbook', id: workbookId } as const;
    for (const person of [explorer, viewer]) await service.share(resource, person, 'WorkbookRead');
  });

  it('are written by those who may run them', async () => {
    const made = await service.ask('POST', '/reports', { as: explorer, body: { name: 'No', sourceQuery } });
    expect(made).toMatchObject({ status: 403, body: { message: expect.stringContaining('SqlRunnerRead') } });
    const both = { sourceQuery, jsonQuery: '{}' };
    expect(await service.ask('POST', '/reports', { as: developer, body: both })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'sourceQuery' }] },
    });
    const changed = await service.put(
      `/reports/${id}`,
      { sourceQuery: { ...sourceQuery, sql: 'SELECT 2 AS x' } },
      developer,
    );
    expect(changed).toMatchObject({ version: 2, sourceQuery: { sql: 'SELECT 2 AS x' } });
    expect(await service.put(`/reports/${id}`, { sourceQuery }, developer)).toMatchObject({ version: 3 });
    expect(await service.ask('PUT', `/reports/${id}`, { as: developer, body: { sqlQuery: 'SELECT 1' } })).toMatchObject(
      {
        status: 400,
      },
    );
  });

  it('show their text to those alone, and change by nobody else', async () => {
    const own = await service.make('/workbooks', { name: 'Of the explorer' }, explorer);
    const admin = service.admin;
    const tab = await service.make('/reports', { name: 'Direct', workbookId: own.id, sourceQuery }, admin);
    const seen = await service.ask('GET', `/reports/${tab.id}`, { as: explorer });
    expect(seen.body).toMatchObject({ sourceQuery: { dataSource: 'default', sql: null }, meta: null });
    expect(JSON.stringify((await service.ask('GET', '/reports', { as: explorer })).body)).not.toContain('secret');
    for (const body of [{ name: 'Renamed' }, { sourceQuery: null }, { meta: {} }])
      expect((await service.ask('PUT', `/reports/${tab.id}`, { as: explorer, body })).status).toBe(403);
    expect(await service.ask('PUT', `/reports/${tab.id}/refresh`, { as: admin })).toMatchObject({ status: 400 });
    expect((await service.ask('DELETE', `/reports/${tab.id}`, { as: explorer })).status).toBe(204);
  });

  it('go back to a version by nobody else, as long as they differ from it', async () => {
    const workbook = (await service.make('/workbooks', { name: 'Restored' }, developer)).id;
    const share = { type: 'Workbook', id: workbook } as const;
    await service.share(share, explorer, 'WorkbookManage');
    const statement = (sql: string) => ({ sourceQuery: { ...sourceQuery, sql } });
    const report = await service.make(
      '/reports',
      { name: 'Kept', workbookId: workbook, ...statement('SELECT 1 AS x') },
      developer,
    );
    const widget = { id: 'kept', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId: report.id } };
    const publishing = { workbookId: workbook, config: { widgets: [widget] } };
    const published = await service.ask('POST', `/workbooks/${workbook}/publish`, { as: developer, body: publishing });
    const restore = async (as: Person) =>
      service.ask('POST', `/workbooks/${workbook}/dashboard/versions/${published.body.versionId}/restore`, { as });
    expect((await restore(explorer)).status).toBe(200);
    for (const change of [
      statement('SELECT 2 AS x'),
      { name: 'Other' },
      { meta: { visualization: { kind: 'table' } } },
    ]) {
      await service.put(`/reports/${report.id}`, change, developer);
      expect(await restore(explorer)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('SqlRunnerRead') },
      });
      const stored = await service.ask('GET', `/reports/${report.id}`, { as: developer });
      expect(stored.body).toMatchObject(change);
      expect((await restore(developer)).status).toBe(200);
    }
    await service.ask('PUT', `/reports/${report.id}`, { as: developer, body: { sourceQuery: null, jsonQuery: '{}' } });
    expect((await restore(explorer)).status).toBe(403);
    await service.ask('DELETE', `/reports/${report.id}`, { as: explorer });
    expect((await restore(explorer)).status).toBe(403);
    expect((await restore(developer)).status).toBe(200);
  });

  it('count in the size of pages, with their statements and themes', async () => {
    const key = await service.person('explorer', 'all');
    const { database } = service.metadata.store;
    const large = JSON.stringify({ dataSource: 'default', sql: 'x'.repeat(9 * 1024 * 1024) });
    const pageOf = async (path: string) => {
      const { items, pageInfo } = (await service.ask('GET', path, { as: key })).body;
      return [items.length, pageInfo.hasNextPage];
    };
    const ids: number[] = [];
    for (const name of ['One', 'Two']) ids.push((await service.make('/reports', { name, jsonQuery: '{}' }, key)).id);
    expect(await pageOf('/workspace?types=REPORT')).toEqual([2, false]);
    await database
      .updateTable('report')
      .set({ json_query: null, source_query: large })
      .where('item_id', 'in', ids)
      .execute();
    expect(await pageOf('/workspace?types=REPORT')).toEqual([1, true]);

    const versions: number[] = [];
    for (const reportId of await Promise.all(['One', 'Two'].map((name) => service.make('/reports', { name }, key)))) {
      const { id } = await service.make('/workbooks', {}, key);
      const widget = {
        id: 'w',
        type: 'CHART',
        position: { x: 0, y: 0, w: 6, h: 4 },
        config: { reportId: reportId.id },
      };
      const body = { workbookId: id, config: { widgets: [widget] } };
      versions.push((await service.make(`/workbooks/${id}/publish`, body, key)).versionId);
    }
    expect(await pageOf('/workbooks')).toEqual([2, false]);
    const snapshots = (source_query: string | null) =>
      database.updateTable('report_snapshot').set({ source_query }).where('version_id', 'in', versions).execute();
    await snapshots(large);
    expect(await pageOf('/workbooks')).toEqual([1, true]);
    await snapshots(null);
    const saved_theme = JSON.stringify({ dashboard: { padding: 'x'.repeat(5 * 1024 * 1024) } });
    await database.updateTable('dashboard_version').set({ saved_theme }).where('id', 'in', versions).execute();
    expect(await pageOf('/workbooks')).toEqual([1, true]);
  });

  it('have rows on dashboards for developers, and words for all others', async () => {
    const widget = (widgetId: string) => ({
      id: widgetId,
      type: 'CHART',
      position: { x: 0, y: 0, w: 6, h: 4 },
      config: { reportId: id },
    });
    const config = { widgets: [{ ...widget('direct') }] };
    const published = await service.ask('POST', `/workbooks/${workbookId}/publish`, {
      as: developer,
      body: { workbookId, config },
    });
    expect(published.text).toContain('secret');
    const { publicId } = published.body;
    const opened = await service.ask('PUT', `/workbooks/${workbookId}/dashboard/embedding`, {
      as: developer,
      body: { allowEmbed: true },
    });
    expect(opened.status).toBe(200);
    const data = async (as: Person) => {
      const { text } = await send('POST', `/embed/dashboard/${publicId}/data`, as, {});
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))[1];
    };
    expect(await data(developer)).toMatchObject({ widgetId: 'direct', rows: [['secret', '3']], isTruncated: false });
    for (const as of [explorer, viewer]) {
      expect(await data(as)).toMatchObject({
        code: 'content.source-sql',
        error: expect.stringContaining('Only developers see its rows'),
      });
      const shown = await send('GET', `/embed/dashboard/${publicId}`, as);
      expect(shown.status).toBe(200);
      expect(shown.text).not.toContain('secret');
      expect(shown.body.reportSnapshots).toMatchObject([{ sourceQuery: { dataSource: 'default', sql: null } }]);
    }
  });
});
