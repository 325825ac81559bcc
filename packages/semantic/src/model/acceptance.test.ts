import { describe, expect, it } from 'vitest';
import {
  buildModel,
  codes,
  cubeOf,
  messages,
  measureOf,
  ordersCube,
  pieceOf,
  placeText,
  shop,
} from './model-fixture.ts';

/** Acceptance cases of the model language other than queries. */
describe('model errors', () => {
  it('DM-36: a joined cube whose counts could multiply needs a primary key', () => {
    const build = buildModel(
      shop.replace(
        '{name: id, sql: id, type: number, primary_key: true}\n      - {name: status',
        '{name: id, sql: id, type: number}\n      - {name: status',
      ),
    );
    expect(messages(build.problems)).toEqual([
      "primary key for 'orders' is required when join is defined in order to make aggregates work properly",
    ]);
  });

  it('DM-37: a join leads to a cube that exists', () => {
    const build = buildModel(
      ordersCube('joins: [{name: nobody, relationship: many_to_one, sql: "{CUBE}.x = {nobody}.x"}]'),
    );
    expect(messages(build.problems)).toEqual(["Cube nobody doesn't exist"]);
  });

  it('DM-130: a file holds cubes, views and view_groups', () => {
    expect(messages(buildModel('models: []').problems)).toEqual([
      "Unexpected YAML key: models. Only 'cubes', 'views', and 'view_groups' are allowed here.",
    ]);
  });

  it('DM-131: a measure has one definition', () => {
    const { problems } = buildModel(
      ordersCube('measures:\n  - {name: count, type: count}\n  - {name: count, type: count}'),
    );
    expect(messages(problems)).toEqual([
      "Member names must be unique within a cube. Found duplicate measure 'count' in cube 'orders'.",
    ]);
    expect(problems.map(placeText)).toEqual(['model.yml:6:16']);
  });

  it('DM-132: a dimension and a measure have different names', () => {
    const build = buildModel(
      ordersCube('dimensions: [{name: x, sql: x, type: string}]\nmeasures: [{name: x, type: count}]'),
    );
    expect(messages(build.problems)).toEqual(['orders cube: x defined more than once']);
  });

  it('DM-133: a cube is defined in one file, and both files are named', () => {
    const one = ordersCube('measures: [{name: count, type: count}]');
    const { problems } = buildModel({ 'a.yml': one, 'b.yml': one });
    expect(messages(problems)).toEqual(["Found duplicate cube name 'orders'.", "Found duplicate cube name 'orders'."]);
    expect(problems.map(placeText)).toEqual(['a.yml:2:11', 'b.yml:2:11']);
    expect(problems.map(({ hint }) => hint)).toEqual(['Also defined in b.yml', 'Also defined in a.yml']);
  });

  it('DM-134: members are a list', () => {
    const build = buildModel(ordersCube('dimensions: {id: {sql: id, type: number}}'));
    expect(messages(build.problems)).toEqual(['dimensions must be defined as array']);
  });

  it('DM-135: a cube has one source', () => {
    expect(messages(buildModel(ordersCube('sql: SELECT 1')).problems)).toEqual([
      'orders cube: You must use either sql or sqlTable within a model, but not both',
    ]);
  });

  it('DM-139: an empty file and an empty list mean nothing', () => {
    const { problems, pieces } = buildModel({
      'empty.yml': '',
      'comment.yml': '# nothing yet\n',
      'nothing.yml': 'cubes:\nviews: []\nview_groups:\n',
      'orders.yml': ordersCube('measures:\ndimensions: []\nsegments:\njoins:\nhierarchies:\npre_aggregations:'),
    });
    expect(problems).toEqual([]);
    expect(pieces.map(({ name }) => name)).toEqual(['orders']);
  });

  it('are all listed in one report', () => {
    const build = buildModel({
      'a.yml': 'models: []\ncubes: [{name: a, sql_table: t, title: "", measures: [{name: m, type: sun, sql: x}]}]',
      'b.yml': 'cubes: [{name: b, sql_table: t, dimensions: [{name: d, type: string, sql: "{ghost}"}]}]',
      'c.yml': 'cubes:\n\t- a',
    });
    expect(codes(build.problems)).toEqual([
      'model.unknown-top-level-key',
      'model.empty',
      'model.not-one-of',
      'model.unresolved',
      'model.yaml',
    ]);
  });
});

describe('DM-136: a model in camelCase', () => {
  const snake = `
cubes:
  - name: date_cube
    sql_table: t
    sql_alias: d
    data_source: default
    rewrite_queries: false
    refresh_key: { every: 1 hour }
    meta: { some_key: { inner_key: 1 } }
    joins:
      - { name: other_cube, relationship: many_to_one, sql: "{CUBE}.some_id = {other_cube.id}" }
    dimensions:
      - { name: id, sql: some_id, type: number, primary_key: true, suggest_filter_values: false }
      - { name: created_at, sql: created_at, type: time, granularities: [{ name: half_year, interval: 6 months }] }
      - { name: orders_n, sql: "{other_cube.distinct_n}", type: number, sub_query: true, propagate_filters_to_sub_query: true }
    measures:
      - { name: distinct_n, type: count_distinct, sql: some_column, drill_members: [created_at] }
      - { name: approx_n, type: count_distinct_approx, sql: some_column }
      - { name: count, type: count }
    hierarchies: [{ name: dates, levels: [created_at] }]
    pre_aggregations:
      - { name: main, measures: [count], time_dimension: created_at, granularity: day, partition_granularity: month }
  - name: other_cube
    sql_table: o
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: distinct_n, type: count_distinct, sql: some_column }]
views:
  - name: some_view
    view_groups: [some_group]
    cubes:
      - { join_path: date_cube, includes: "*" }
      - { join_path: date_cube.other_cube, prefix: true, includes: [distinct_n] }
    default_filters: [{ member: created_at, operator: in_date_range, values: ["2024-01-01", "2024-01-31"] }]
    folders: [{ name: Some Folder, includes: [{ join_path: date_cube.other_cube }] }]
view_groups: [{ name: some_group }]
`;
  const values = ['many_to_one', 'count_distinct_approx', 'count_distinct', 'in_date_range'];
  const keys = [
    'sql_table',
    'sql_alias',
    'data_source',
    'rewrite_queries',
    'refresh_key',
    'primary_key',
    'suggest_filter_values',
    'sub_query',
    'propagate_filters_to_sub_query',
    'drill_members',
    'pre_aggregations',
    'time_dimension',
    'partition_granularity',
    'view_groups',
    'join_path',
    'default_filters',
  ];

  it('means the same in every part', () => {
    let camel = snake;
    const twin = (word: string) => word.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const key of keys) camel = camel.replaceAll(new RegExp(`\\b${key}:`, 'g'), `${twin(key)}:`);
    for (const value of values) camel = camel.replaceAll(new RegExp(`: ${value}\\b`, 'g'), `: ${twin(value)}`);
    expect(camel).toContain('propagateFiltersToSubQuery');
    const [one, other] = [buildModel(snake), buildModel(camel)];
    expect(messages(one.problems)).toEqual([]);
    expect(messages(other.problems)).toEqual([]);
    expect(other.pieces).toEqual(one.pieces);
  });
});

describe('extends', () => {
  const base = `cubes:
  - name: base
    sql_table: t
    title: Basis
    description: Theirs
    public: false
    joins: [{name: x, relationship: many_to_one, sql: "{CUBE}.x = {x.id}"}, {name: y, relationship: many_to_one, sql: "{CUBE}.y = {y.id}"}]
    dimensions: [{name: id, sql: id, type: number, primary_key: true}, {name: at, sql: at, type: time}, {name: a, sql: "{CUBE}.a", type: string, title: A, description: Old}]
    measures: [{name: count, type: count}]
    segments: [{name: s, sql: "{CUBE}.a = 1"}]
    hierarchies: [{name: h, levels: [a]}, {name: k, levels: [a]}]
    pre_aggregations: [{name: one, measures: [count]}, {name: two, measures: [count]}]
  - {name: x, sql_table: x, dimensions: [{name: id, sql: id, type: number, primary_key: true}]}
  - {name: y, sql_table: y, dimensions: [{name: id, sql: id, type: number, primary_key: true}]}
  - {name: z, sql_table: z, dimensions: [{name: id, sql: id, type: number, primary_key: true}]}
`;
  const child = (keys: string) => cubeOf(buildModel(`${base}  - {name: child, extends: base, ${keys}}\n`), 'child');

  it('takes members of every kind, and replaces a definition whole', () => {
    const cube = child(
      'dimensions: [{name: a, sql: b, type: number}, {name: c, sql: c, type: string}], hierarchies: [{name: h, levels: [c, a]}]',
    );
    expect(cube.dimensions.map(({ name }) => name)).toEqual(['id', 'at', 'a', 'c']);
    expect(cube.dimensions[2]).toMatchObject({ type: 'number', shortTitle: 'A', title: 'Basis A' });
    expect(cube.dimensions[2]).not.toHaveProperty('description');
    expect(cube.hierarchies.map(({ id, levels }) => [id, levels])).toEqual([
      ['child.k', ['child.a']],
      ['child.h', ['child.c', 'child.a']],
    ]);
    expect(cube.segments.map(({ id }) => id)).toEqual(['child.s']);
    expect(cube.primaryKey).toEqual(['child.id']);
  });

  it('resolve {CUBE} to the child', () => {
    expect(child('public: true').dimensions[2]?.expression).toEqual({
      kind: 'sql',
      sql: {
        parts: [
          { kind: 'cube', cube: 'child' },
          { kind: 'text', text: '.a' },
        ],
      },
    });
  });

  it('put the joins of the base first, and pre-aggregations of the child', () => {
    const cube = child(
      'joins: [{name: z, relationship: many_to_one, sql: "{CUBE}.z = {z.id}"}], pre_aggregations: [{name: three, measures: [count]}, {name: two, measures: [count]}]',
    );
    expect(cube.joins.map(({ from, to }) => [from, to])).toEqual([
      ['child', 'x'],
      ['child', 'y'],
      ['child', 'z'],
    ]);
    expect(cube.preAggregations.map(({ name }) => name)).toEqual(['three', 'two', 'one']);
  });

  it('inherit scalars unless the child sets them, and one source hides the other', () => {
    expect(child('title: Child')).toMatchObject({ title: 'Child', description: 'Theirs', isPublic: false });
    expect(child('sql: SELECT 1').source).toEqual({
      kind: 'select',
      sql: { parts: [{ kind: 'text', text: 'SELECT 1' }] },
    });
    expect(child('public: true').source).toEqual({ kind: 'table', table: { parts: [{ kind: 'text', text: 't' }] } });
  });

  it('leave the base unchanged, also over two generations', () => {
    const build = buildModel(
      `${base}  - {name: child, extends: base, measures: [{name: count, type: sum, sql: a}]}\n  - {name: grandchild, extends: child, public: true}\n`,
    );
    expect(measureOf(build, 'base.count').aggregateType).toBe('count');
    expect(measureOf(build, 'grandchild.count').aggregateType).toBe('sum');
    expect(pieceOf(build, 'grandchild').title).toBe('Basis');
  });
});

describe('names', () => {
  it('that are keywords of Python work, with a note', () => {
    const build = buildModel(
      'cubes: [{name: class, sql_table: t, dimensions: [{name: from, sql: a, type: string}, {name: Form, sql: "{from}", type: string}]}]\nviews: [{name: None, cubes: []}]',
    );
    expect(build.problems).toEqual([]);
    expect(messages(build.notices)).toEqual([
      "'class' is a keyword of Python; other tools that read this model may refuse it as a name",
      "'from' is a keyword of Python; other tools that read this model may refuse it as a name",
      "'None' is a keyword of Python; other tools that read this model may refuse it as a name",
    ]);
  });

  it('may differ in case only', () => {
    const build = buildModel(
      'cubes: [{name: a, sql_table: t, dimensions: [{name: x, sql: x, type: string}, {name: X, sql: y, type: string}]}, {name: A, sql_table: t}]',
    );
    expect(messages(build.problems)).toEqual([]);
  });
});

describe('pre-aggregations', () => {
  const problemsOf = (granularity: string) =>
    messages(
      buildModel(
        ordersCube(`dimensions: [{name: at, sql: at, type: time, granularities: [{name: fiscal, interval: 1 year, offset: 1 month}]}]
pre_aggregations: [{name: p, time_dimension: at, granularity: ${granularity}}]`),
      ).problems,
    );

  it('know the granularities of their dimension', () => {
    expect(problemsOf('day')).toEqual([]);
    expect(problemsOf('fiscal')).toEqual([]);
    expect(problemsOf('fiscl')).toEqual(['Granularity "fiscl" does not exist in dimension orders.at']);
  });
});
