import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase, requireDialect } from './compile-case.ts';
import { readModel } from './case-model.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { rowsOf } from './rows-of.ts';

/** The mean error that `docs/model.md` states. */
const meanError = 0.011;

let database: FixtureDatabase;

beforeAll(async () => {
  database = await FixtureDatabase.open();
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

interface Counted {
  /** An expression over `n`, which is another whole number in each row. */
  readonly value: string;
  readonly values: number;
  readonly groups: number;
}

/** Returns the estimates for groups that have this number of distinct values each. */
async function estimates({ value, values, groups }: Counted): Promise<readonly number[]> {
  const text = `
cubes:
  - name: facts
    sql: SELECT range AS n, range // ${values} AS part FROM range(${values * groups})
    dimensions: [{ name: part, sql: part, type: number }]
    measures: [{ name: different, sql: ${JSON.stringify(value)}, type: count_distinct_approx }]
`;
  const query = { measures: ['facts.different'], dimensions: ['facts.part'] };
  const { query: bound, model } = accept(bindCase({ model: { name: value, text }, query }));
  const rows = await rowsOf(database.engine, accept(compileQuery(bound, model, requireDialect('duckdb'))));
  return rows.map((row) => Number(row[1]));
}

function errorOf(found: readonly number[], values: number): number {
  return Math.sqrt(found.reduce((sum, one) => sum + (one / values - 1) ** 2, 0) / found.length);
}

describe('approximate counts of different values', () => {
  it.each([
    ['whole numbers', '{CUBE}.n'],
    ['numbers below zero', '-{CUBE}.n'],
    ['multiples of a power of two', '{CUBE}.n * 65536'],
    ['decimals', 'CAST({CUBE}.n AS DECIMAL(18, 2)) / 100'],
    ['doubles', 'sqrt({CUBE}.n)'],
    ['times', "TIMESTAMP '2024-01-01' + to_seconds({CUBE}.n)"],
    ['short texts', "'k' || {CUBE}.n"],
    ['long texts that begin alike', "repeat('x', 40) || {CUBE}.n"],
  ])('are as near as documented over 700 groups of %s', async (_, value) => {
    const found = await estimates({ value, values: 1500, groups: 700 });
    expect(found).toHaveLength(700);
    expect(errorOf(found, 1500)).toBeLessThan(meanError);
    expect(Math.max(...found.map((one) => Math.abs(one / 1500 - 1)))).toBeLessThan(5 * meanError);
  });

  it.each([
    [1, 700],
    [20, 700],
    [300, 700],
    [6_000, 200],
    [14_000, 100],
    [15_500, 100],
    [60_000, 40],
    [1_000_000, 4],
  ])('are as good for %d values', async (values, groups) => {
    const found = await estimates({ value: '{CUBE}.n', values, groups });
    expect(errorOf(found, values)).toBeLessThan(0.02);
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    expect(Math.abs(mean / values - 1)).toBeLessThan((4 * meanError) / Math.sqrt(groups));
  });

  it('are exact for one value, and 0 for none', async () => {
    expect(new Set(await estimates({ value: '{CUBE}.n', values: 1, groups: 700 }))).toEqual(new Set([1]));
    expect(new Set(await estimates({ value: 'NULLIF({CUBE}.n, {CUBE}.n)', values: 5, groups: 7 }))).toEqual(
      new Set([0]),
    );
  });

  it('skip missing values', async () => {
    const halved = 'CASE WHEN {CUBE}.n % 2 = 0 THEN {CUBE}.n // 2 % 100 END';
    for (const one of await estimates({ value: halved, values: 1000, groups: 7 }))
      expect(Math.abs(one - 100)).toBeLessThan(6);
  });

  it('are the same for the same values in other types, so that sketches of two sources fit together', async () => {
    const [first, ...others] = await Promise.all(
      ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'DECIMAL(18, 0)', 'VARCHAR'].map((type) =>
        estimates({ value: `CAST({CUBE}.n % 201 - 100 AS ${type})`, values: 201, groups: 20 }),
      ),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});

/** The estimate is a form of its own; this is the sum whose inverse it has to be. */
it('an estimate is the number of values for which this number of pairs is expected', async () => {
  const { query, model } = accept(
    bindCase({
      model: readModel('model.yml'),
      query: { measures: ['orders.buyers_approx'] },
    }),
  );
  const text = estimateIn(accept(compileQuery(query, model, requireDialect('duckdb'))).text);
  const expected = `4096 * list_sum([1 - exp(-values / 4096 / pow(2, k)) for k in range(1, 80)])`;
  const rows = await rowsOf(database.engine, {
    text: `WITH estimates AS (SELECT range AS pairs, CAST(list_transform([range / 4096], ${text})[1] AS DOUBLE) AS found
        FROM range(1, 120000, 7)),
      around AS (SELECT pairs, found * (1 - 1e-4) - 1 AS low, found * (1 + 1e-4) + 1 AS high FROM estimates)
      SELECT count(*), count(*) FILTER (WHERE ${expected.replace('values', 'low')} <= pairs AND ${expected.replace('values', 'high')} >= pairs)
      FROM around`,
    params: [],
  });
  expect(rows).toEqual([['17143', '17143']]);
});

/** The function that the SQL makes an estimate of a number of pairs with. */
function estimateIn(sql: string): string {
  const begin = sql.indexOf('lambda pairs:');
  return sql.slice(begin, sql.indexOf(')[1]', begin));
}
