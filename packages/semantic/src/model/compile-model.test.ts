import { describe, expect, it } from 'vitest';
import { compileModel } from './compile-model.ts';
import { indexModel } from './model-index.ts';
import {
  buildModel,
  cubeOf,
  measureOf,
  memberOf,
  messages,
  modelFiles,
  ordersCube,
  shop,
  sqlOf,
  reportedOf,
} from './model-fixture.ts';

describe('a cube', () => {
  const build = buildModel(shop);

  it('resolves without problems', () => {
    expect(messages(build.problems)).toEqual([]);
    expect(build.pieces.map(({ name }) => name)).toEqual(['customers', 'orders', 'items']);
  });

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(build.pieces))).toEqual(build.pieces);
  });

  it('has a title made of its name unless it has one', () => {
    const titled = buildModel(ordersCube('title: Sales\nmeasures:\n  - {name: count, type: count, title: How many}'));
    expect(memberOf(build, 'orders.created_at')).toMatchObject({
      title: 'Orders Created at',
      shortTitle: 'Created at',
    });
    expect(memberOf(titled, 'orders.count')).toMatchObject({ title: 'Sales How many', shortTitle: 'How many' });
  });

  it('hides its primary key unless that is declared public', () => {
    expect(memberOf(build, 'orders.id').isPublic).toBe(false);
    const open = buildModel(
      ordersCube('dimensions:\n  - {name: id, sql: id, type: number, primary_key: true, public: true}'),
    );
    expect(memberOf(open, 'orders.id').isPublic).toBe(true);
  });

  it('hides all its members when it is hidden, in older spellings too', () => {
    for (const key of ['public', 'shown', 'visible']) {
      const hidden = buildModel(ordersCube(`${key}: false\nmeasures:\n  - {name: count, type: count}`));
      expect(cubeOf(hidden, 'orders').isPublic).toBe(false);
      expect(memberOf(hidden, 'orders.count').isPublic).toBe(false);
    }
  });

  it('is connected with the cubes it joins, and alone without joins', () => {
    const [customers, orders] = ['customers', 'orders'].map((name) => cubeOf(build, name).component);
    expect(orders).toBe(customers);
    expect(cubeOf(buildModel(ordersCube('')), 'orders')).not.toHaveProperty('component');
  });

  it('is a table when it selects a whole table', () => {
    const cube = (sql: string) => cubeOf(buildModel(`cubes: [{name: a, sql: "${sql}"}]`), 'a').source;
    expect(cube('SELECT * FROM shop.orders;')).toEqual({
      kind: 'table',
      table: { parts: [{ kind: 'text', text: 'shop.orders' }] },
    });
    expect(cube('SELECT 1 AS a;')).toEqual({
      kind: 'select',
      sql: { parts: [{ kind: 'text', text: 'SELECT 1 AS a' }] },
    });
  });

  it('is built on the source of another cube by sql()', () => {
    const built = buildModel(
      'cubes:\n  - {name: a, sql_table: t}\n  - {name: b, sql: "SELECT * FROM {a.sql()} WHERE x"}',
    );
    expect(cubeOf(built, 'b').source).toMatchObject({
      kind: 'select',
      sql: { parts: [{}, { kind: 'source', cube: 'a' }, {}] },
    });
  });
});

describe('references', () => {
  const dimension = (sql: string) =>
    sqlOf(
      buildModel(
        `${shop}  - {name: probe, sql_table: p, joins: [{name: orders, relationship: many_to_one, sql: "1 = 1"}], dimensions: [{name: d, type: string, sql: "${sql}"}, {name: at, type: time, sql: at}, {name: id, type: number, sql: id, primary_key: true}]}\n`,
      ),
      'probe.d',
    );

  it.each([
    ['amount', '[probe].amount'],
    ['{CUBE}.x', '[probe].x'],
    ['{TABLE}.x', '[probe].x'],
    ['{id} + 1', '{probe.id} + 1'],
    ['{CUBE.id}', '{probe.id}'],
    ['{probe.id}', '{probe.id}'],
    ['{orders.status}', '{orders.status via orders}'],
    ['{orders.customers.city}', '{customers.city via orders.customers}'],
    ['{probe.orders.customers.city}', '{customers.city via probe.orders.customers}'],
    ['{at.month}', '{probe.at by month}'],
    ['{CUBE.at.year}', '{probe.at by year}'],
    ['{orders.created_at.week}', '{orders.created_at via orders by week}'],
    ['(SELECT max(x) FROM {items.sql()} i)', '(SELECT max(x) FROM (source items) i)'],
    ['upper(x)', 'upper(x)'],
  ])('%s', (sql, resolved) => {
    expect(dimension(sql)).toBe(resolved);
  });

  it('resolve to the cube before a column when a member has the same name', () => {
    const build = buildModel(`cubes:
  - {name: b, sql_table: b, dimensions: [{name: id, type: number, sql: id}]}
  - name: a
    sql_table: a
    joins: [{name: b, relationship: many_to_one, sql: "{CUBE}.b = {b}.id"}]
    dimensions: [{name: b, type: string, sql: b}, {name: c, type: string, sql: "{b}"}]`);
    expect(cubeOf(build, 'a').joins[0]?.sql.parts).toContainEqual({ kind: 'cube', cube: 'b' });
    expect(sqlOf(build, 'a.c')).toBe('{a.b}');
  });
});

describe('measures', () => {
  const classify = (sql: string, more = '') =>
    measureOf(
      buildModel(
        `${shop}  - {name: probe, sql_table: p, joins: [{name: orders, relationship: many_to_one, sql: "{CUBE}.o = {orders.id}"}], dimensions: [{name: id, type: number, sql: id, primary_key: true}], measures: [{name: count, type: count}, {name: total, type: sum, sql: x}, {name: people, type: count_distinct, sql: y}, {name: m, type: number, sql: "${sql}"${more}}]}\n`,
      ),
      'probe.m',
    );

  it.each([
    ['{total} / NULLIF({count}, 0)', 'calculated', 'algebraic'],
    ['{total} / {orders.count}', 'calculated', 'algebraic'],
    ['{total} / {people}', 'calculated', 'holistic'],
    ['{total} / {customers.cities}', 'calculated', 'holistic'],
    ['{total} || count', 'calculated', 'algebraic'],
    ['SUM({CUBE}.x)', 'raw-aggregate', 'holistic'],
    ['SUM({CUBE}.x) / {count}', 'raw-aggregate', 'holistic'],
    ['COUNT(*) / {total}', 'raw-aggregate', 'holistic'],
    ['MAX({id})', 'raw-aggregate', 'holistic'],
    ['percentile_cont(0.5) WITHIN GROUP (ORDER BY {CUBE}.x)', 'raw-aggregate', 'holistic'],
  ])('%s is %s and %s', (sql, kind, measureClass) => {
    expect(classify(sql)).toMatchObject({ expression: { kind }, measureClass });
  });

  it.each([
    '{count} * 100.0 / SUM({count}) OVER ()',
    'SUM({total}) /* all */ over/* of it */(PARTITION BY 1)',
    'rank() OVER (ORDER BY {total} DESC)',
    'sum(sum({CUBE}.x)) OVER ()',
  ])('are refused with a window: %s', (sql) => {
    const problems = reportedOf(
      buildModel(
        ordersCube(`measures:
  - {name: count, type: count}
  - {name: total, type: sum, sql: x}
  - {name: m, type: number, sql: "${sql}"}`),
      ),
    );
    expect(problems.map(({ message }) => message)).toEqual([
      "'orders.m' calls a window function (OVER); a measure cannot look at other groups",
    ]);
    expect(problems[0]?.hint).toContain('multi_stage');
  });

  it.each([
    "{total} || ' over (all)'",
    '{total} -- over (all)',
    'max({CUBE}.over)',
    '{total} / (SELECT max(n) FROM (SELECT sum(x) OVER () AS n FROM t) AS u)',
  ])('are accepted when no aggregate is called: %s', (sql) => {
    expect(classify(sql)).toMatchObject({ kind: 'measure' });
  });

  it('keep their filters, drill members and metadata names', () => {
    const build = buildModel(
      `${shop}  - {name: p, sql_table: p, measures: [{name: a, type: countDistinctApprox, sql: x, filters: [{sql: "{CUBE}.y"}, {sql: z}]}]}`,
    );
    expect(measureOf(build, 'p.a')).toMatchObject({
      aggregateType: 'countDistinctApprox',
      type: 'number',
      measureClass: 'distributive',
      expression: { kind: 'aggregate', function: 'count-distinct-approx', filters: [{}, {}] },
    });
    expect(measureOf(build, 'orders.total').drillMembers).toEqual(['orders.id', 'customers.city']);
  });
});

describe('spelling', () => {
  it('does not matter: a camelCase file equals a snake_case file', () => {
    const snake = `cubes:
  - {name: b, sql_table: t, dimensions: [{name: id, type: number, sql: id, primary_key: true}]}
  - name: a
    sql_table: t
    sql_alias: x
    data_source: main
    joins: [{name: b, relationship: one_to_many, sql: "{CUBE}.id = {b.id}"}]
    dimensions: [{name: id, type: number, sql: id, primary_key: true, suggest_filter_values: false}]
    measures: [{name: n, type: count_distinct, sql: x, drill_members: [id]}]`;
    const camel = snake.replaceAll(
      /\b(sql_table|sql_alias|data_source|one_to_many|primary_key|suggest_filter_values|count_distinct|drill_members)\b/g,
      (key) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(camel).not.toBe(snake);
    expect(buildModel(camel).pieces).toEqual(buildModel(snake).pieces);
  });

  it('is left alone in names and below meta', () => {
    const build = buildModel(
      ordersCube('meta: {someKey: {inner_key: 1}}\nmeasures:\n  - {name: totalAmount, type: count}'),
    );
    expect(cubeOf(build, 'orders').meta).toEqual({ someKey: { inner_key: 1 } });
    expect(memberOf(build, 'orders.totalAmount').name).toBe('totalAmount');
  });
});

describe('an empty value', () => {
  it.each(['', '# only a comment\n', '---\n', 'cubes:\n', 'cubes: []\nviews:\nview_groups: []\n'])('is %j', (text) => {
    expect(buildModel(text)).toEqual({ pieces: [], unavailable: [], problems: [], notices: [] });
  });

  it('is allowed as a section', () => {
    const build = buildModel(ordersCube('measures:\ndimensions:\njoins:\nhierarchies:'));
    expect(cubeOf(build, 'orders').measures).toEqual([]);
  });
});

describe('hostile names', () => {
  it('are treated like any other name', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
    const members = names.map((name) => `      - {name: ${name}, type: number, sql: x}`).join('\n');
    const cubes = names.map((name) => `  - name: ${name}\n    sql_table: t\n    dimensions:\n${members}`).join('\n');
    const build = buildModel(`cubes:\n${cubes}\nviews:\n  - {name: v, cubes: [{join_path: __proto__, includes: "*"}]}`);
    expect(messages(build.problems)).toEqual([]);
    const index = indexModel(build.pieces);
    for (const name of names) {
      expect(memberOf(build, `v.${name}`).expression).toMatchObject({ kind: 'alias', member: `__proto__.${name}` });
    }
    expect(index.members.size).toBe(names.length * names.length + names.length);
    expect(JSON.parse(JSON.stringify(build.pieces))).toEqual(build.pieces);
  });

  it('are not found when they are not defined', () => {
    const build = buildModel(
      ordersCube(
        'dimensions:\n  - {name: a, type: string, sql: "{constructor}"}\n  - {name: b, type: string, sql: "{__proto__.toString}"}',
      ),
    );
    expect(messages(build.problems)).toEqual([
      "orders.constructor cannot be resolved. There's no such member or cube.",
      "__proto__.toString cannot be resolved. There's no such member or cube.",
    ]);
  });
});

it('does not depend on the order of files', () => {
  const files = modelFiles({
    'b.yml': shop,
    'a.yml': 'views: [{name: v, cubes: [{join_path: orders, includes: "*"}]}]',
  });
  expect(compileModel(files.toReversed()).build).toEqual(compileModel(files).build);
});
