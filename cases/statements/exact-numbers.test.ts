import { expect, describe, it } from 'vitest';
import { clickhouseKind, Shop, type SourceKind } from './shop.ts';

const kinds: readonly SourceKind[] = ['duckdb', 'postgres', 'mysql', ...clickhouseKind];

/** Ids of which every two are one double, decimals of which all are, and decimals whose sum is none of a double. */
const tables = `CREATE TABLE events (id BIGINT, parent BIGINT, whole INTEGER, price DECIMAL(30, 10), kind VARCHAR,
  net DECIMAL(10, 2), tax DECIMAL(10, 2));
INSERT INTO events VALUES
  (1234567890123456789, NULL, 1, 12345678901234567890.0000000001, 'a', 0.1, 0.2),
  (1234567890123456790, 1234567890123456789, 2, 12345678901234567890.0000000002, 'a', 0.7, 0.1),
  (1234567890123456791, 1234567890123456789, 3, 12345678901234567890.0000000003, 'b', 19.99, 3),
  (1234567890123456792, 1234567890123456790, 4, NULL, 'b', NULL, NULL);`;
const model = `cubes:
  - name: events
    sql_table: events
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: parent, sql: parent, type: number }
      - { name: whole, sql: whole, type: number }
      - { name: price, sql: price, type: number }
      - { name: kind, sql: kind, type: string }
      - { name: net, sql: net, type: number }
      - { name: tax, sql: tax, type: number }
    measures:
      - { name: count, type: count }
      - { name: ids, sql: id, type: count_distinct }
      - { name: first_id, sql: id, type: min }
      - { name: last_id, sql: id, type: max }
      - { name: id_sum, sql: id, type: sum }
      - { name: price_sum, sql: price, type: sum }
      - { name: last_price, sql: price, type: max }
      - { name: net_sum, sql: net, type: sum }
views:
  - name: shown
    cubes:
      - { join_path: events, includes: '*' }
`;

const one = '1234567890123456789';
const questions: readonly { readonly sql: string; readonly rows: readonly (readonly (string | null)[])[] }[] = [
  { sql: `SELECT COUNT(*) FROM events WHERE id = ${one}`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM shown WHERE id = ${one}`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id <> ${one}`, rows: [['3']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id > ${one}`, rows: [['3']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id BETWEEN ${one} AND 1234567890123456790`, rows: [['2']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id IN (${one}, 5)`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id NOT IN (${one}, 1234567890123456792)`, rows: [['2']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id - 1 = 1234567890123456790`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id % 10 = 9`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE parent IS DISTINCT FROM ${one}`, rows: [['2']] },
  { sql: `SELECT COUNT(*) FROM events WHERE id = '${one}'`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE CAST(id AS TEXT) = '${one}'`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE COALESCE(parent, id) = ${one}`, rows: [['3']] },
  {
    sql: `SELECT COUNT(*) FROM events WHERE CASE WHEN parent IS NULL THEN id ELSE parent END = ${one}`,
    rows: [['3']],
  },
  {
    sql: 'SELECT COUNT(DISTINCT id), COUNT(DISTINCT parent), COUNT(DISTINCT price) FROM events',
    rows: [['4', '2', '3']],
  },
  { sql: 'SELECT COUNT(*) FROM (SELECT DISTINCT id FROM events) d', rows: [['4']] },
  { sql: 'SELECT COUNT(*) FROM (SELECT id FROM events UNION SELECT parent FROM events) d', rows: [['5']] },
  { sql: 'SELECT id + 1 AS next FROM events ORDER BY 1 LIMIT 1', rows: [['1234567890123456790']] },
  {
    sql: 'SELECT MAX(id), MIN(id), SUM(id) FROM events',
    rows: [['1234567890123456792', one, '4938271560493827162']],
  },
  {
    sql: 'SELECT MEASURE(last_id) - MEASURE(first_id), MEASURE(id_sum) + 1, COUNT(DISTINCT ids) FROM events',
    rows: [['3', '4938271560493827163', '4']],
  },
  { sql: `SELECT kind FROM events GROUP BY 1 HAVING MAX(last_id) = 1234567890123456790`, rows: [['a']] },
  { sql: `SELECT kind FROM events GROUP BY 1 HAVING SUM(id_sum) = 2469135780246913579`, rows: [['a']] },
  {
    sql: `SELECT COUNT(*) FROM (SELECT id FROM events GROUP BY 1) a JOIN (SELECT id FROM events GROUP BY 1) b ON a.id = b.id`,
    rows: [['4']],
  },
  {
    sql: `SELECT COUNT(*) FROM events e JOIN (SELECT id AS key FROM events GROUP BY 1) k ON e.parent = k.key`,
    rows: [['3']],
  },
  { sql: `SELECT COUNT(*) FROM events WHERE id IN (SELECT parent FROM events)`, rows: [['2']] },
  { sql: `SELECT COUNT(*) FROM events WHERE price = 12345678901234567890.0000000001`, rows: [['1']] },
  { sql: `SELECT COUNT(*) FROM events WHERE price > 12345678901234567890.0000000001`, rows: [['2']] },
  { sql: `SELECT MAX(price) - MIN(price) FROM events`, rows: [['0.0000000002']] },
  {
    sql: `SELECT MEASURE(last_price) + 1, MEASURE(price_sum) FROM events`,
    rows: [['12345678901234567891.0000000003', '37037036703703703670.0000000006']],
  },
  { sql: `SELECT SUM(price) FROM events`, rows: [['37037036703703703670.0000000006']] },
  { sql: `SELECT id FROM events WHERE id = 1234567890123456789.0`, rows: [[one]] },
  { sql: `SELECT id FROM events ORDER BY id DESC LIMIT 1`, rows: [['1234567890123456792']] },
  { sql: 'SELECT ROUND(AVG(id - 1234567890123456789), 2) FROM events', rows: [['1.5']] },
  {
    sql: `SELECT id / 2 AS half, whole / 2 AS other FROM events WHERE id = ${one}`,
    rows: [['617283945061728394', '0.5']],
  },
  { sql: 'SELECT COUNT(*) FROM (SELECT id FROM events UNION SELECT whole FROM events) d', rows: [['8']] },
  {
    sql: 'SELECT COUNT(DISTINCT v) FROM (SELECT whole AS v FROM events UNION ALL SELECT id FROM events) d',
    rows: [['8']],
  },
  {
    sql: 'SELECT COALESCE(parent, whole) AS v FROM events ORDER BY 1',
    rows: [['1'], [one], [one], ['1234567890123456790']],
  },
  {
    sql: `SELECT CASE WHEN whole > 3 THEN whole WHEN whole = 2 THEN 0 ELSE id END AS v FROM events ORDER BY 1`,
    rows: [['0'], ['4'], [one], ['1234567890123456791']],
  },
  {
    sql: 'SELECT id - whole, whole + id, 2 * whole * (id - 1234567890123456000), GREATEST(id, whole) FROM events WHERE whole = 3',
    rows: [['1234567890123456788', '1234567890123456794', '4746', '1234567890123456791']],
  },
  {
    sql: 'SELECT whole * COUNT(*) / 100, GREATEST(whole, COUNT(*)) / 10, -COALESCE(whole, COUNT(*)) / 4, (whole + MEASURE(count)) / 4 FROM events GROUP BY whole ORDER BY 1 LIMIT 2',
    rows: [
      ['0.01', '0.1', '-0.25', '0.5'],
      ['0.02', '0.2', '-0.5', '0.75'],
    ],
  },
  {
    sql: 'SELECT MAX(whole + id), ABS(MIN(id - whole - 1234567890123456786)) / 4, AVG(whole + id - 1234567890123456789) FROM events',
    rows: [['1234567890123456796', '0.5', '4']],
  },
  {
    sql: 'SELECT COALESCE(CASE WHEN whole > 3 THEN whole ELSE NULL END, id) AS v FROM events WHERE whole > 2 ORDER BY 1',
    rows: [['4'], ['1234567890123456791']],
  },
  {
    sql: 'SELECT CAST(whole AS DOUBLE PRECISION) * COUNT(*) / 100 AS share, (whole::float8 + COUNT(*)) / 2 FROM events GROUP BY whole ORDER BY 1 LIMIT 2',
    rows: [
      ['0.01', '1'],
      ['0.02', '1.5'],
    ],
  },
  {
    sql: 'SELECT d.v * d.n / 4 FROM (SELECT CAST(whole AS FLOAT) AS v, COUNT(*) AS n FROM events WHERE whole = 3 GROUP BY CAST(whole AS FLOAT)) d',
    rows: [['0.75']],
  },
  {
    sql: 'SELECT COUNT(*) FROM events WHERE NULLIF(COALESCE(parent, COALESCE(whole, 0)), 7) = 1234567890123456790',
    rows: [['1']],
  },
  {
    sql: 'SELECT m.v FROM (SELECT whole AS v FROM events GROUP BY 1 UNION SELECT id FROM events GROUP BY 1) m WHERE m.v > 1234567890123456790 ORDER BY 1',
    rows: [['1234567890123456791'], ['1234567890123456792']],
  },
  { sql: 'SELECT COUNT(*) FROM events WHERE net + tax = 0.3', rows: [['1']] },
  { sql: 'SELECT id FROM events WHERE net * tax = 0.07', rows: [['1234567890123456790']] },
  { sql: `SELECT net + tax AS gross FROM events WHERE id = ${one}`, rows: [['0.3']] },
  { sql: 'SELECT SUM(net + tax) FROM (SELECT net, tax FROM events LIMIT 2) e', rows: [['1.1']] },
  { sql: 'SELECT kind FROM events GROUP BY 1 HAVING SUM(net_sum) + 0.1 = 0.9', rows: [['a']] },
  { sql: 'SELECT kind, AVG(net) FROM events GROUP BY 1 HAVING AVG(net) = 0.4', rows: [['a', '0.4']] },
  {
    sql: 'SELECT AVG(net), ROUND(AVG(net) / AVG(tax), 4), AVG(net) * AVG(tax) FROM events WHERE net < 1',
    rows: [['0.4', '2.6667', '0.06']],
  },
  { sql: 'SELECT AVG(id), AVG(parent) FROM events', rows: [['1234567890123456791', '1234567890123456789']] },
  {
    sql: 'SELECT kind, AVG(id) FROM events GROUP BY 1 ORDER BY 1',
    rows: [
      ['a', '1234567890123456790'],
      ['b', '1234567890123456792'],
    ],
  },
  { sql: 'SELECT AVG(id) FROM (SELECT id FROM events LIMIT 100) e', rows: [['1234567890123456791']] },
  { sql: 'SELECT AVG(id - 1234567890123456780) FROM events WHERE whole < 3', rows: [['9.5']] },
  { sql: 'SELECT AVG(price) FROM events', rows: [['12345678901234567890.0000000002']] },
];

describe.each(kinds)('numbers above 2^53 on %s', (kind) => {
  it('keep their digits in statements', async () => {
    await using shop = await Shop.of(kind, model, tables);
    const found: unknown[] = [];
    for (const { sql } of questions) {
      const lines = await shop.ask(sql);
      const error = lines.find((line) => line.error !== undefined)?.error;
      found.push({ sql, rows: error ?? lines.flatMap(({ data }) => data ?? []) });
    }
    expect(found).toEqual(questions);
    const [schema] = await shop.ask('SELECT id, parent, whole, price, last_id, id_sum FROM events');
    expect(schema?.schema?.map(({ column_type }) => column_type)).toEqual([
      'Int64',
      'Int64',
      'Double',
      'Double',
      'Int64',
      'Double',
    ]);
  });
});

/** The widest whole numbers of DuckDB, with a sign and without. */
const widest = `CREATE TABLE hashes (id INTEGER, h HUGEINT, u UHUGEINT);
INSERT INTO hashes VALUES (1, 170141183460469231731687303715884105727, 340282366920938463463374607431768211455),
  (2, 170141183460469231731687303715884105726, 340282366920938463463374607431768211454),
  (3, -170141183460469231731687303715884105728, 170141183460469231731687303715884105728)`;
const modelOfWidest = `cubes:
  - name: hashes
    sql_table: hashes
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: h, sql: h, type: number }
      - { name: u, sql: u, type: number }
`;

it('finds a whole number of 128 bits by its digits, on duckdb', async () => {
  await using shop = await Shop.of('duckdb', modelOfWidest, widest);
  const found = async (member: string, operator: string, value: string) => {
    const response = await fetch(`${shop.served.origin}/cubejs-api/v1/load`, {
      method: 'POST',
      headers: { authorization: shop.served.token, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: { dimensions: ['hashes.id'], filters: [{ member, operator, values: [value] }] },
      }),
    });
    const { data } = (await response.json()) as { readonly data: readonly Record<string, string>[] };
    return data.map((row) => row['hashes.id']);
  };
  expect(await found('hashes.h', 'equals', '170141183460469231731687303715884105727')).toEqual(['1']);
  expect(await found('hashes.h', 'gt', '170141183460469231731687303715884105726')).toEqual(['1']);
  expect(await found('hashes.h', 'equals', '-170141183460469231731687303715884105728')).toEqual(['3']);
  expect(await found('hashes.u', 'equals', '340282366920938463463374607431768211455')).toEqual(['1']);
  expect(await found('hashes.u', 'lt', '340282366920938463463374607431768211454')).toEqual(['3']);
});
