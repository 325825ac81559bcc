import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseFlags } from '../../command/parse-flags.ts';
import { whyRollups } from './why-rollups.ts';

let directory: string;

const model = `
cubes:
  - name: orders
    sql: SELECT 1 AS id, 'new' AS status, 'EU' AS region, 10 AS amount, TIMESTAMP '2026-01-05 09:00:00' AS created_at
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: region, sql: region, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
    pre_aggregations:
      - { name: by_week, measures: [total], dimensions: [status], time_dimension: created_at, granularity: week }
      - { name: by_day, measures: [total], dimensions: [status], time_dimension: created_at, granularity: day }
    access_policy:
      - group: eu
        member_level: { excludes: [region] }
        row_level: { filters: [{ member: region, operator: equals, values: [EU] }] }
      - group: admin
`;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-rollups-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources: { default: { type: duckdb } }\n');
  writeFileSync(join(directory, 'model', 'orders.yml'), model);
});

afterAll(() => rmSync(directory, { recursive: true }));

async function run(...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const { flags, words } = parseFlags(whyRollups, ['--project', '.', ...args]);
  await whyRollups.run({
    flags,
    words,
    environment: {},
    directory,
    clock: Date,
    print,
    note: print,
    serve,
    serveInside: serve,
  });
  return printed.join('\n');
}

const admin = '{"cubeCloud":{"groups":["admin"]}}';
const eu = '{"cubeCloud":{"groups":["eu"]}}';
const byMonth = JSON.stringify({
  measures: ['orders.total'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
});

it('names every candidate in its order, with the reasons and what would help', async () => {
  expect(await run('--as', admin, byMonth)).toBe(`Rollups are not built yet: this query is answered from its source.

orders.by_week: does not match
  - it stores orders.created_at by week, and these do not add up to buckets of month
  It would match with: store orders.created_at by month

orders.by_day: covers, by merging its rows`);
});

it('prints JSON for programs, which says that nothing is built', async () => {
  const answer = JSON.parse(await run('--json', '--as', admin, byMonth));
  expect(answer).toMatchObject({ isBuilt: false, note: expect.stringContaining('answered from its source') });
  expect(answer.candidates).toEqual([
    {
      name: 'orders.by_week',
      reasons: [{ kind: 'uneven', text: expect.stringContaining('week') }],
      change: ['store orders.created_at by month'],
    },
    { name: 'orders.by_day', covers: 'merging', reasons: [] },
  ]);
  expect(JSON.parse(await run('--json', '--as', admin, `[${byMonth}]`))).toHaveLength(1);
});

it('names nothing that the caller cannot see', async () => {
  const text = await run('--as', eu, byMonth);
  expect(text).toContain('  - an access rule of the caller tests something that it does not store');
  expect(text).toContain('No addition to it is known that would make it match.');
  expect(text).not.toContain('region');
});

it('takes queries only, and refuses one of members that the caller cannot see', async () => {
  await expect(run('SELECT 1')).rejects.toThrow('takes a JSON query');
  await expect(run('--as', eu, '{"dimensions":["orders.region"]}')).rejects.toThrow('orders.region');
});
