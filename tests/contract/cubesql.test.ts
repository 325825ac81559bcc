import cube from '@cubejs-client/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

type Line = Readonly<Record<string, unknown>>;

async function lines(query: string, more: object = {}): Promise<readonly Line[]> {
  const { status, text } = await service.post(JSON.stringify({ query, ...more }), 'cubesql');
  expect(status).toBe(200);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line); // the service's own lines
}

async function rows(query: string): Promise<unknown> {
  const [schema, ...rest] = await lines(query);
  if (!schema?.['schema']) throw new Error(JSON.stringify(schema));
  return rest.flatMap(({ data }) => data);
}

async function error(query: string, more: object = {}): Promise<unknown> {
  const all = await lines(query, more);
  expect(all).toHaveLength(1);
  return all[0]?.['error'];
}

const where = (condition: string) => `SELECT COUNT(*) AS c FROM orders WHERE ${condition}`;

it('tells format and currency of columns that are members which declare them', async () => {
  const [schema] = await lines(
    'SELECT total_amount AS a, b, a + 1 AS c, status FROM (SELECT SUM(total_amount) AS total_amount, MEASURE(total_amount) AS a, MEASURE(avg_amount) AS b, status FROM orders GROUP BY 4) t WHERE a > 1 ORDER BY 1 LIMIT 3',
  );
  expect(schema?.['schema']).toEqual([
    { name: 'a', column_type: 'Double', format: 'currency', currency: 'EUR' },
    { name: 'b', column_type: 'Double' },
    { name: 'c', column_type: 'Double' },
    { name: 'status', column_type: 'String' },
  ]);
});

describe('rows of SQL over the model', () => {
  it.each([
    ['SELECT MEASURE(count) AS c FROM orders', [['7']]],
    ['SELECT COUNT(*) AS c FROM orders', [['7']]],
    ['SELECT SUM(total_amount) AS s FROM orders WHERE number < 3', [['30.75']]],
    ['SELECT MAX(created_at) AS m FROM orders', [['2024-05-15T09:30:00.000']]],
    [
      'SELECT status, MEASURE(count) AS c FROM orders GROUP BY 1 ORDER BY 1',
      [
        ['50% off', '1'],
        ['500 off', '1'],
        ['completed', '2'],
        ['new', '2'],
        [null, '1'],
      ],
    ],
    [
      'SELECT number, count FROM orders ORDER BY number LIMIT 2',
      [
        ['1', '1'],
        ['2', '1'],
      ],
    ],
    [where("status <> 'new'"), [['4']]],
    [where('status IS NULL'), [['1']]],
    [where("status LIKE 'NE%'"), [['0']]],
    [where("status ILIKE 'NE%'"), [['2']]],
    [where("status IN ('new','completed')"), [['4']]],
    [where('completed IS TRUE'), [['2']]],
    [where("created_at >= '2024-01-01' AND created_at < '2024-02-01'"), [['5']]],
    [where('EXTRACT(YEAR FROM created_at) = 2024'), [['7']]],
    [
      "SELECT DATE_TRUNC('qtr', created_at) AS q, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1",
      [
        ['2024-01-01T00:00:00.000', '5'],
        ['2024-04-01T00:00:00.000', '2'],
      ],
    ],
    [
      'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY 1',
      [
        ['completed', '2'],
        ['new', '2'],
      ],
    ],
    [
      'SELECT u.city, SUM(o.count) AS c FROM orders o CROSS JOIN users u GROUP BY 1 ORDER BY 1',
      [
        ['Oslo', '3'],
        ['Rome', '3'],
        [null, '1'],
      ],
    ],
    [
      'SELECT u.city, SUM(o.count) AS c FROM orders o LEFT JOIN users u ON o.__cubeJoinField = u.__cubeJoinField GROUP BY 1 ORDER BY 1',
      [
        ['Oslo', '3'],
        ['Rome', '3'],
        [null, '1'],
      ],
    ],
    ['SELECT AVG(c) AS a FROM (SELECT is_paid, COUNT(*) AS c FROM orders GROUP BY 1 HAVING COUNT(*) > 1) t', [['3']]],
    ['SELECT LOWER(status) AS l, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1 LIMIT 1', [['50% off', '1']]],
    [
      'SELECT is_paid, SUM(COUNT(*)) OVER () AS t FROM orders GROUP BY 1 ORDER BY 1',
      [
        [false, '7'],
        [true, '7'],
        [null, '7'],
      ],
    ],
    ['SELECT 1 AS a UNION ALL SELECT 2 ORDER BY 1', [['1'], ['2']]],
    ['SELECT status FROM orders LIMIT 0', []],
    ['SELECT MAX(created_at) AS m FROM orders WHERE 1 = 0', [[null]]],
    [
      "SELECT DATE '2024-02-29' AS d, INTERVAL '1 mon 2 days 03:04:05.5' AS i",
      [['2024-02-29', '0 years 1 mons 2 days 3 hours 4 mins 5.500000 secs']],
    ],
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });

  it('hold all of the rows, without a limit of the JSON API', async () => {
    expect(await rows('SELECT status FROM orders LIMIT 100000')).toHaveLength(7);
    expect(await rows('SELECT x FROM generate_series(1, 60000) AS g(x)')).toHaveLength(60_000);
  });

  it('are of several data sources', async () => {
    const query = 'SELECT id FROM old_orders UNION ALL SELECT number FROM orders ORDER BY 1';
    expect(await rows(query)).toEqual([1, 1, 2, 3, 4, 5, 6, 7].map((one) => [String(one)]));
  });

  it('come after a line with names and types', async () => {
    const query = "SELECT DATE_TRUNC('month', created_at) AS m, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1";
    const [schema, data] = await lines(query);
    expect(schema).toEqual({
      schema: [
        { name: 'm', column_type: 'Timestamp' },
        { name: 'c', column_type: 'Int64' },
      ],
      lastRefreshTime: expect.any(String),
      timezone: 'UTC',
    });
    expect(data).toEqual({
      data: [
        ['2024-01-01T00:00:00.000', '5'],
        ['2024-05-01T00:00:00.000', '2'],
      ],
    });
    expect((await lines('SELECT status FROM orders LIMIT 0'))[1]).toEqual({ data: [] });
  });

  it('have the days of the zone that is asked for', async () => {
    const query = "SELECT DATE_TRUNC('day', created_at) AS d FROM orders WHERE number = 1 GROUP BY 1";
    const [, data] = await lines(query, { timezone: 'America/Los_Angeles' });
    expect(data).toEqual({ data: [['2023-12-31T00:00:00.000']] });
  });
});

describe('refuses', () => {
  it.each([
    ['SELECT * FROM nope', "Table or CTE with name 'nope' not found"],
    ['SELECT note FROM orders', "Invalid identifier '#note'"],
    ["SELECT COUNT(*) AS c FROM orders WHERE note = 'new'", "Invalid identifier '#note'"],
    ['SELECT status FROM orders ORDER BY note', "'#note'"],
    ['SELECT MEASURE(profit) FROM orders', "'#profit'"],
    ['SELECT code FROM vault', "Table or CTE with name 'vault' not found"],
    ['SELECT COUNT(total_amount) FROM orders', "Measure aggregation type doesn't match"],
    ['SELECT MEASURE(status) FROM orders', "Dimension 'status' was used with the aggregate function 'MEASURE()'"],
    ['SELECT status, MEASURE(count) FROM orders', 'Projection references non-aggregate values'],
    ['SELECT 1; SELECT 2', 'Multiple statements was specified in one query'],
    ['SELECT 1; DROP TABLE orders', 'Multiple statements was specified in one query'],
    ['INSERT INTO orders VALUES (1)', 'Unsupported Error: Unsupported query type: INSERT'],
    ["SET TIME ZONE 'UTC'", 'Unsupported Error: Unsupported query type: SET'],
    ['SELECT pg_sleep(10)', 'pg_sleep'],
    ['SELECT FROM WHERE', 'SQL Parser Error: Unable to parse'],
    ['', 'User Error'],
    ["SELECT * FROM read_csv('/etc/passwd')", 'Error'],
  ])('%#', async (query, message) => {
    expect(await error(query)).toContain(message);
  });

  it('cache modes and zones that do not exist', async () => {
    expect(await error('SELECT 1', { cache: 'x' })).toBe('User Error: Unknown cache mode: x');
    expect(await error('SELECT 1', { timezone: 'Mars' })).toBe('User Error: Unknown time zone: Mars');
  });

  it('requests without a token', async () => {
    const body = JSON.stringify({ query: 'SELECT 1' });
    const headers = { authorization: '', 'content-type': 'application/json' };
    expect((await service.ask('/cubejs-api/v1/cubesql', { method: 'POST', body, headers })).status).toBe(401);
  });

  it('a text of a megabyte', async () => {
    const body = JSON.stringify({ query: `SELECT '${'x'.repeat(1024 * 1024)}'` });
    expect((await service.post(body, 'cubesql')).text).toContain('error');
  });
});

it('shows a selection of everything without hidden members', async () => {
  const [schema] = await lines('SELECT * FROM orders LIMIT 1');
  const names = ((schema?.['schema'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
  expect(names.slice(-3)).toEqual(['completed', '__user', '__cubeJoinField']);
  for (const hidden of ['note', 'profit', 'odd', 'id']) expect(names).not.toContain(hidden);
});

it('serves the public client, unmodified', async () => {
  const { origin, token } = service.served;
  const headers = { 'x-forwarded-proto': 'https' };
  const client = cube(token, { apiUrl: `${origin}/cubejs-api/v1`, headers });
  const result = await client.cubeSql('SELECT COUNT(*) AS c FROM orders');
  expect(result.schema).toEqual([{ name: 'c', column_type: 'Int64' }]);
  expect(result.data).toEqual([['7']]);
  expect((await client.cubeSql('SELECT status FROM orders LIMIT 0')).data).toEqual([]);
  await expect(client.cubeSql('SELECT a FROM nope')).rejects.toThrow("Table or CTE with name 'nope' not found");
  const chunks = [];
  for await (const chunk of client.cubeSqlStream('SELECT 123 AS value')) chunks.push(chunk.type);
  expect(chunks).toEqual(['schema', 'data']);
});
