import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop, type SourceKind, type StatementLine } from '../../cases/statements/shop.ts';
import { model, tables } from './sql-acceptance-model.ts';

/** Of rows whose order means nothing. */
type Rows = readonly (readonly (string | boolean | null)[])[];

describe.each<SourceKind>(['duckdb', 'postgres', 'mysql'])('acceptance cases of the contract of SQL on %s', (kind) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.of(kind, model, tables);
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  const lines = (query: string): Promise<readonly StatementLine[]> => shop.ask(query);

  async function rows(query: string): Promise<Rows> {
    const [schema, ...data] = await lines(query);
    if (!schema?.schema) throw new Error(schema?.error);
    const found = data.flatMap((line) => line.data ?? []);
    return found.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }

  async function columns(query: string): Promise<string> {
    const [schema] = await lines(query);
    return (schema?.schema ?? []).map(({ name, column_type }) => `${name} ${String(column_type)}`).join(', ');
  }

  /** What `/v1/sql?format=sql` tells of a statement. */
  interface Generated {
    readonly query_type: string;
    readonly sql?: readonly [string, unknown];
    readonly above?: string;
  }
  async function generated(query: string): Promise<{ readonly sql: Generated }> {
    const response = await fetch(
      `${shop.served.origin}/cubejs-api/v1/sql?format=sql&query=${encodeURIComponent(query)}`,
      {
        headers: { authorization: shop.served.token },
      },
    );
    return JSON.parse(await response.text()); // the service's own answer
  }

  const cities: Rows = [
    ['Oslo', '2'],
    ['Rome', '4'],
    [null, '1'],
  ];

  const count = (condition: string) => `SELECT COUNT(*) AS c FROM orders WHERE ${condition}`;

  it.each<[number, string, Rows]>([
    [10, 'SELECT MEASURE(count) AS c FROM orders', [['7']]],
    [11, 'SELECT COUNT(*) AS c FROM orders', [['7']]],
    [12, 'SELECT SUM(total_amount) AS s FROM orders', [['92.50']]],
    [14, 'SELECT MIN(total_amount) AS m FROM orders', [['1.00']]],
    [15, "SELECT SUM(CASE WHEN status='new' THEN total_amount END) AS s FROM orders", [['36.00']]],
    [17, 'SELECT MAX(created_at) AS m FROM orders', [['2024-05-15T09:30:00.000']]],
    [
      19,
      'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1',
      [
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
    ],
    [
      20,
      'SELECT status, count FROM orders',
      [
        ['new', '1'],
        ['new', '1'],
        ['new', '1'],
        ['shipped', '1'],
        ['shipped', '1'],
        [null, '1'],
        [null, '1'],
      ],
    ],
    // PostgreSQL drops NULL.
    [22, count("status <> 'new'"), [['2']]],
    [23, count('status IS NULL'), [['2']]],
    // PostgreSQL minds letter case.
    [24, count("status LIKE 'NE%'"), [['0']]],
    [24, count("status ILIKE 'NE%'"), [['3']]],
    [25, count("status IN ('new','shipped')"), [['5']]],
    [26, count('completed IS TRUE'), [['2']]],
    [27, count("completed IS TRUE OR status='new'"), [['5']]],
    [28, count("created_at >= '2024-01-01' AND created_at < '2024-02-01'"), [['2']]],
    [29, count('EXTRACT(YEAR FROM created_at) = 2024'), [['7']]],
    [29, count('EXTRACT(MONTH FROM created_at) = 2'), [['2']]],
    [
      30,
      "SELECT DATE_TRUNC('month', created_at) AS m, COUNT(*) AS c FROM orders GROUP BY 1",
      [
        ['2024-01-01T00:00:00.000', '2'],
        ['2024-02-01T00:00:00.000', '2'],
        ['2024-03-01T00:00:00.000', '1'],
        ['2024-05-01T00:00:00.000', '2'],
      ],
    ],
    [
      31,
      "SELECT DATE_TRUNC('qtr', created_at) AS q, COUNT(*) AS c FROM orders GROUP BY 1",
      [
        ['2024-01-01T00:00:00.000', '5'],
        ['2024-04-01T00:00:00.000', '2'],
      ],
    ],
    [32, 'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 HAVING COUNT(*) > 2', [['new', '3']]],
    [33, 'SELECT u.city, SUM(o.count) AS c FROM orders o CROSS JOIN users u GROUP BY 1', cities],
    [
      34,
      'SELECT u.city, SUM(o.count) AS c FROM orders o LEFT JOIN users u ON o.__cubeJoinField = u.__cubeJoinField GROUP BY 1',
      cities,
    ],
    [36, 'SELECT AVG(c) AS a FROM (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) t', [['2.3333333333333333']]],
    [
      37,
      'SELECT LOWER(status) AS l, COUNT(*) AS c FROM orders GROUP BY 1',
      [
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
    ],
    [
      39,
      'SELECT status, SUM(COUNT(*)) OVER () AS t FROM orders GROUP BY 1',
      [
        ['new', '7'],
        ['shipped', '7'],
        [null, '7'],
      ],
    ],
    [
      38,
      'SELECT status FROM orders WHERE status IN (SELECT status FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1) GROUP BY 1',
      [['new']],
    ],
    [40, 'SELECT 1 AS a UNION ALL SELECT 2', [['1'], ['2']]],
    [
      41,
      'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 UNION ALL SELECT city, COUNT(*) FROM users GROUP BY 1',
      [
        ['Oslo', '1'],
        ['Rome', '2'],
        ['new', '3'],
        ['shipped', '2'],
        [null, '2'],
      ],
    ],
    [
      42,
      "SELECT DATE_TRUNC('month', created_at) AS m, MEASURE(avg_amount) AS a FROM (SELECT status, created_at, avg_amount FROM orders) t WHERE status IS NULL GROUP BY 1",
      [['2024-05-01T00:00:00.000', '7.75']],
    ],
    [44, 'SELECT status FROM orders LIMIT 0', []],
    [45, 'SELECT MAX(created_at) AS m FROM orders WHERE 1 = 0', [[null]]],
  ])('%d: %s', async (_, query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });

  it.each<[number, string, string]>([
    [
      13,
      'SELECT COUNT(total_amount) FROM orders',
      "Measure aggregation type doesn't match. The aggregation type for 'total_amount' is 'SUM()' but 'COUNT()' was provided",
    ],
    [
      16,
      'SELECT MEASURE(status) FROM orders',
      "Dimension 'status' was used with the aggregate function 'MEASURE()'. Please use a measure instead",
    ],
    [18, 'SELECT status, MEASURE(count) FROM orders', 'Projection references non-aggregate values'],
    [35, 'SELECT SUM(o.count) FROM orders o JOIN users u ON o.status = u.city', 'Use __cubeJoinField to join Cubes'],
    [
      35,
      'SELECT o.status, w.city FROM orders o CROSS JOIN weather w',
      "Can't find join path to join 'orders', 'weather'",
    ],
    [53, 'INSERT INTO orders VALUES (1)', 'Unsupported Error: Unsupported query type'],
  ])('%d: %s is refused', async (_, query, expected) => {
    expect(await lines(query)).toEqual([expect.objectContaining({ error: expect.stringContaining(expected) })]);
  });

  it('10 and 12: counts are Int64, and sums Double', async () => {
    expect(await columns('SELECT MEASURE(count) AS c, SUM(total_amount) AS s FROM orders')).toBe('c Int64, s Double');
  });

  it('4: SELECT version()', async () => {
    expect(await rows('SELECT version()')).toEqual([['PostgreSQL 14.2 on x86_64-cubesql']]);
  });

  it('19: the generated SQL has no order', async () => {
    const { sql } = await generated('SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1');
    expect(sql.sql?.[0]).toContain('GROUP BY');
    expect(sql.sql?.[0]).not.toContain('ORDER BY');
  });

  it('shows the order and the limit that the data source gets, and what chooses rows above it', async () => {
    const { sql } = await generated(
      'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2 OFFSET 1',
    );
    expect(sql.query_type).toBe('regular');
    expect(sql.sql?.[0]).toMatch(kind === 'duckdb' ? /ORDER BY[^]*LIMIT[^]*2[^]*OFFSET/ : /ORDER BY .* LIMIT 3$/);
    if (kind === 'duckdb') expect(sql.above).toBeUndefined();
    else expect(sql.above).toMatch(/FROM b1[^]*ORDER BY[^]*LIMIT[^]*2[^]*OFFSET/);
  });

  it('11, 36: how statements run', async () => {
    expect((await generated('SELECT COUNT(*) AS c FROM orders')).sql.query_type).toBe('regular');
    const above = await generated('SELECT AVG(c) AS a FROM (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) t');
    expect(above.sql.query_type).toBe(kind === 'duckdb' ? 'pushdown' : 'post_processing');
  });

  it('28: a range of time as a query', async () => {
    const query = "SELECT COUNT(*) AS c FROM orders WHERE created_at >= '2024-01-01' AND created_at < '2024-02-01'";
    const response = await fetch(`${shop.served.origin}/cubejs-api/v1/convert-query`, {
      method: 'POST',
      headers: { authorization: shop.served.token, 'content-type': 'application/json' },
      body: JSON.stringify({ input: 'sql', output: 'rest', query }),
    });
    expect(await response.json()).toMatchObject({
      status: 'ok',
      query: {
        timeDimensions: [
          { dimension: 'orders.created_at', dateRange: ['2024-01-01T00:00:00.000', '2024-01-31T23:59:59.999'] },
        ],
      },
    });
  });

  it('54: EXPLAIN has the columns plan_type and plan', async () => {
    expect(await columns('EXPLAIN SELECT COUNT(*) FROM orders')).toBe('plan_type String, plan String');
  });

  it('55 and data-api 73: types of columns', async () => {
    expect(await columns("SELECT DATE_TRUNC('month', created_at) AS m, COUNT(*) AS c FROM orders GROUP BY 1")).toBe(
      'm Timestamp, c Int64',
    );
    const [schema, ...data] = await lines('SELECT 123 AS value');
    expect(schema?.schema).toEqual([{ name: 'value', column_type: 'Int64' }]);
    expect(data).toEqual([{ data: [['123']] }]);
  });

  it('21: SELECT * has all columns, and NULL for segments and special columns', async () => {
    const query = 'SELECT * FROM orders WHERE status IS NOT NULL LIMIT 1';
    expect(await columns(query)).toBe(
      'count Int64, total_amount Double, avg_amount Double, status String, created_at Timestamp, is_paid Boolean, completed Boolean, __user String, __cubeJoinField String',
    );
    const [row] = await rows(query);
    expect(row?.[0]).toBe('1');
    expect(row?.slice(-3)).toEqual([null, null, null]);
  });

  it('43: a limit above the maximum of queries gives all rows', async () => {
    expect(await rows('SELECT status FROM orders LIMIT 100000')).toHaveLength(7);
  });

  it('44: without rows there is one line of data, which is empty', async () => {
    const [, ...data] = await lines('SELECT status FROM orders LIMIT 0');
    expect(data).toEqual([{ data: [] }]);
  });
});
