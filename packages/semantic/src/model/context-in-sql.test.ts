import { describe, expect, it } from 'vitest';
import { compileRefreshKey } from '../compile.ts';
import { duckdb } from '../dialect/duckdb.ts';
import { buildModel, codes, cubeOf, messages, placeText } from './model-fixture.ts';
import { indexModel } from './model-index.ts';

const other = `
  - name: customers
    sql_table: customers
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: city, sql: city, type: string}]
    segments: [{name: vip, sql: "{CUBE}.credit > 9"}]
views: [{name: v, cubes: [{join_path: customers, includes: [city]}]}]
`;

function cube(sql: string, more = ''): string {
  const text = `cubes:
  - name: orders
    sql: ${JSON.stringify(sql)}
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: status, sql: status, type: string}]
    measures: [{name: count, type: count}]
`;
  return `${text}${more && `    ${more}\n`}${other.slice(1)}`;
}

const problemsOf = (sql: string, more?: string) => buildModel(cube(sql, more)).problems;
const select = (test: string) => `SELECT * FROM orders WHERE ${test}`;

describe('a problem with a variable of the request', () => {
  it.each([
    ["{FILTER_PARAMS.ordrs.status.filter('a')}", "Cube ordrs doesn't exist"],
    ["{FILTER_PARAMS.v.city.filter('a')}", "Cube v doesn't exist"],
    ["{FILTER_PARAMS.customers.vip.filter('a')}", "'customers.vip' is a segment and does not belong in FILTER_PARAMS"],
    [
      "{FILTER_GROUP('status')}",
      "FILTER_GROUP expects FILTER_PARAMS args to be passed. For example: FILTER_GROUP(FILTER_PARAMS.orders.status.filter('status'))",
    ],
    [
      '{SECURITY_CONTEXT.user.tenant.unsafeValue()}',
      'orders cube: SECURITY_CONTEXT.user.tenant.unsafeValue() would write what a caller sends into SQL',
    ],
    [
      '{SECURITY_CONTEXT.tenant}',
      "Failed to parse Python expression. Most likely this type of syntax isn't supported yet: SECURITY_CONTEXT.tenant",
    ],
    ['{COMPILE_CONTEXT.securityContext.tenant.upper()}', 'orders cube: COMPILE_CONTEXT cannot be used in SQL'],
    ['{groups.filter("a")}', 'orders cube: groups cannot be used in SQL'],
    [
      '{FILTER_PARAMS.orders.status.filter(f"{CUBE}.a")}',
      "orders cube: '{CUBE}' cannot be used in the cube's own source",
    ],
  ])('%s', (test, message) => {
    const problems = problemsOf(select(test));
    expect(messages(problems)).toEqual([message]);
    expect(placeText(problems[0]!)).toMatch(/:3:\d+$/);
  });

  it('has a hint', () => {
    const [safe] = problemsOf(select('{SECURITY_CONTEXT.a.unsafeValue()}')).map((one) => one.hint);
    expect(safe).toContain("SECURITY_CONTEXT.a.filter('column')");
  });

  it('is reported for a refresh key, which no request reads', () => {
    const key = (sql: string) => `refresh_key: {sql: ${JSON.stringify(sql)}}`;
    const reported = (sql: string) => codes(problemsOf('SELECT 1 AS id', key(sql)));
    expect(reported('SELECT 1 WHERE {SECURITY_CONTEXT.a.unsafeValue()}')).toEqual(['model.unsafe-value']);
    expect(reported("SELECT 1 WHERE {FILTER_PARAMS.ordrs.status.filter('a')}")).toEqual(['model.unknown-cube']);
    expect(reported("SELECT {SQL_UTILS.convertTz('a')}")).toEqual(['model.not-in-source']);
  });
});

it('reports a filter on a missing member, which always renders 1 = 1', () => {
  const { problems, notices } = buildModel(cube(select("{FILTER_PARAMS.orders.stauts.filter('a')}")));
  expect(problems).toEqual([]);
  expect(notices.map(({ code, hint, at }) => [code, hint, at])).toEqual([
    ['model.filter-of-nothing', 'Did you mean status?', expect.objectContaining({ line: 3 })],
  ]);
});

it('shows all rows in a refresh key, which no request reads', () => {
  const tests = "{FILTER_PARAMS.orders.status.filter('a')} AND {SECURITY_CONTEXT.a.requiredFilter('b')}";
  const key = `refresh_key: {sql: ${JSON.stringify(`SELECT max(x) FROM t WHERE ${tests}`)}}`;
  const build = buildModel(cube('SELECT 1 AS id', key));
  expect(build.problems).toEqual([]);
  const { refreshKey } = cubeOf(build, 'orders');
  if (refreshKey?.kind !== 'sql') throw new Error('a refresh key of another kind');
  const { text } = compileRefreshKey(refreshKey, 'orders', indexModel(build.pieces), duckdb);
  expect(text).toBe('SELECT max(x) FROM t WHERE (1 = 1) AND (1 = 1)');
});

describe('what a piece may read of callers', () => {
  const model = `
cubes:
  - name: base
    sql: "SELECT * FROM t WHERE {SECURITY_CONTEXT.tenant.filter('tenant')}"
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
  - name: child
    extends: base
    measures: [{name: mine, type: count, filters: [{sql: "{SECURITY_CONTEXT.user.id.filter('owner')}"}]}]
  - name: on_top
    sql: SELECT * FROM ({base.sql()}) AS b
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
  - name: joining
    sql_table: j
    joins: [{name: child, relationship: many_to_one, sql: "{CUBE}.id = {child.id}"}]
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
  - name: alone
    sql_table: a
    dimensions: [{name: id, sql: id, type: number, primary_key: true, public: true}]
views:
  - {name: seen, cubes: [{join_path: child, includes: [mine]}]}
  - {name: alone_too, cubes: [{join_path: alone, includes: [id]}]}
`;

  it('includes everything that it reaches', () => {
    const build = buildModel(model);
    expect(messages(build.problems)).toEqual([]);
    expect(Object.fromEntries(build.pieces.map(({ name, contextPaths }) => [name, contextPaths]))).toEqual({
      base: [['tenant']],
      child: [['tenant'], ['user', 'id']],
      on_top: [['tenant']],
      joining: [['tenant'], ['user', 'id']],
      alone: undefined,
      seen: [['tenant'], ['user', 'id']],
      alone_too: undefined,
    });
  });
});

it('a refresh key applies to every caller, so its SELECT must not depend on one', () => {
  const model = cube(
    select("{SECURITY_CONTEXT.a.requiredFilter('a')} AND {FILTER_PARAMS.orders.status.filter('b')}"),
    'refresh_key: {sql: "SELECT MAX(id) FROM ({CUBE.sql()}) AS o"}',
  );
  const build = buildModel(model);
  const orders = cubeOf(build, 'orders');
  if (orders.refreshKey?.kind !== 'sql') throw new Error('a refresh key of another kind');
  const { text, params } = compileRefreshKey(orders.refreshKey, 'orders', indexModel(build.pieces), duckdb);
  expect([text, params]).toEqual(['SELECT MAX(id) FROM ((SELECT * FROM orders WHERE (1 = 1) AND (1 = 1))) AS o', []]);
});

it('reports a time that its SQL moves into the zone of the query, unless it is local', () => {
  const model = (keys: string) => `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: at, sql: "{SQL_UTILS.convertTz(f'{CUBE}.at')}", type: time${keys}}
      - {name: hour, sql: "EXTRACT(HOUR FROM {SQL_UTILS.convertTz(f'{CUBE}.at')})", type: number}
`;
  const reported = (keys: string) => buildModel(model(keys)).notices.map(({ code, message }) => [code, message]);
  expect(reported('')).toEqual([['model.time-moved-twice', expect.stringContaining("'orders.at'")]]);
  expect(reported(', local_time: true')).toEqual([]);
  expect(buildModel(model(', local_time: true').replace('type: time', 'type: string')).problems).toMatchObject([
    { code: 'model.needs-key' },
  ]);
});
