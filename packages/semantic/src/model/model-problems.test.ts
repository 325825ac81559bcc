import { describe, expect, it } from 'vitest';
import { buildModel, codes, messages, ordersCube, placeText, shop, underlined, reportedOf } from './model-fixture.ts';

const problemsOf = (text: string) => messages(reportedOf(buildModel(text)));
const extended = (cube: string) => `${shop}${cube.replaceAll(/^/gm, '  ')}\n`;

describe('top level', () => {
  it('refuses other keys', () => {
    expect(problemsOf('models: []')).toEqual([
      "Unexpected YAML key: models. Only 'cubes', 'views', and 'view_groups' are allowed here.",
    ]);
  });

  it('refuses a list and a text', () => {
    expect(codes(buildModel('- name: x').problems)).toEqual(['model.not-a-model']);
    expect(codes(buildModel('just text').problems)).toEqual(['model.not-a-model']);
  });

  it('refuses files that are no YAML by name', () => {
    expect(codes(buildModel({ 'orders.js': 'cube(`orders`, {})' }).problems)).toEqual(['model.file-not-supported']);
  });
});

describe('names', () => {
  it('of two cubes in two files are reported in both', () => {
    const build = buildModel({
      'a.yml': 'cubes: [{name: orders, sql_table: a}]',
      'b.yml': 'cubes: [{name: orders, sql_table: b}]',
    });
    expect(messages(build.problems)).toEqual([
      "Found duplicate cube name 'orders'.",
      "Found duplicate cube name 'orders'.",
    ]);
    expect(build.problems.map(placeText)).toEqual(['a.yml:1:16', 'b.yml:1:16']);
    expect(build.problems.map(({ hint }) => hint)).toEqual(['Also defined in b.yml', 'Also defined in a.yml']);
    expect(build.pieces).toEqual([]);
    expect(build.unavailable.map(({ name }) => name)).toEqual(['orders']);
  });

  it('of two views, and of a cube and a view', () => {
    expect(problemsOf('views: [{name: v}, {name: v}]')[0]).toBe("Found duplicate view name 'v'.");
    expect(problemsOf('cubes: [{name: v, sql_table: t}]\nviews: [{name: v}]')[0]).toBe(
      "Found conflicting cube and view name 'v'.",
    );
  });

  it('of two measures', () => {
    expect(problemsOf(ordersCube('measures:\n  - {name: count, type: count}\n  - {name: count, type: count}'))).toEqual(
      ["Member names must be unique within a cube. Found duplicate measure 'count' in cube 'orders'."],
    );
  });

  it('of a dimension and a measure', () => {
    expect(
      problemsOf(ordersCube('dimensions: [{name: x, type: string, sql: x}]\nmeasures: [{name: x, type: count}]')),
    ).toEqual(['orders cube: x defined more than once']);
  });

  it('are required and consist of letters, digits and _', () => {
    expect(problemsOf(ordersCube('dimensions: [{type: number, sql: 1}]'))).toEqual([
      'name isn\'t defined for dimension: {"type":"number","sql":1}',
    ]);
    expect(problemsOf('cubes: [{sql_table: t}]')).toEqual(['name isn\'t defined for cube: {"sql_table":"t"}']);
    for (const name of ['"a b"', '"a\'; DROP TABLE x; --"', '1a', '"ü"', 'CUBE', '17', '"a\\0b"']) {
      expect(problemsOf(ordersCube(`dimensions: [{name: ${name}, type: number, sql: 1}]`))).toHaveLength(1);
    }
  });
});

describe('shapes', () => {
  it.each([
    ['dimensions: {id: {sql: id}}', 'dimensions must be defined as array'],
    ['measures: 1', 'measures must be defined as array'],
    ['sql: SELECT 1', 'orders cube: You must use either sql or sqlTable within a model, but not both'],
    ["title: ''", 'orders cube: "title" is not allowed to be empty'],
    ['title: [a]', 'orders cube: "title" must be a string'],
    ['public: yes', 'orders cube: "public" must be a boolean'],
    ['titel: x', 'orders cube: "titel" is not allowed'],
    ['constructor: x', 'orders cube: "constructor" is not allowed'],
    ['__proto__: x', 'orders cube: "__proto__" is not allowed'],
    ['sqlTable: x', "Key 'sqlTable' is defined more than once"],
    ['dimensions: [text]', 'orders cube: "dimensions.0" must be of type object'],
    ['dimensions: [{name: a, sql: a}]', 'orders cube: "dimensions.a.type" is required'],
    ['dimensions: [{name: a, type: string}]', 'orders cube: "dimensions.a.sql" is required'],
    [
      'dimensions: [{name: a, type: text, sql: a}]',
      'orders cube: "dimensions.a.type" must be one of [string, number, boolean, time, geo, switch]',
    ],
    ['dimensions: [{name: a, type: string, sql: ""}]', 'orders cube: "dimensions.a.sql" is not allowed to be empty'],
    [
      'dimensions: [{name: a, type: string, sql: a, currency: EUR}]',
      'orders cube: "currency" property can only be used with dimensions of type "number"',
    ],
    [
      'dimensions: [{name: a, type: number, sql: a, currency: euro}]',
      'orders cube: "dimensions.a.currency" must be an ISO 4217 code such as EUR',
    ],
    [
      'dimensions: [{name: a, type: number, sql: a, case: {when: [{sql: b, label: c}]}}]',
      'orders cube: "dimensions.a" takes either sql or case, not both',
    ],
    [
      'dimensions: [{name: a, type: string, case: {when: []}}]',
      'orders cube: "dimensions.a.case.when" is not allowed to be empty',
    ],
    ['measures: [{name: a, type: sum}]', 'orders cube: "measures.a.sql" is required'],
    [
      'measures: [{name: a, type: count, filters: [{slq: b}]}]',
      'orders cube: "measures.a.filters.0.slq" is not allowed',
    ],
    ['joins: [{name: orders, relationship: one_to_one, sql: "1 = 1"}]', 'orders cube: a cube cannot join itself'],
    [
      'joins: [{name: b, relationship: many, sql: "1 = 1"}]',
      'orders cube: "joins.b.relationship" must be one of [one_to_one, has_one, one_to_many, has_many, many_to_one, belongs_to]',
    ],
  ])('%s', (yaml, message) => {
    expect(problemsOf(ordersCube(yaml))).toContain(message);
  });

  it('need a source', () => {
    expect(problemsOf('cubes: [{name: a}]')).toEqual(['a cube: "sql" or "sql_table" is required']);
  });

  it('suggest the intended key for a misspelled one', () => {
    const build = buildModel(ordersCube('measures: [{name: a, type: count, drill_member: []}]'));
    expect(build.problems[0]?.hint).toBe('Did you mean drill_members?');
    expect(buildModel(ordersCube('measures: [{name: a, type: cuont}]')).problems[0]?.hint).toBe('Did you mean count?');
    expect(buildModel(ordersCube('public: "no"')).problems[0]?.hint).toBe('Did you mean false?');
  });
});

describe('unsupported features', () => {
  it.each(['measures: [{name: a, type: count, links: [{name: b}]}]'])('are refused by name: %s', (yaml) => {
    expect(codes(buildModel(ordersCube(yaml)).problems)).toContain('model.key-not-supported');
  });

  it('is refused in views', () => {
    const view = (more: string) => codes(buildModel(`${shop}views: [{name: v, cubes: [], ${more}}]`).problems);
    expect(view('hierarchies: [{name: h}]')).toEqual(['model.key-not-supported']);
  });

  it('may be disabled explicitly', () => {
    const off =
      'calendar: false\nhierarchies: []\nmeasures: [{name: a, type: count, multi_stage: false, rolling_window: }]';
    expect(problemsOf(ordersCube(off))).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    ['{name: d, type: string, sql: "{ghost}"}', "p.ghost cannot be resolved. There's no such member or cube."],
    [
      '{name: d, type: string, sql: "{orders.ghost}"}',
      "orders.ghost cannot be resolved. There's no such member or cube.",
    ],
    ['{name: d, type: string, sql: "{ghost.x}"}', "ghost.x cannot be resolved. There's no such member or cube."],
    [
      '{name: d, type: string, sql: "{orders.refunds.x}"}',
      "orders.refunds.x cannot be resolved. There's no such member or cube.",
    ],
    ['{name: d, type: string, sql: "{customers.orders.status}"}', "Can't find join path to join 'customers', 'orders'"],
    [
      '{name: d, type: string, sql: "{orders}.status"}',
      "Member 'p.d' references foreign cubes: orders. Please split and move this definition to corresponding cubes.",
    ],
    [
      '{name: d, type: string, sql: "{orders.status.month}"}',
      "'orders.status.month' needs a granularity of a dimension that is not a time dimension",
    ],
    [
      '{name: d, type: string, sql: "{orders.total}"}',
      "'p.d' is a dimension and cannot reference measure 'orders.total'",
    ],
    ['{name: d, type: string, sql: "{nobody.sql()}"}', "Cube nobody doesn't exist"],
    [
      `{name: d, type: string, sql: '{"a": 1}'}`,
      `Failed to parse Python expression. Most likely this type of syntax isn't supported yet: "a": 1`,
    ],
    [
      `{name: d, type: boolean, sql: "{CUBE}.code ~ '^[A-Z]{2}$'"}`,
      `'{2}' is not the name of a member, and braces in SQL hold names of members. Braces of a regular expression, an array or JSON need a backslash each`,
    ],
    [
      '{name: d, type: number, sub_query: true, sql: "{orders.id}"}',
      'Subquery dimension p.d should reference at least one measure',
    ],
    [
      '{name: d, type: number, sub_query: true, sql: amount}',
      'Subquery dimension p.d should reference at least one measure',
    ],
  ])('%s', (dimension, message) => {
    const key = '{name: id, type: number, sql: id, primary_key: true}';
    expect(problemsOf(`${shop}  - {name: p, sql_table: p, dimensions: [${key}, ${dimension}]}`)).toEqual([message]);
  });

  it.each([
    [
      '{name: m, type: avg, sql: "{total}"}',
      "'p.m' of type avg aggregates rows and cannot reference measure 'p.total'",
    ],
    [
      '{name: m, type: number, sql: "SUM({total})"}',
      "'p.m' aggregates measure 'p.total', which is an aggregate already",
    ],
    [
      '{name: m, type: number, sql: "SUM({CUBE}.x) / {orders.count}"}',
      "'p.m' mixes measures of other cubes (orders.count) with columns, dimensions or aggregates of its own",
    ],
    [
      '{name: m, type: sum, sql: x, filters: [{sql: "{total} > 1"}]}',
      "A filter of 'p.m' tests rows and cannot reference measure 'p.total'",
    ],
    [
      '{name: m, type: number, sql: "{total}", filters: [{sql: "{CUBE}.x > 1"}]}',
      "A filter of 'p.m' wraps a finished expression and can only test measures",
    ],
    ['{name: m, type: count, drill_members: [ghost]}', "p.ghost cannot be resolved. There's no such member or cube."],
  ])('%s', (measure, message) => {
    expect(
      problemsOf(`${shop}  - {name: p, sql_table: p, measures: [{name: total, type: sum, sql: x}, ${measure}]}`),
    ).toEqual([message]);
  });

  it('report the part of the SQL they are in', () => {
    const text = ordersCube(
      'dimensions:\n  - name: d\n    type: string\n    sql: |\n      CASE\n        WHEN {CUBE}.a THEN {gost}\n      END',
    );
    const { problems } = buildModel(text);
    expect(problems.map(placeText)).toEqual(['model.yml:9:32']);
    expect(underlined(problems[0], text)).toBe('{gost}');
  });

  it('name the nearest member', () => {
    const { problems } = buildModel(
      `${shop}  - {name: p, sql_table: p, dimensions: [{name: d, type: string, sql: "{orders.statu}"}]}`,
    );
    expect(problems[0]?.hint).toBe('Did you mean status?');
  });

  it('suggest escaping braces that belong to the SQL', () => {
    const { problems } = buildModel(ordersCube('dimensions: [{name: d, type: string, sql: "\'{}\'::jsonb"}]'));
    expect(problems[0]?.hint).toContain('Write \\{\\} in a block scalar');
  });
});

describe('cycles', () => {
  it('between members are named as a chain', () => {
    const measures =
      '[{name: a, type: number, sql: "{b}"}, {name: b, type: number, sql: "{c}"}, {name: c, type: number, sql: "{a} + 1"}]';
    expect(problemsOf(ordersCube(`measures: ${measures}`))).toEqual([
      'Members refer to each other in a circle: orders.a -> orders.b -> orders.c -> orders.a',
    ]);
  });

  it('between members of two cubes disable both', () => {
    const build = buildModel(`cubes:
  - {name: a, sql_table: a, measures: [{name: x, type: number, sql: "{b.y}"}]}
  - {name: b, sql_table: b, measures: [{name: y, type: number, sql: "{a.x}"}]}
  - {name: c, sql_table: c}`);
    expect(messages(build.problems)).toEqual(['Members refer to each other in a circle: a.x -> b.y -> a.x']);
    expect(build.pieces.map(({ name }) => name)).toEqual(['c']);
  });

  it('of one member with itself are refused', () => {
    expect(problemsOf(ordersCube('dimensions: [{name: a, type: string, sql: "{a}"}]'))).toEqual([
      'Members refer to each other in a circle: orders.a -> orders.a',
    ]);
  });

  it('between sources, and between definitions that extend each other, are refused', () => {
    expect(
      problemsOf(
        'cubes:\n  - {name: a, sql: "SELECT * FROM {b.sql()}"}\n  - {name: b, sql: "SELECT 1 FROM {a.sql()}"}',
      ),
    ).toEqual(['Cubes are built on each other in a circle: a -> b -> a']);
    const build = buildModel('cubes: [{name: a, extends: b}, {name: b, extends: a}]');
    expect(messages(build.problems)).toEqual(['Definitions extend each other: a -> b -> a']);
    expect(build.unavailable.map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
  });
});

describe('joins', () => {
  it('need a primary key on every cube whose aggregates repeated rows would falsify', () => {
    const build = buildModel(shop.replace(', primary_key: true}\n      - {name: status', '}\n      - {name: status'));
    expect(messages(build.problems)).toEqual([
      "primary key for 'orders' is required when join is defined in order to make aggregates work properly",
    ]);
  });

  it('need no key for distinct counts, minima and maxima', () => {
    expect(
      problemsOf(
        `${shop}  - {name: p, sql_table: p, joins: [{name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders.id}"}], measures: [{name: a, type: min, sql: a}, {name: b, type: count_distinct, sql: b}]}`,
      ),
    ).toEqual([]);
  });

  it('lead to cubes that exist', () => {
    expect(problemsOf(ordersCube('joins: [{name: nobody, relationship: many_to_one, sql: "1 = 1"}]'))).toEqual([
      "Cube nobody doesn't exist",
    ]);
  });

  it('lead to each cube once', () => {
    const join = '{name: orders, relationship: many_to_one, sql: "{CUBE}.o = {orders.id}"}';
    expect(problemsOf(extended(`- {name: p, sql_table: p, joins: [${join}, ${join}]}`))).toEqual([
      "p cube: more than one join to 'orders'",
    ]);
  });

  it('use columns of the two cubes they join', () => {
    expect(
      problemsOf(
        extended(
          '- {name: p, sql_table: p, joins: [{name: orders, relationship: many_to_one, sql: "{CUBE}.o = {customers}.id"}]}',
        ),
      ),
    ).toEqual(["The join from 'p' to 'orders' uses columns of 'customers', which it does not join"]);
  });

  it('report two cubes with the same SQL alias', () => {
    const text = 'cubes: [{name: a, sql_table: t, sql_alias: x}, {name: b, sql_table: t, sql_alias: x}]';
    const { problems, notices, pieces } = buildModel(text);
    expect([problems, pieces.length]).toEqual([[], 2]);
    expect(codes(notices)).toEqual(['model.duplicate-alias', 'model.duplicate-alias']);
  });
});

it('reports every problem of a cube at once', () => {
  const text = ordersCube(`titel: x
dimensions:
  - {name: a, type: text, sql: a}
  - {name: b, type: string, sql: "{ghost}"}
measures:
  - {name: m, type: sum, sql: a, links: [{name: n}]}
  - {name: n, type: avg, sql: "{m}"}
joins:
  - {name: nobody, relationship: many_to_one, sql: "1 = 1"}`);
  expect(codes(buildModel(text).problems)).toEqual([
    'model.unknown-key',
    'model.not-one-of',
    'model.unresolved',
    'model.key-not-supported',
    'model.measure-in-aggregate',
    'model.unknown-cube',
  ]);
});

it('explains how to write braces of a regular expression', () => {
  const [found] = buildModel(`
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: is_code, type: boolean, sql: "{CUBE}.code ~ '^[A-Z]{2,3}$'" }
`).problems;
  expect(found).toMatchObject({
    code: 'model.braces-without-name',
    hint: String.raw`Write \{2,3\} in a block scalar or single quotes, \\{2,3\\} in double quotes`,
    at: { line: 6, column: 68, length: 5 },
  });
});

describe('meta', () => {
  const withMeta = (meta: string) => `
cubes:
  - name: orders
    sql_table: orders
    meta: ${meta}
    dimensions:
      - { name: id, type: number, sql: id, primary_key: true, public: true, meta: ${meta} }
    measures: [{ name: count, type: count, meta: ${meta} }]
    segments: [{ name: paid, sql: "{CUBE}.paid", meta: ${meta} }]
    hierarchies: [{ name: h, levels: [id] }]
views:
  - name: v
    meta: ${meta}
    cubes: [{ join_path: orders, includes: [{ name: count, meta: ${meta} }] }]
`;

  it.each(['a text', '7', 'true', '[a, b]'])('that is not an object is a problem with its position: %s', (meta) => {
    const { problems } = buildModel(withMeta(meta));
    expect(messages(problems)).toEqual([
      'orders cube: "meta" must be of type object',
      'orders cube: "dimensions.id.meta" must be of type object',
      'orders cube: "measures.count.meta" must be of type object',
      'orders cube: "segments.paid.meta" must be of type object',
      'v view: "meta" must be of type object',
      'v view: "cubes.0.includes.0.meta" must be of type object',
    ]);
    expect(problems.map(placeText).map((place) => place.split(':')[1])).toEqual(['5', '7', '8', '9', '13', '14']);
    expect(problems[0]?.hint).toContain('Give it its own key: meta: {');
  });

  it.each(['{ a: [1, { b: 2 }] }', '{}', ''])('is an object, or absent: %s', (meta) => {
    expect(buildModel(withMeta(meta)).problems).toEqual([]);
  });
});
