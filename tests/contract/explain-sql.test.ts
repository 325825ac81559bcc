import { dataErrorSchema, statementSqlAnswerSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const grouped = "SELECT status, MEASURE(count) AS c FROM orders WHERE status <> 'new' GROUP BY 1 ORDER BY 1";
const computed = 'SELECT MEASURE(count) + 1 AS c FROM orders';

async function byPost(body: object) {
  const { status, text } = await service.post(JSON.stringify({ format: 'sql', ...body }), 'sql');
  return { status, body: JSON.parse(text) as unknown };
}

describe('/v1/sql?format=sql', () => {
  it.each([
    [grouped, 'regular'],
    [computed, 'pushdown'],
  ])('%s is %s', async (query, type) => {
    const { status, body } = await byPost({ query, disable_post_processing: true });
    expect(status).toBe(200);
    const { sql } = statementSqlAnswerSchema.parse(body);
    if (sql.status !== 'ok') throw new Error(sql.error);
    expect(sql.query_type).toBe(type);
    expect(sql.sql[0]).toMatch(/^(SELECT|WITH)/);
    const parameters = { format: 'sql', query, disable_post_processing: 'true' };
    const { text } = await service.ask('/cubejs-api/v1/sql', { parameters });
    expect(JSON.parse(text)).toEqual(body);
  });

  it.each(['SELECT 1 AS one', 'SELECT version()'])('%s reads no data source', async (query) => {
    expect(await byPost({ query })).toEqual({
      status: 200,
      body: {
        sql: {
          status: 'error',
          error: 'Provided query can not be executed without post-processing.',
          query_type: 'post_processing',
        },
      },
    });
  });

  it.each([
    [
      { query: 'SELECT #foobar FROM orders' },
      /^Error: Planning Error: Initial planning error: Error during planning: Invalid identifier '#foobar' for /,
    ],
    [{ query: 'SELECT foobar FROM orders' }, /^Error: Planning Error: .*foobar/],
    [
      { query: "SET timezone = 'UTC'" },
      /^Error: Internal Error: This query doesnt have a plan, because it already has values for response$/,
    ],
    [{ query: 'SELECT FROM WHERE' }, /^Error: SQL Parser Error: /],
    [{}, /^Query param is required$/],
    [{ query: { measures: [] } }, /^"query" must be a text$/],
    [{ query: 'SELECT 1', disable_post_processing: 5 }, /^"disable_post_processing" must be true or false$/],
  ])('refuses %o', async (parameters, words) => {
    const { status, body } = await byPost(parameters);
    expect([status, dataErrorSchema.parse(body).error]).toEqual([400, expect.stringMatching(words)]);
  });
});

describe('EXPLAIN', () => {
  async function explain(query: string, of = service) {
    const { text } = await of.post(JSON.stringify({ query }), 'cubesql');
    const [schema, { data }] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(schema.schema).toEqual([
      { name: 'plan_type', column_type: 'String' },
      { name: 'plan', column_type: 'String' },
    ]);
    return data as readonly (readonly [string, string])[];
  }

  it('tells the queries of the model, and the statement of the data source', async () => {
    const [[first, logical] = [], [second, physical] = []] = await explain(`EXPLAIN ${grouped}`);
    expect([first, second]).toEqual(['logical_plan', 'physical_plan']);
    expect(logical).toBe(
      [
        'regular: one query of the model',
        'block 1 of orders',
        '  SELECT status AS "orders.status", MEASURE(count) AS "orders.count"',
        '  FROM orders',
        "  WHERE status <> 'new'",
        '  GROUP BY 1',
      ].join('\n'),
    );
    expect(physical).toMatch(/^data source: default\n(SELECT|WITH) [^]*parameters:\n {2}1: "new"/);
  });

  it('names the members of a query that no statement says', async () => {
    const [[, logical] = []] = await explain(
      "EXPLAIN VERBOSE SELECT LOWER(status) AS s, MEASURE(count) AS c, SUM(CASE WHEN status = 'new' THEN total_amount END) AS t FROM orders GROUP BY 1",
    );
    expect(logical).toContain('measures: orders.count, orders.total_amount');
    expect(logical).toContain('dimensions: orders.status');
    expect(logical).not.toMatch(/key_|value_|~/);
  });

  it('runs a statement with ANALYZE', async () => {
    const [[type, plan] = []] = await explain(`EXPLAIN ANALYZE ${grouped}`);
    expect(type).toBe('Plan with Metrics');
    expect(plan).toMatch(/\nrows: 3\ncache: (miss|hit)/);
  });

  it('reads nothing for a statement without a table', async () => {
    const [[, logical] = []] = await explain('EXPLAIN SELECT 1 AS one');
    expect(logical).toBe('post_processing: it reads no cube');
  });

  it('keeps the SQL of a data source from callers without the scope sql', async () => {
    await using narrow = await ContractService.open({ environment: { CUBEJS_DEFAULT_API_SCOPES: 'meta,data' } });
    const rows = await explain(`EXPLAIN ${grouped}`, narrow);
    expect(rows[1]?.[1]).toBe('The SQL of the data source is shown to callers whose token has the scope sql');
    const [[, plan] = []] = await explain(`EXPLAIN ANALYZE ${grouped}`, narrow);
    expect(plan).not.toContain('data source:');
    expect(plan).toContain('rows: 3');
  });

  it('refuses what the statement itself is refused for', async () => {
    for (const query of ['EXPLAIN SELECT nope FROM orders', 'EXPLAIN INSERT INTO orders VALUES (1)']) {
      const { text } = await service.post(JSON.stringify({ query }), 'cubesql');
      expect(JSON.parse(text).error).toMatch(/^(Planning|Unsupported) Error: /);
    }
  });
});
