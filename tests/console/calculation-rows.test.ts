import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createDataClient, type Query } from '@orrery/client/data';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CalculatedField } from '../../apps/console/src/model/calculated-fields.ts';
import { statementPartsOf } from '../../apps/console/src/model/calculation-sql.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';

const project = join(import.meta.dirname, 'calculations-project');
const rows = /VALUES([\s\S]*?)\) AS t/.exec(readFileSync(join(project, 'model/sales.yml'), 'utf8'))?.[1] ?? '';

let served: ServedProject;
let source: DuckDBInstance;

beforeAll(async () => {
  [served, source] = await Promise.all([serveProject(project), DuckDBInstance.create(':memory:')]);
});

afterAll(async () => {
  source?.closeSync();
  await served?.close();
});

/** The rows that Explore shows, dimensions in the order of the query. */
async function shown(asked: Query, ...calculated: readonly CalculatedField[]) {
  const data = createDataClient({ apiUrl: `${served.origin}/cubejs-api/v1`, token: served.token });
  const { query, calculatedFields } = statementPartsOf({ query: asked, calculated });
  const converted = await data.convert(query, { calculatedFields });
  if (converted.status === 'error') throw new Error(converted.error);
  const { schema, data: rows } = await data.cubeSql(String(converted.query));
  const names = [...(asked.dimensions ?? []), ...(asked.measures ?? []), ...calculatedFields.map(({ name }) => name)];
  const places = names.map((name) => schema.findIndex((column) => column.name === name));
  return rows.map((row) => places.map((at) => (schema[at]?.column_type === 'Timestamp' ? row[at] : num(row[at]))));
}

/** The rows of SQL that was written by hand. */
async function truth(sql: string) {
  const connection = await source.connect();
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE t AS SELECT * FROM (VALUES ${rows}) AS t (id, channel, day, amount)`,
  );
  const reader = await connection.runAndReadAll(sql);
  connection.closeSync();
  return reader
    .getRowsJson()
    .map((row) => row.map((value) => (isTime(value) ? value.replace(' ', 'T').padEnd(23, '.000') : num(value))));
}

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d /.test(value);

/** Numbers to 12 digits: engines add doubles up in any order. */
function num(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || Number.isNaN(Number(value))) return value ?? null;
  return Number(Number(value).toPrecision(12));
}

const field = (
  calculation: 'percent_of_total' | 'percent_of_previous' | 'percent_change' | 'running_total',
  of = 'sales.amount',
) => ({ name: calculation, calculation, of }) as const;
const byMonth = { measures: ['sales.amount'], dimensions: ['sales.day.month'] };
const byBoth = { measures: ['sales.amount'], dimensions: ['sales.channel', 'sales.day.month'] };

it('a part of the total is of all rows, also where few are shown, and adds up to one', async () => {
  const query = { measures: ['sales.amount'], dimensions: ['sales.channel'] };
  const all = await shown(query, field('percent_of_total'));
  expect(all).toEqual(
    await truth(
      `SELECT channel, sum(amount), sum(amount) / (SELECT sum(amount) FROM t) FROM t GROUP BY 1 ORDER BY 2 DESC`,
    ),
  );
  expect(all.reduce((sum, row) => sum + Number(row[2]), 0)).toBeCloseTo(1, 12);
  expect(await shown({ ...query, limit: 1 }, field('percent_of_total'))).toEqual(all.slice(0, 1));
  expect(await shown({ ...query, limit: 1, offset: 1 }, field('percent_of_total'))).toEqual(all.slice(1, 2));
});

it('a filter of measures leaves rows out of the total', async () => {
  const filters = [{ member: 'sales.amount', operator: 'gt', values: ['15'] }] as const;
  const query = { measures: ['sales.amount'], dimensions: ['sales.channel'], filters: [...filters] };
  expect(await shown(query, field('percent_of_total'))).toEqual([
    ['Online', 43, num(43 / 60)],
    ['Store', 17, num(17 / 60)],
  ]);
});

it('the month before is the month right before: of one without rows, zero or nothing there is no part and no change', async () => {
  const months = await shown(byMonth, field('percent_of_previous'), field('percent_change'), field('running_total'));
  expect(months).toEqual([
    ['2024-01-01T00:00:00.000', 35, null, null, 35],
    ['2024-02-01T00:00:00.000', 7, 0.2, -0.8, 42],
    ['2024-04-01T00:00:00.000', 14, null, null, 56], // March has no rows
    ['2024-05-01T00:00:00.000', 13, num(13 / 14), num(-1 / 14), 69],
    [null, 1, null, null, 70],
  ]);
  expect(months).toEqual(
    await truth(`
      WITH m AS (SELECT date_trunc('month', day)::timestamp AS month, sum(amount) AS s FROM t GROUP BY 1)
      SELECT a.month, a.s, a.s / nullif(b.s, 0), (a.s - b.s) / nullif(abs(b.s), 0),
        (SELECT sum(c.s) FROM m c WHERE a.month IS NULL OR c.month <= a.month)
      FROM m a LEFT JOIN m b ON b.month = a.month - INTERVAL 1 month ORDER BY a.month NULLS LAST`),
  );
});

it('every other dimension has rows of its own', async () => {
  const order: Query['order'] = [
    ['sales.channel', 'asc'],
    ['sales.day.month', 'asc'],
  ];
  const rowsShown = await shown(
    { ...byBoth, order },
    field('percent_of_previous'),
    field('percent_change'),
    field('running_total'),
  );
  expect(rowsShown).toEqual(
    await truth(`
      WITH m AS (SELECT channel, date_trunc('month', day)::timestamp AS month, sum(amount) AS s FROM t GROUP BY 1, 2)
      SELECT a.channel, a.month, a.s, a.s / nullif(b.s, 0), (a.s - b.s) / nullif(abs(b.s), 0),
        (SELECT sum(c.s) FROM m c
          WHERE c.channel IS NOT DISTINCT FROM a.channel AND (a.month IS NULL OR c.month <= a.month))
      FROM m a LEFT JOIN m b ON b.month = a.month - INTERVAL 1 month AND b.channel IS NOT DISTINCT FROM a.channel
      ORDER BY a.channel NULLS LAST, a.month NULLS LAST`),
  );
  // A loss of 3 became a gain of 6.
  expect(rowsShown.find(([channel, month]) => channel === null && month === '2024-05-01T00:00:00.000')).toEqual([
    ...[null, '2024-05-01T00:00:00.000', 6, -2, 3, 10],
  ]);
});

it.each([
  ['day', '1 day'],
  ['week', '7 day'],
  ['quarter', '3 month'],
  ['year', '1 year'],
])('of a %s the one before is as long', async (granularity, step) => {
  const query = { measures: ['sales.amount'], dimensions: [`sales.day.${granularity}`] };
  expect(await shown(query, field('percent_of_previous'))).toEqual(
    await truth(`
      WITH m AS (SELECT date_trunc('${granularity}', day)::timestamp AS at, sum(amount) AS s FROM t GROUP BY 1)
      SELECT a.at, a.s, a.s / nullif(b.s, 0) FROM m a LEFT JOIN m b ON b.at = a.at - INTERVAL '${step}'
      ORDER BY a.at NULLS LAST`),
  );
});

it('two granularities of one time are one axis: the shorter one', async () => {
  const query = { measures: ['sales.amount'], dimensions: ['sales.day.quarter', 'sales.day.month'] };
  const parts = await shown({ ...query, order: [['sales.day.month', 'asc']] }, field('percent_of_previous'));
  expect(parts.map((row) => row[3])).toEqual([null, 0.2, null, num(13 / 14), null]);
});

it('without a time, the row before is that of the dimension before, in the order of its values', async () => {
  const query = { measures: ['sales.count'], dimensions: ['sales.channel'] };
  const fields = [field('percent_of_previous', 'sales.count'), field('running_total', 'sales.count')];
  const order: Query['order'] = [['sales.channel', 'asc']];
  // Five, four and three orders: quotients of whole numbers have decimals.
  expect(await shown({ ...query, order }, ...fields)).toEqual([
    ['Online', 6, null, 6],
    ['Store', 4, num(4 / 6), 10],
    [null, 3, 0.75, 13],
  ]);
});

it('is ordered by a field, which sees all rows whatever is shown of them', async () => {
  const order: Query['order'] = [['running_total', 'desc']];
  const last = await shown({ ...byMonth, order, limit: 1 }, field('running_total'));
  expect(last).toEqual([[null, 1, 70]]);
});

it('is written by hand, and has the type that it has', async () => {
  const own = { name: 'per order', sql: '"sales.amount" / NULLIF("sales.count", 0)' };
  const query = { measures: ['sales.amount', 'sales.count'], dimensions: ['sales.channel'] };
  expect(await shown({ ...query, order: [['sales.channel', 'asc']] }, own)).toEqual(
    await truth(
      `SELECT channel, sum(amount), count(*), sum(amount) / count(*) FROM t GROUP BY 1 ORDER BY 1 NULLS LAST`,
    ),
  );
});

it('a field whose measure or dimension is gone is left out, with the order by it', async () => {
  const order: Query['order'] = [
    ['gone', 'asc'],
    ['sales.amount', 'desc'],
  ];
  const gone = { name: 'gone', calculation: 'running_total', of: 'sales.largest' } as const;
  expect(
    await shown({ measures: ['sales.amount'], order }, gone, field('percent_of_total'), field('percent_change')),
  ).toEqual([[70, 1]]);
});

it('counts the values of a dimension in each group, and finds the smallest and the largest', async () => {
  const of = [
    { name: 'channels', aggregate: 'count_distinct', of: 'sales.channel' },
    { name: 'months', aggregate: 'count_distinct', of: 'sales.day.month' },
    { name: 'small', aggregate: 'min', of: 'sales.size' },
    { name: 'large', aggregate: 'max', of: 'sales.size' },
    { name: 'share', sql: '"large" * 1.0 / SUM("large") OVER ()' },
  ] as const;
  const query = { measures: ['sales.amount'], dimensions: ['sales.day.quarter'] };
  const names = ['months', 'share', 'channels', 'small', 'large'];
  const fields = names.flatMap((name) => of.find((each) => each.name === name) ?? []);
  expect(await shown(query, ...fields)).toEqual(
    await truth(`
      WITH q AS (
        SELECT date_trunc('quarter', day)::timestamp AS a, sum(amount) AS s, count(DISTINCT date_trunc('month', day)) AS m,
          count(DISTINCT channel) AS c, min(id % 5) AS small, max(id % 5) AS large
        FROM t GROUP BY 1)
      SELECT a, s, m, large / (SELECT sum(large) FROM q), c, small, large FROM q ORDER BY a NULLS LAST`),
  );
});
