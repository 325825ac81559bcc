import { convertedQuerySchema, dataErrorSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function convert(body: object) {
  const { status, text } = await service.post(JSON.stringify(body), 'convert-query');
  if (status !== 200) throw new Error(`${status} ${text}`);
  return convertedQuerySchema.parse(JSON.parse(text));
}

async function refusal(body: object) {
  const { status, text } = await service.post(JSON.stringify(body), 'convert-query');
  return { status, error: dataErrorSchema.parse(JSON.parse(text)).error };
}

const toRest = (query: string) => convert({ input: 'sql', output: 'rest', query });
const toSql = (query: object) => convert({ input: 'rest', output: 'sql', query });
const nothing = { measures: [], dimensions: [], segments: [], order: [] };

describe('a statement as a query', () => {
  it.each([
    [
      "SELECT MEASURE(count) FROM orders WHERE status='foo'",
      {
        measures: ['orders.count'],
        filters: [{ member: 'orders.status', operator: 'equals', values: ['foo'] }],
      },
    ],
    [
      "SELECT status, DATE_TRUNC('month', created_at) AS m, SUM(count) AS c FROM orders WHERE created_at BETWEEN '2024-01-01' AND '2024-02-01' GROUP BY 1, 2 HAVING COUNT(*) > 1 ORDER BY c DESC LIMIT 5 OFFSET 2",
      {
        measures: ['orders.count'],
        dimensions: ['orders.status'],
        order: [['orders.count', 'desc']],
        timeDimensions: [
          {
            dimension: 'orders.created_at',
            granularity: 'month',
            dateRange: ['2024-01-01T00:00:00.000', '2024-02-01T00:00:00.000'],
          },
        ],
        filters: [{ member: 'orders.count', operator: 'gt', values: ['1'] }],
        limit: 5,
        offset: 2,
      },
    ],
    [
      "SELECT status FROM orders WHERE created_at <= '2024-01-01' AND status <> 'new' AND (status ILIKE 'n%' OR number > 3) AND completed IS TRUE",
      {
        dimensions: ['orders.status'],
        segments: ['orders.completed'],
        filters: [
          { member: 'orders.created_at', operator: 'beforeOrOnDate', values: ['2024-01-01T00:00:00.000'] },
          { member: 'orders.status', operator: 'notEquals', values: ['new', null] },
          {
            or: [
              { member: 'orders.status', operator: 'startsWith', values: ['n'] },
              { member: 'orders.number', operator: 'gt', values: ['3'] },
            ],
          },
        ],
        ungrouped: true,
      },
    ],
    [
      'SELECT u.city, MEASURE(o.count) FROM orders o CROSS JOIN users u GROUP BY 1',
      { measures: ['orders.count'], dimensions: ['users.city'], joinHints: [['orders', 'users']] },
    ],
  ])('%s', async (text, query) => {
    expect(await toRest(text)).toEqual({ status: 'ok', query: { ...nothing, ...query } });
  });

  it.each([
    ['SELECT 1', 'It reads no cube'],
    [
      'SELECT LOWER(status) AS s, MEASURE(count) AS c FROM orders GROUP BY 1',
      'A column or a condition is computed from members at Line: 1, Column: 8',
    ],
    [
      'SELECT MEASURE(count) AS c\nFROM orders WHERE EXTRACT(MONTH FROM created_at) = 3',
      'A column or a condition is computed from members at Line: 2, Column: 50',
    ],
    ['SELECT MEASURE(count) + 1 AS c FROM orders', 'A column is computed from members at Line: 1, Column: 23'],
    [
      'SELECT MEASURE(count) AS c FROM orders UNION ALL SELECT MEASURE(count) FROM orders',
      'UNION, INTERSECT or EXCEPT puts parts of the statement together',
    ],
    [
      'SELECT status FROM (SELECT status FROM orders LIMIT 5) t ORDER BY 1',
      'Rows are limited before others are ordered or limited',
    ],
  ])('%s is no single query', async (text, reason) => {
    const error = 'Provided sql query can not be converted to rest query.';
    expect(await toRest(text)).toEqual({ status: 'error', error, reason });
  });

  it('has the same rows', async () => {
    const converted = await toRest(
      "SELECT status, COUNT(*) AS c FROM orders WHERE status <> 'new' GROUP BY 1 ORDER BY 2 DESC, 1",
    );
    if (converted.status !== 'ok') throw new Error(converted.error);
    expect(await service.rows(converted.query)).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2' },
      { 'orders.status': '50% off', 'orders.count': '1' },
      { 'orders.status': '500 off', 'orders.count': '1' },
    ]);
  });
});

describe('times of a statement', () => {
  const range = (from: string, to: string) => ({
    timeDimensions: [{ dimension: 'orders.created_at', dateRange: [from, to] }],
  });
  const filter = (operator: string, ...values: readonly string[]) => ({
    filters: [{ member: 'orders.created_at', operator, values }],
  });
  const [year, january] = [
    range('2024-01-01T00:00:00.000', '2024-12-31T23:59:59.999'),
    range('2024-01-01T00:00:00.000', '2024-01-31T23:59:59.999'),
  ];

  it.each([
    ["created_at >= '2024-01-01' AND created_at < '2024-02-01'", january],
    ['EXTRACT(YEAR FROM created_at) = 2024', year],
    ["DATE_PART('year', created_at) = 2024", year],
    ['EXTRACT(YEAR FROM created_at) = 2024 AND EXTRACT(MONTH FROM created_at) = 1', january],
    ['CAST(TRUNC(EXTRACT(YEAR FROM created_at)) AS INTEGER) = 2024', year],
    ['EXTRACT(YEAR FROM created_at) = EXTRACT(YEAR FROM now())', year],
    ["DATE_TRUNC('month', created_at) = '2024-01-01'", january],
    ["DATE_TRUNC('MONTH', CAST(created_at AS DATE)) = (TIMESTAMP '2024-01-01 00:00:00.000')", january],
    ["DATE_TRUNC('qtr', created_at) = '2024-01-01'", range('2024-01-01T00:00:00.000', '2024-03-31T23:59:59.999')],
    ["CAST(created_at AS DATE) BETWEEN DATE '2024-01-01' AND DATE '2024-01-31'", january],
    ["created_at BETWEEN '2024-01-01T00:00:00.000Z' AND '2024-01-31T23:59:59.999Z'", january],
    [
      "created_at >= TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') AND created_at < TO_TIMESTAMP('2024-02-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')",
      january,
    ],
    ["created_at >= CURRENT_DATE - INTERVAL '7 day'", filter('afterOrOnDate', '2024-05-08T00:00:00.000')],
    [
      "created_at >= now() - INTERVAL '7 day' AND created_at < now()",
      range('2024-05-08T10:20:30.000', '2024-05-15T10:20:29.999'),
    ],
    [
      "created_at >= CAST((NOW() + INTERVAL '-30 day') AS date) AND created_at < CAST(NOW() AS date)",
      range('2024-04-15T00:00:00.000', '2024-05-14T23:59:59.999'),
    ],
    [
      "created_at >= DATE_TRUNC('month', (NOW() + INTERVAL '-1 month')) AND created_at < DATE_TRUNC('month', NOW())",
      range('2024-04-01T00:00:00.000', '2024-04-30T23:59:59.999'),
    ],
    ['CAST(created_at AS DATE) = CURRENT_DATE - 1', range('2024-05-14T00:00:00.000', '2024-05-14T23:59:59.999')],
    [
      "DATE_TRUNC('week', created_at) = DATE_TRUNC('week', now())",
      range('2024-05-13T00:00:00.000', '2024-05-19T23:59:59.999'),
    ],
    [
      "NOT DATE_TRUNC('month', created_at) = '2024-02-01'",
      filter('notInDateRange', '2024-02-01T00:00:00.000', '2024-02-29T23:59:59.999'),
    ],
  ])('%s has the same rows', async (where, expected) => {
    const text = `SELECT status, created_at FROM orders WHERE ${where} ORDER BY 2, 1`;
    const converted = await toRest(text);
    const dimensions = ['orders.status', 'orders.created_at'];
    const order = dimensions.toReversed().map((member) => [member, 'asc']);
    const query = { ...nothing, dimensions, order, ...expected, ungrouped: true };
    expect(converted).toEqual({ status: 'ok', query });
    const rows = await rowsOfStatement(text);
    expect(rows).toEqual((await service.rows(query)).map((row) => dimensions.map((name) => row[name])));
    const back = await toSql(query);
    if (back.status !== 'ok') throw new Error(back.error);
    expect(await rowsOfStatement(String(back.query))).toEqual(rows);
  });
});

it('times are those of the zone of the project, in both directions', async () => {
  await using distant = await ContractService.open({ environment: { CUBEJS_DEFAULT_TIMEZONE: 'America/New_York' } });
  const asked = (body: object) =>
    distant.post(JSON.stringify(body), 'convert-query').then(({ text }) => JSON.parse(text));
  for (const where of [
    "DATE_TRUNC('month', created_at) = '2024-01-01'",
    'EXTRACT(YEAR FROM created_at) = 2024',
    "created_at >= TIMESTAMPTZ '2024-01-01 00:00:00Z' AND created_at < now()",
    "created_at >= CURRENT_DATE - INTERVAL '5 month'",
    "CAST(created_at AS DATE) NOT BETWEEN DATE '2024-01-10' AND CURRENT_DATE - 30",
  ]) {
    const text = `SELECT status, created_at FROM orders WHERE ${where} ORDER BY 2, 1`;
    const rows = await rowsOfStatement(text, distant);
    expect(rows.length).toBeGreaterThan(0);
    const { query } = await asked({ input: 'sql', output: 'rest', query: text });
    const names = ['orders.status', 'orders.created_at'];
    expect((await distant.rows(query)).map((row) => names.map((name) => row[name]))).toEqual(rows);
    const back = await asked({ input: 'rest', output: 'sql', query });
    expect(back.timezone).toBe('America/New_York');
    expect(await rowsOfStatement(back.query, distant)).toEqual(rows);
  }
});

async function rowsOfStatement(query: string, of = service): Promise<readonly (readonly unknown[])[]> {
  const { text } = await of.post(JSON.stringify({ query }), 'cubesql');
  const [, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.flatMap(({ data, error }) => data ?? [[error]]);
}

describe('a query as a statement', () => {
  it('is what it means: its ranges, its order, its limit', async () => {
    const query = {
      measures: ['orders.count'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: 'this year' }],
      filters: [{ member: 'orders.status', operator: 'notEquals', values: ['new'] }],
      limit: 3,
      timezone: 'Europe/Berlin',
    };
    expect(await toSql(query)).toEqual({
      status: 'ok',
      query: [
        `SELECT DATE_TRUNC('month', created_at) AS "orders.created_at.month", MEASURE(count) AS "orders.count"`,
        'FROM orders',
        `WHERE created_at >= TIMESTAMP '2024-01-01 00:00:00' AND created_at < TIMESTAMP '2025-01-01 00:00:00' AND status IS DISTINCT FROM 'new'`,
        'GROUP BY 1',
        'ORDER BY 1',
        'LIMIT 3',
      ].join('\n'),
      timezone: 'Europe/Berlin',
    });
  });

  it('gives the same rows', async () => {
    const query = { measures: ['orders.count'], dimensions: ['orders.status', 'users.city'] };
    const converted = await toSql(query);
    if (converted.status !== 'ok') throw new Error(converted.error);
    const { text } = await service.post(JSON.stringify({ query: converted.query }), 'cubesql');
    const [schema, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const names = schema.schema.map(({ name }: { readonly name: string }) => name);
    const rows = lines
      .flatMap(({ data }) => data)
      .map((row: unknown[]) => Object.fromEntries(row.map((value, index) => [names[index], value])));
    expect(rows).toEqual(await service.rows(query));
  });

  it('is refused by name where no statement says it', async () => {
    expect(
      await toSql({ measures: ['orders.count'], filters: [{ member: 'orders.count', operator: 'measureFilter' }] }),
    ).toEqual({
      status: 'error',
      error:
        'Provided rest query can not be converted to sql query: The operator measureFilter has no form in SQL over the model',
    });
    const dimension = 'orders.created_at';
    const compared = {
      measures: ['orders.count'],
      timeDimensions: [{ dimension, compareDateRange: ['this year', 'last year'] }],
    };
    expect(await convert({ input: 'rest', output: 'sql', query: { ...compared }, queryType: 'multi' })).toMatchObject({
      status: 'error',
    });
  });
});

describe('bad input is the mistake of the caller', () => {
  it.each([
    [{ input: 'x', output: 'rest', query: 'SELECT 1' }, "Unexpected input parameter value 'x'"],
    [{ input: 'sql', output: 'sql', query: 'SELECT 1' }, "Unexpected output parameter value 'sql'"],
    [{ output: 'rest', query: 'SELECT 1' }, "Unexpected input parameter value 'undefined'"],
    [{ input: 'sql', output: 'rest', query: '' }, 'query parameter must be a non-empty string'],
    [{ input: 'sql', output: 'rest', query: { measures: [] } }, 'query parameter must be a non-empty string'],
    [{ input: 'sql', output: 'rest', query: 'SELEC 1' }, 'SQL Parser Error'],
    [{ input: 'sql', output: 'rest', query: 'SELECT a FROM nope' }, "Table or CTE with name 'nope' not found"],
    [{ input: 'rest', output: 'sql', query: { measures: ['orders.nope'] } }, "'nope' not found for path 'orders.nope'"],
    [{ input: 'rest', output: 'sql', query: { measures: ['orders.count'], foo: 1 } }, '"foo" is not allowed'],
    [{ input: 'rest', output: 'sql' }, 'Query param is required'],
  ])('%o', async (body, words) => {
    const { status, error } = await refusal(body);
    expect({ status, error }).toEqual({ status: 400, error: expect.stringContaining(words) });
  });
});
