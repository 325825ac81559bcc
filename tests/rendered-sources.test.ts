import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';

let directory: string;
let served: ServedProject;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-rendered-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: snowflake\n    experimental: true\n',
  );
  writeFileSync(
    join(directory, 'model', 'orders.yml'),
    `
cubes:
  - name: orders
    sql_table: shop.orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures: [{ name: count, type: count }]
`,
  );
  served = await serveProject(directory);
});
afterAll(async () => {
  await served?.close();
  rmSync(directory, { recursive: true });
});

async function ask(path: string, parameters: Readonly<Record<string, string>> = {}) {
  const address = `${served.origin}${path}?${new URLSearchParams(parameters)}`;
  const response = await fetch(address, { headers: { authorization: served.token } });
  return { status: response.status, text: await response.text() };
}

const query = JSON.stringify({
  measures: ['orders.count'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-01-01', '2024-03-31'] }],
});

describe('a data source that nothing connects to', () => {
  it('has the statements of queries', async () => {
    const { status, text } = await ask('/cubejs-api/v1/sql', { query });
    expect([status, text]).toEqual([200, expect.stringContaining('FROM shop.orders') as unknown]);
    const statement = 'SELECT MEASURE(count) FROM orders';
    const own = await ask('/cubejs-api/v1/sql', { query: statement, format: 'sql', disable_post_processing: 'true' });
    expect([own.status, own.text]).toEqual([200, expect.stringContaining('FROM shop.orders') as unknown]);
  });

  it('has no rows, and says why', async () => {
    const why = 'Orrery writes SQL for the engine of the data source, and does not connect to it';
    const message = `${why}: /v1/sql shows the statement`;
    const load = await ask('/cubejs-api/v1/load', { query });
    expect([load.status, JSON.parse(load.text)]).toEqual([
      400,
      expect.objectContaining({ problems: [{ code: 'data-source.unconnected', message }] }) as unknown,
    ]);
    const body = JSON.stringify({ query: 'SELECT MEASURE(count) FROM orders' });
    const headers = { authorization: served.token, 'content-type': 'application/json' };
    const response = await fetch(`${served.origin}/cubejs-api/v1/cubesql`, { method: 'POST', headers, body });
    expect(await response.text()).toContain(why);
    expect((await ask('/cubejs-api/v1/values', { member: 'orders.status' })).text).toContain(why);
  });

  it('keeps no server from being ready', async () => {
    expect((await ask('/readyz')).status).toBe(200);
    expect((await ask('/cubejs-api/v1/meta')).status).toBe(200);
  });
});
