import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { serveProject } from '../serve-project.ts';
import { McpClient } from './mcp-client.ts';

it('gives no page of rows that are others than those of the page before', async () => {
  const project = await mkdtemp(join(tmpdir(), 'orrery-mcp-'));
  await cp(join(import.meta.dirname, '../client-project'), project, { recursive: true });
  const served = await serveProject(project, { environment: { ORRERY_CORS_ORIGINS: 'https://app.example.com' } });
  try {
    const client = new McpClient(served.origin, `Bearer ${served.token}`);
    const { handle } = await client.result('runQuery', { sql: 'SELECT status, amount FROM orders' });
    const shown = await client.result('runQuery', { sql: 'SELECT status FROM orders' });
    const first = await client.result('loadQueryResults', { handle, limit: 2 });
    expect([first.rows.length, first.nextOffset, first.totalRows]).toEqual([2, 2, 5]);
    const again = await client.result('loadQueryResults', { handle, offset: 2 });
    expect([again.rows.length, again.nextOffset]).toEqual([3, undefined]);
    const file = join(project, 'model/orders.yml');
    const row = "(6, 'new', TIMESTAMP '2024-02-11 12:00:00', NULL, 1.00, NULL),\n        (5, NULL,";
    await writeFile(file, (await readFile(file, 'utf8')).replace('(5, NULL,', row));
    await eventually(async () => {
      const { rows } = await client.result('runQuery', { sql: 'SELECT MEASURE(count) AS n FROM orders' });
      expect(rows).toEqual([['6']]);
    });
    const failure = await client.failure('loadQueryResults', { handle, offset: 2 });
    expect(failure).toContain('The rows have changed since the page before; begin again at offset 0');
    const begun = await client.result('loadQueryResults', { handle });
    expect([begun.totalRows, begun.haveRowsChanged]).toEqual([6, true]);
    const asked = { handle: shown.handle, offset: 5 };
    expect(await client.failure('loadQueryResults', asked)).toContain('begin again at offset 0');

    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const ofPage = async (origin: string) => (await client.send(list, { origin })).status;
    expect(await Promise.all(['https://app.example.com', served.origin].map(ofPage))).toEqual([200, 200]);
    expect(await Promise.all(['https://evil.example.com', 'null'].map(ofPage))).toEqual([403, 403]);
  } finally {
    await served.close();
    await rm(project, { recursive: true, force: true });
  }
});
