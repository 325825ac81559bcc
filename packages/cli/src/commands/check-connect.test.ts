import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from './check.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-connect-'));
  mkdirSync(join(directory, 'model'));
});

afterEach(() => rmSync(directory, { recursive: true }));

const tables = [
  'CREATE TEMP TABLE orders (id INTEGER, customer_id INTEGER, status VARCHAR, total DECIMAL(10, 2), made TIMESTAMP)',
  'CREATE TEMP TABLE customers (id INTEGER, city VARCHAR)',
];

/** Checks a project against its data and returns one line per problem. */
async function connected(
  model: string,
  source: object = { type: 'duckdb', init: tables },
  environment: Readonly<Record<string, string>> = {},
) {
  writeFileSync(join(directory, 'orrery.yml'), JSON.stringify({ data_sources: { default: source } }));
  writeFileSync(join(directory, 'model', 'm.yml'), model);
  let printed = '';
  const print = (text: string) => void (printed += `${text}\n`);
  const serve = () => Promise.reject(new Error('nothing is served here'));
  const flags = { project: '.', connect: true };
  const code = await check.run({
    flags,
    words: [],
    environment,
    directory,
    clock: Date,
    print,
    note: print,
    serve,
    serveInside: serve,
  });
  return { code, printed, problems: printed.match(/^(?:m|orrery)\.yml:.*$/gm) ?? [] };
}

const id = '{ name: id, sql: id, type: number, primary_key: true }';

describe('orrery check --connect', () => {
  it('leaves out cubes of data sources that nothing connects to', async () => {
    const model = `cubes: [{ name: orders, sql_table: orders, dimensions: [${id}] }]`;
    const { code, printed } = await connected(model, { type: 'snowflake', experimental: true });
    expect([code, printed]).toEqual([
      0,
      expect.stringContaining("Nothing connects to the data source 'default': its cubes were not compared.") as unknown,
    ]);
  });

  it('reports which time dimensions hold dates only', async () => {
    const { code, printed } = await connected(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: made, sql: made, type: time }
      - { name: made_on, sql: "CAST({CUBE}.made AS DATE)", type: time }
      - { name: made_month, sql: "{made_on.month}", type: time }
    measures:
      - { name: last, sql: "CAST({CUBE}.made AS DATE)", type: max }
      - { name: latest, sql: made, type: max }
      - { name: newest, sql: "MAX(CAST({CUBE}.made AS DATE))", type: time }
`);
    expect(printed).toContain('Days, which no zone moves: orders.made_on, orders.last, orders.newest.');
    expect(code).toBe(0);
  });

  it('lists members that are shown by a cast of their column', async () => {
    const { code, printed } = await connected(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: made_text, sql: "CAST({CUBE}.made AS DATE)", type: string }
      - { name: total_text, sql: total, type: string }
      - { name: single, sql: "CAST({CUBE}.total AS REAL)", type: number }
      - { name: status, sql: status, type: string }
`);
    expect(printed).toMatch(
      /^Shown by a cast of the column: orders\.made_text as CAST\(CAST\(\{CUBE\}\.made AS DATE\) AS VARCHAR\); orders\.total_text as CAST\(\{CUBE\}\.total AS VARCHAR\); orders\.single as CASE WHEN .*\.$/m,
    );
    expect(printed).not.toContain('orders.status as');
    expect(code).toBe(0);
  });

  it('reports date-only dimensions when the source refuses another time dimension', async () => {
    const { code, printed } = await connected(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: made_on, sql: "CAST({CUBE}.made AS DATE)", type: time }
      - { name: gone, sql: gone, type: time }
`);
    expect(printed).toContain('Days, which no zone moves: orders.made_on.');
    expect(code).toBe(1);
  });

  it('queries a measure with the dimensions that its window needs', async () => {
    const { code, problems } = await connected(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: status, sql: status, type: string }
      - { name: made, sql: made, type: time }
    measures:
      - { name: total, sql: total, type: sum }
      - { name: share, type: number, multi_stage: true, sql: "{total} / SUM({total}) OVER (PARTITION BY {status})" }
      - { name: place, type: number, multi_stage: true, sql: "RANK() OVER (PARTITION BY {made.month} ORDER BY {total})" }
      - { name: both, type: number, multi_stage: true, sql: "{share} * {place}" }
      - { name: wrong, type: number, multi_stage: true, sql: "SUM({total}) OVER (PARTITION BY {status} ORDER BY nowhere)" }
`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('nowhere');
    expect(code).toBe(1);
  });

  it('queries with every condition that a request can add, for any caller', async () => {
    const model = (column: string) => `
cubes:
  - name: orders
    sql: >
      SELECT * FROM orders WHERE {FILTER_PARAMS.orders.status.filter('${column}')}
      AND {SECURITY_CONTEXT.tenant.requiredFilter('customer_id')}
      AND {FILTER_PARAMS.orders.made.filter(lambda x, y: f"made >= {x} AND made <= {y}")}
    dimensions:
      - ${id}
      - { name: status, sql: status, type: string }
      - { name: made, sql: made, type: time }
    measures:
      - { name: mine, type: count, filters: [{ sql: "{SECURITY_CONTEXT.n.filter(lambda x: f'{CUBE}.total IN ({x})')}" }] }
`;
    expect(await connected(model('status'))).toMatchObject({ code: 0, problems: [] });
    const { code, problems } = await connected(model('stauts'));
    expect([code, problems.length]).toEqual([1, 1]);
    expect(problems[0]).toContain('stauts');
  });

  it('does not query switches, and queries dimensions made of measures', async () => {
    const model = (column: string) => `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: customer_id, sql: ${column}, type: number }
      - { name: currency, type: switch, values: [usd, eur] }
      - name: tier
        type: string
        multi_stage: true
        add_group_by: [customer_id]
        case: { when: [{ sql: "{total} >= 20", label: high }], else: { label: low } }
    measures:
      - { name: total, sql: total, type: sum }
      - name: converted
        type: sum
        multi_stage: true
        case: { switch: "{CUBE.currency}", when: [{ value: usd, sql: "{total}" }] }
`;
    expect(await connected(model('customer_id'))).toMatchObject({ code: 0, problems: [] });
    const { problems } = await connected(model('custmer_id'));
    expect(problems[0]).toContain('custmer_id');
  });

  it('checks masks, which apply only to some callers', async () => {
    const model = (mask: string, ofMeasure: string) => `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - ${id}
      - { name: status, sql: status, type: string, mask: { sql: "${mask}" } }
    measures:
      - { name: count, type: count }
      - { name: total, sql: total, type: sum, mask: { sql: "${ofMeasure}" } }
`;
    expect(await connected(model("LEFT({CUBE}.status, 1) || '*'", '{count} * 0'))).toMatchObject({ problems: [] });
    expect(await connected(model("'n' || {id}", 'MIN({CUBE}.total)'))).toMatchObject({ problems: [] });
    const mixed = await connected(model('{id} + 1', '0'));
    expect(mixed.problems).toEqual([expect.stringContaining('Cannot mix values of type INTEGER and VARCHAR')]);
    const { code, problems } = await connected(model('LEFT({CUBE}.stauts, 1)', 'SUM({CUBE}.totl)'));
    expect(code).toBe(1);
    expect(problems.map((line) => /^m\.yml:\d+/.exec(line)?.[0])).toEqual(['m.yml:7', 'm.yml:10']);
    expect(problems[0]).toContain("The data source refuses the mask of 'orders.status'");
    expect(problems[1]).toContain("The data source refuses the mask of 'orders.total'");
  });

  it('finds nothing wrong with a model that fits its data', async () => {
    const { code, printed } = await connected(
      `
cubes:
  - name: orders
    sql_table: orders
    joins: [{ name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}" }]
    dimensions:
      - ${id}
      - { name: customer_id, sql: customer_id, type: number }
      - { name: made, sql: made, type: time }
      - { name: total_text, sql: total, type: string }
      - { name: is_paid, sql: "{CUBE}.status = 'paid'", type: boolean }
      - { name: city, sql: "{customers.city}", type: string }
      - { name: size, type: string, case: { when: [{ sql: "{CUBE}.total > 9", label: big }], else: { label: small } } }
    measures:
      - { name: count, type: count }
      - { name: total, sql: total, type: sum, filters: [{ sql: "{CUBE}.status = 'paid'" }] }
      - { name: ratio, sql: "{total} / {count}", type: number }
      - { name: last, sql: "MAX({CUBE}.made)", type: time }
      - { name: last_status, sql: status, type: max }
      - { name: share, sql: "{total} / {customers.count}", type: number }
    segments: [{ name: paid, sql: "{is_paid}" }]
  - name: customers
    sql_table: customers
    dimensions:
      - ${id}
      - { name: city, sql: city, type: string }
      - { name: order_count, sql: "{orders.count}", type: number, sub_query: true }
    joins: [{ name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders.customer_id}" }]
    measures: [{ name: count, type: count }]
`,
    );
    expect(printed).toContain('2 cubes compared with the data.');
    expect(printed).toContain('No problems.');
    expect(code).toBe(0);
  });

  it('reports a missing table once, without its members and the cubes that join it', async () => {
    const { code, problems } = await connected(`
cubes:
  - name: a
    sql_table: ordrs
    dimensions: [${id}, { name: x, sql: x, type: string }]
    measures: [{ name: count, type: count }]
  - name: b
    sql_table: orders
    joins: [{ name: a, relationship: many_to_one, sql: "{CUBE}.id = {a.id}" }]
    dimensions: [${id}, { name: of_a, sql: "{a.x}", type: string }]
`);
    expect(code).toBe(1);
    expect(problems).toEqual([
      expect.stringMatching(
        /^m\.yml:4:16: The data source refuses the rows of cube 'a': .*ordrs.* Did you mean orders\?$/,
      ),
    ]);
  });

  it('reports a missing column once, at its position, with the nearest name', async () => {
    const { problems } = await connected(`
cubes:
  - name: a
    sql_table: orders
    joins: [{ name: c, relationship: many_to_one, sql: "{CUBE}.custmer_id = {c.id}" }]
    dimensions:
      - ${id}
      - { name: status, sql: statsu, type: string }
      - { name: upper, sql: "UPPER({status})", type: string }
      - { name: city, sql: "{c.city}", type: string }
      - { name: size, type: string, case: { when: [{ sql: "{CUBE}.totl > 9", label: big }] } }
    segments: [{ name: s, sql: "{CUBE}.mode IS NULL" }]
    measures:
      - { name: m, sql: total, type: sum, filters: [{ sql: "{CUBE}.total > 0" }, { sql: "{CUBE}.stats = 'a'" }] }
      - { name: p, sql: "MEDIAN({CUBE}.totals)", type: number }
      - { name: twice, sql: "2 * {m}", type: number }
  - name: b
    extends: a
  - name: c
    sql_table: customers
    dimensions: [${id}, { name: city, sql: city, type: string }]
`);
    expect(problems.map((line) => line.replace(/: (?:Binder|Catalog) Error: .*" ?(?=\.)/, ': ...'))).toEqual([
      expect.stringMatching(
        /^m\.yml:5:64: The data source refuses the join from 'a' to 'c': .* Did you mean customer_id\?$/,
      ),
      expect.stringMatching(/^m\.yml:8:30: The data source refuses 'a\.status': .* Did you mean status\?$/),
      expect.stringMatching(/^m\.yml:11:67: The data source refuses 'a\.size': .* Did you mean total\?$/),
      expect.stringMatching(/^m\.yml:12:40: The data source refuses 'a\.s': .* Did you mean made\?$/),
      expect.stringMatching(/^m\.yml:14:97: The data source refuses a filter of 'a\.m': .* Did you mean status\?$/),
      expect.stringMatching(/^m\.yml:15:40: The data source refuses 'a\.p': .* Did you mean total\?$/),
    ]);
  });

  it('checks refresh keys without evaluating them', async () => {
    const cube = (name: string, sql: string) =>
      `{ name: ${name}, sql_table: orders, refresh_key: { sql: "${sql}" }, dimensions: [${id}] }`;
    const { problems } = await connected(
      `cubes:\n  - ${cube('a', 'WITH m AS (SELECT MAX(made) FROM orders) SELECT * FROM m')}\n  - ${cube('b', 'SELECT MAX(maed) FROM orders')}\n`,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^m\.yml:3:56: The data source refuses the refresh key of cube 'b': .*maed/),
    ]);
  });

  it('reports members whose values do not have the declared type', async () => {
    const { problems } = await connected(`
cubes:
  - name: a
    sql_table: orders
    dimensions:
      - ${id}
      - { name: number, sql: status, type: number }
      - { name: time, sql: status, type: time }
      - { name: boolean, sql: total, type: boolean }
      - { name: made, sql: made, type: number }
      - { name: whole, sql: id, type: time }
    measures:
      - { name: sum, sql: status, type: sum }
      - { name: text, sql: "STRING_AGG({CUBE}.status, ',')", type: number }
`);
    expect(problems.map((line) => line.replace(/^m\.yml:/, ''))).toEqual([
      "7:30: 'a.number' is declared as number, and its values are text. Cast them in sql, or declare type: string",
      "9:31: 'a.boolean' is declared as boolean, and its values are numbers. Write a condition in sql, as {CUBE}.is_paid <> 0",
      "10:28: 'a.made' is declared as number, and its values are times. Declare type: time",
      "11:29: 'a.whole' is declared as time, and its values are numbers. Make times of them in sql, of seconds since 1970 as to_timestamp({CUBE}.created_at)",
      "13:27: 'a.sum' is the sum of values that are text. Cast them in sql, or count them",
      "14:29: 'a.text' is declared as number, and its values are text. Cast them in sql, or declare type: string",
    ]);
  });

  it.each([
    { server: 'an older Trino', quotients: [['1']], isTold: true },
    { server: 'Trino', quotients: [], isTold: false },
  ])('tells of short quotients of decimals on $server', async ({ quotients, isTold }) => {
    const answers = createServer((request, response) => {
      void textOf(request).then((statement) => {
        const data = statement === 'SELECT 1 WHERE 1.0 / 3 = 0.3' ? quotients : [];
        const columns = [{ name: 'n', type: 'bigint', typeSignature: { rawType: 'bigint', arguments: [] } }];
        response.end(JSON.stringify({ id: 'one', columns, data, stats: {} }));
      });
    });
    await new Promise<void>((done) => void answers.listen(0, '127.0.0.1', done));
    try {
      const { port } = answers.address() as AddressInfo; // of a server on a port
      const model = `cubes: [{ name: a, sql_table: a, dimensions: [${id}] }]`;
      const environment = { LAKE_URL: `trino://reader@127.0.0.1:${port}/lake` };
      const { code, printed } = await connected(model, { type: 'trino', url: '${LAKE_URL}' }, environment);
      expect(code).toBe(0);
      expect(printed.includes("only the decimals of their parts in the data source 'default'")).toBe(isTold);
    } finally {
      answers.close();
    }
  });

  it('reports an unreachable source once, and a source that is not defined', async () => {
    const model = `
cubes:
  - { name: a, sql_table: a, dimensions: [${id}] }
  - { name: b, sql_table: b, dimensions: [${id}] }
  - { name: c, sql_table: c, data_source: defualt, dimensions: [${id}] }
`;
    const { code, problems } = await connected(model, { type: 'duckdb', database: 'none.duckdb' });
    expect(code).toBe(1);
    expect(problems).toEqual([
      "m.yml:5:43: Cube 'c' has the data source 'defualt', which orrery.yml does not define. Did you mean default?",
      expect.stringMatching(/^orrery\.yml: The data source 'default' cannot be asked: there is no database file /),
    ]);
  });

  it('checks a cube with more members than one statement may have', async () => {
    const members = Array.from({ length: 250 }, (_, index) => `{ name: d${index}, sql: status, type: string }`);
    const { code } = await connected(
      `cubes: [{ name: a, sql_table: orders, dimensions: [${id}, ${members.join(', ')}], segments: [{ name: s, sql: "TRUE" }] }]`,
    );
    expect(code).toBe(0);
    const { problems } = await connected(
      `cubes: [{ name: a, sql_table: orders, dimensions: [${id}, ${members.join(', ')}, { name: x, sql: nothing, type: string }] }]`,
    );
    expect(problems).toHaveLength(1);
  });
});
