import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMetadata } from '../../../deployments/src/open-metadata.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { ReportService } from '../../../content/src/report/report-service.ts';
import { atTheCommandLine } from '../../../kernel/src/caller/audit-actor.ts';
import { check } from './check.ts';

let directory: string;
const clock = { now: () => Date.UTC(2026, 5, 17) };

const model = (total: string) => `cubes:
  - name: sales
    sql: SELECT 1 AS id, 2 AS amount
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }, { name: ${total}, sql: amount, type: sum, public: false }]
    access_policy: [{ group: nobody }]
`;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-check-content-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeFileSync(join(directory, 'model', 'sales.yml'), model('total'));
});

afterEach(() => rmSync(directory, { recursive: true }));

async function checked(content = true) {
  let printed = '';
  const print = (text: string) => void (printed += `${text}\n`);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const flags = { project: '.', data: 'data', ...(content ? { content } : {}) };
  const input = { words: [], environment: {}, directory, clock, print, note: print, serve, serveInside: serve };
  return { code: await check.run({ ...input, flags }), printed };
}

async function save(
  ...reports: readonly {
    readonly name: string;
    readonly question: { readonly json?: string; readonly statement?: string };
  }[]
) {
  const metadata = await openMetadata(readSettings({ flags: { data: 'data' }, environment: {}, directory }), clock);
  const { changes, store, audit, accountId, users } = metadata;
  const { id } = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
    users.create(change, { username: 'ann', role: 'explorer' }),
  );
  const service = new ReportService({ database: store.database, clock, audit });
  const reader = {
    accountId,
    deploymentId: 1,
    userId: id,
    sees: 'shared',
    space: 0,
    claims: {},
    isOfAccount: true,
  } as const;
  for (const report of reports)
    await changes.make({ accountId: reader.accountId, by: atTheCommandLine }, (change) =>
      service.create(change, reader, report, []),
    );
  await metadata.close();
}

it('reports saved content that the model cannot answer, before serving', async () => {
  expect(await checked()).toMatchObject({ code: 0, printed: expect.stringContaining('0 saved queries compared') });
  const asking = (member: string) => JSON.stringify({ measures: [member] });
  await save(
    { name: 'whole', question: { json: asking('sales.count') } },
    { name: 'total', question: { json: asking('sales.total') } },
    { name: 'in sql', question: { statement: 'SELECT 1' } },
    { name: 'sql total', question: { statement: 'SELECT id,\n  MEASURE(total) FROM sales GROUP BY 1' } },
  );
  const sound = await checked();
  expect([sound.code, sound.printed]).toEqual([0, expect.stringContaining('4 saved queries compared with the model.')]);

  writeFileSync(join(directory, 'model', 'sales.yml'), model('total_amount'));
  const broken = await checked();
  expect(broken.code).toBe(1);
  expect(broken.printed).toMatch(/^Report \d+ 'total': 'total' not found .*Did you mean sales\.total_amount\?$/m);
  expect(broken.printed).toMatch(/^Report \d+ 'sql total': .* at Line: 2, Column: 11.* Did you mean total_amount\?$/m);
  expect(broken.printed).not.toContain("'whole'");
  expect(broken.printed).not.toContain("'in sql'");
  expect(broken.printed).toContain('2 problems.');
  expect((await checked(false)).code).toBe(0);
});
