import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '../packages/deployments/src/token/mint-token.ts';
import { type ServedProject, serveProject } from './serve-project.ts';

/** A row for each minute of three years, also of those to come; its amount is its number. */
const tableSql = `CREATE TEMP TABLE sales AS SELECT i AS amount, TIMESTAMP '2022-12-31' + i * INTERVAL 1 MINUTE AS moment,
    CAST(TIMESTAMP '2022-12-31' + i * INTERVAL 1 MINUTE AS DATE) AS day FROM range(1600000) AS numbers(i)`;
const model = `
cubes:
  - name: sales
    sql_table: sales
    measures:
      - { name: amount, type: sum, sql: amount }
    dimensions:
      - { name: moment, type: time, sql: moment }
      - { name: day, type: time, sql: day }
`;

let directory: string;
let served: ServedProject;
let truths: DuckDBConnection;
let now = Date.parse('2024-05-15T10:20:30Z');

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'orrery-so-far-'));
  await mkdir(join(directory, 'model'), { recursive: true });
  truths = await (await DuckDBInstance.create()).connect();
  await truths.run(tableSql);
  await writeFile(join(directory, 'model', 'sales.yml'), model);
  await writeFile(
    join(directory, 'orrery.yml'),
    `data_sources:\n  default:\n    type: duckdb\n    init: [${JSON.stringify(tableSql)}]\n`,
  );
  served = await serveProject(directory, { now: () => now });
});

afterAll(async () => {
  truths?.closeSync();
  await served?.close();
  await rm(directory, { recursive: true, force: true });
});

interface Result {
  readonly data: readonly Readonly<Record<string, string | null>>[];
  readonly query: {
    readonly timeDimensions: readonly { readonly dateRange: readonly string[]; readonly partOf?: readonly string[] }[];
  };
}

async function compare(
  at: string,
  ranges: readonly unknown[],
  { dimension = 'sales.moment', timezone = 'UTC' } = {},
): Promise<readonly Result[]> {
  now = Date.parse(at);
  const [deployment] = served.composition.deployments;
  if (!deployment) throw new Error('it is served');
  const request = { deployment, securityContext: {}, expiresInSeconds: 600, clock: { now: () => now } };
  const token = await mintToken(request, { algorithms: ['HS256'], scopes: [] });
  const query = { measures: ['sales.amount'], timeDimensions: [{ dimension, compareDateRange: ranges }], timezone };
  const response = await fetch(`${served.origin}/cubejs-api/v1/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token ?? '' },
    body: JSON.stringify({ query, queryType: 'multi' }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly results: readonly Result[] }).results;
}

/** What SQL says that somebody wrote by hand: from an instant to before another one. */
async function truth(from: string, to: string): Promise<string> {
  const sql = `SELECT CAST(sum(amount) AS VARCHAR) FROM sales WHERE moment >= TIMESTAMP '${from}' AND moment < TIMESTAMP '${to}'`;
  return String((await truths.runAndReadAll(sql)).getRows()[0]?.[0]);
}

type Bounds = readonly [from: string, to: string];
interface Case {
  readonly name: string;
  readonly now: string;
  readonly range: unknown;
  readonly before: string;
  readonly timezone?: string;
  readonly of: Bounds;
  readonly other: Bounds;
}

const wednesday = '2024-05-15T10:20:30Z';
const cases: readonly Case[] = [
  {
    name: 'a month',
    now: wednesday,
    range: 'this month',
    before: 'period before this month',
    of: ['2024-05-01', '2024-05-15 10:21'],
    other: ['2024-04-01', '2024-04-15 10:21'],
  },
  {
    name: '30 days of March, and all of a February of 28',
    now: '2023-03-30T12:00:00Z',
    range: 'this month',
    before: 'period before this month',
    of: ['2023-03-01', '2023-03-30 12:01'],
    other: ['2023-02-01', '2023-03-01'],
  },
  {
    name: '28 days of February, and as many of January',
    now: '2023-02-28T12:00:00Z',
    range: 'this month',
    before: 'period before this month',
    of: ['2023-02-01', '2023-02-28 12:01'],
    other: ['2023-01-01', '2023-01-28 12:01'],
  },
  {
    name: 'a year up to the 29th of February',
    now: '2024-02-29T12:00:00Z',
    range: 'this year',
    before: 'year before this year',
    of: ['2024-01-01', '2024-02-29 12:01'],
    other: ['2023-01-01', '2023-03-01'],
  },
  {
    name: 'a year after a leap day, by the date',
    now: '2024-11-27T06:00:00Z',
    range: 'this year',
    before: 'period before this year',
    of: ['2024-01-01', '2024-11-27 06:01'],
    other: ['2023-01-01', '2023-11-27 06:01'],
  },
  {
    name: 'a year after a leap year, by the date',
    now: '2025-03-02T06:00:00Z',
    range: 'this year',
    before: 'year before this year',
    of: ['2025-01-01', '2025-03-02 06:01'],
    other: ['2024-01-01', '2024-03-02 06:01'],
  },
  {
    name: 'a quarter, by the days that have passed',
    now: '2024-05-20T06:00:00Z',
    range: 'this quarter',
    before: 'period before this quarter',
    of: ['2024-04-01', '2024-05-20 06:01'],
    other: ['2024-01-01', '2024-02-19 06:01'],
  },
  {
    name: 'a week',
    now: wednesday,
    range: 'this week',
    before: 'period before this week',
    of: ['2024-05-13', '2024-05-15 10:21'],
    other: ['2024-05-06', '2024-05-08 10:21'],
  },
  {
    name: 'a week and the same dates a year earlier',
    now: wednesday,
    range: 'this week',
    before: 'Year  before this week',
    of: ['2024-05-13', '2024-05-15 10:21'],
    other: ['2023-05-13', '2023-05-15 10:21'],
  },
  {
    name: 'a day on which clocks go forward',
    now: '2024-03-31T12:00:00Z',
    timezone: 'Europe/Rome',
    range: 'today',
    before: 'period before today',
    of: ['2024-03-30 23:00', '2024-03-31 12:01'],
    other: ['2024-03-29 23:00', '2024-03-30 13:01'],
  },
  {
    name: 'a day on which clocks go back',
    now: '2024-10-27T10:00:00Z',
    timezone: 'Europe/Rome',
    range: 'today',
    before: 'period before today',
    of: ['2024-10-26 22:00', '2024-10-27 10:01'],
    other: ['2024-10-25 22:00', '2024-10-26 09:01'],
  },
  {
    name: 'the last day of a month in its zone',
    now: '2024-05-01T02:00:00Z',
    timezone: 'America/New_York',
    range: 'this month',
    before: 'period before this month',
    of: ['2024-04-01 04:00', '2024-05-01 02:01'],
    other: ['2024-03-01 05:00', '2024-03-31 02:01'],
  },
  {
    name: 'days that go on',
    now: wednesday,
    range: ['2024-05-01', '2024-05-20'],
    before: 'period before 2024-05-01 to 2024-05-20',
    of: ['2024-05-01', '2024-05-15 10:21'],
    other: ['2024-04-11', '2024-04-25 10:21'],
  },
  {
    name: 'a range up to now',
    now: wednesday,
    range: 'from 6 days ago to now',
    before: 'period before from 6 days ago to now',
    of: ['2024-05-09', '2024-05-15 10:21'],
    other: ['2024-05-02', '2024-05-08 10:21'],
  },
  {
    name: 'the first minute',
    now: '2024-05-01T00:00:00Z',
    range: 'this month',
    before: 'period before this month',
    of: ['2024-05-01', '2024-05-01 00:01'],
    other: ['2024-04-01', '2024-04-01 00:01'],
  },
  {
    name: 'the last minute',
    now: '2024-05-31T23:59:59Z',
    range: 'this month',
    before: 'period before this month',
    of: ['2024-05-01', '2024-06-01'],
    other: ['2024-04-01', '2024-05-01'],
  },
  {
    name: 'a month that is over',
    now: wednesday,
    range: 'last month',
    before: 'period before last month',
    of: ['2024-04-01', '2024-05-01'],
    other: ['2024-03-01', '2024-04-01'],
  },
  {
    name: 'a month that has not begun',
    now: wednesday,
    range: 'next month',
    before: 'period before next month',
    of: ['2024-06-01', '2024-07-01'],
    other: ['2024-05-01', '2024-06-01'],
  },
  {
    name: 'days of its own, which stay as they are',
    now: wednesday,
    range: 'this month',
    before: '2024-03-01 to 2024-03-31',
    of: ['2024-05-01', '2024-06-01'],
    other: ['2024-03-01', '2024-04-01'],
  },
];

describe('a comparison of a range that is not over', () => {
  it.each(cases)(
    'takes the same part of the range before: $name',
    async ({ now: at, range, before, timezone, of, other }) => {
      const results = await compare(at, [range, before], timezone === undefined ? {} : { timezone });
      const sums = results.map(({ data }) => data[0]?.['sales.amount']);
      expect(sums).toEqual([await truth(...of), await truth(...other)]);
    },
  );

  it('says which ranges these are parts of', async () => {
    const partsOf = async (at: string, ...ranges: readonly string[]) =>
      (await compare(at, ranges)).map(({ query: { timeDimensions } }) => timeDimensions[0]);
    const [of, other] = await partsOf(wednesday, 'this month', 'period before this month');
    expect([of?.dateRange, of?.partOf]).toEqual([
      ['2024-05-01T00:00:00.000', '2024-05-15T10:20:59.999'],
      ['2024-05-01T00:00:00.000', '2024-05-31T23:59:59.999'],
    ]);
    expect(other?.partOf).toEqual(['2024-04-01T00:00:00.000', '2024-04-30T23:59:59.999']);
    const whole = await partsOf('2023-03-30T12:00:00Z', 'this month', 'period before this month');
    expect(whole.map((each) => each?.partOf !== undefined)).toEqual([true, false]);
  });

  it('counts whole days where times are days', async () => {
    const results = await compare(wednesday, ['this month', 'period before this month'], { dimension: 'sales.day' });
    const sums = results.map(({ data }) => data[0]?.['sales.amount']);
    expect(sums).toEqual([await truth('2024-05-01', '2024-05-16'), await truth('2024-04-01', '2024-04-16')]);
  });

  it('follows the clock from minute to minute', async () => {
    const ends = async (at: string) =>
      (await compare(at, ['today', 'period before today'])).map(({ query: { timeDimensions } }) =>
        timeDimensions[0]?.dateRange[1]?.slice(5, 16),
      );
    expect(await ends('2024-05-15T10:20:30Z')).toEqual(['05-15T10:20', '05-14T10:20']);
    expect(await ends('2024-05-15T10:21:10Z')).toEqual(['05-15T10:21', '05-14T10:21']);
  });
});
