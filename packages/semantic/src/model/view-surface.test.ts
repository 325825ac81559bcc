import { describe, expect, it } from 'vitest';
import { buildModel, messages, pieceOf, shop } from './model-fixture.ts';
import type { ModelBuild } from './compile-model.ts';
import type { View } from './model.ts';

const model = (view: string, more = '') =>
  buildModel(
    `${shop.replace('    segments:', '    hierarchies:\n      - {name: places, title: Where, levels: [status, customers.city]}\n    segments:')}${more}views:\n  - name: v\n${view.replaceAll(/^/gm, '    ')}\n`,
  );
const plain =
  'cubes: [{join_path: orders, includes: [total, status]}, {join_path: orders.customers, includes: [city]}]\n';
const viewOf = (build: ModelBuild, name = 'v'): View => {
  const piece = pieceOf(build, name);
  if (piece.kind !== 'view') throw new Error(`'${name}' is a cube`);
  return piece;
};
const namesOf = ({ dimensions, measures, segments }: View) =>
  [...dimensions, ...measures, ...segments].map(({ name }) => name);

describe('hierarchies', () => {
  it('belong to a cube and name dimensions of any cube', () => {
    expect(pieceOf(model(plain), 'orders').hierarchies).toEqual([
      {
        id: 'orders.places',
        name: 'places',
        title: 'Where',
        isPublic: true,
        levels: ['orders.status', 'customers.city'],
      },
    ]);
  });

  it('bring the dimensions of their cube into a view, and keep the existing levels', () => {
    const view = viewOf(model('cubes: [{join_path: orders, prefix: true, includes: [places]}]'));
    expect(namesOf(view)).toEqual(['orders_status']);
    expect(view.hierarchies).toEqual([
      {
        id: 'v.orders_places',
        name: 'orders_places',
        title: 'Where',
        isPublic: true,
        levels: ['v.orders_status'],
        aliasOf: 'orders.places',
      },
    ]);
  });

  it('use a level under its alias', () => {
    const includes = '[places, {name: status, alias: state}]';
    const view = viewOf(
      model(`cubes: [{join_path: orders, includes: ${includes}}, {join_path: orders.customers, includes: [city]}]`),
    );
    expect(namesOf(view)).toEqual(['state', 'city']);
    expect(view.hierarchies.map(({ levels }) => levels)).toEqual([['v.state', 'v.city']]);
  });

  it('disappear without levels, and can be excluded by name', () => {
    const none = model('cubes: [{join_path: orders, includes: "*", excludes: [status]}]');
    expect(viewOf(none).hierarchies).toEqual([]);
    const excluded = model('cubes: [{join_path: orders, includes: "*", excludes: [places]}]');
    expect(viewOf(excluded).hierarchies).toEqual([]);
  });

  it.each([
    [
      'levels: [total]',
      "Only dimensions can be part of a hierarchy. Please remove the 'total' member from the 'h' hierarchy.",
    ],
    [
      'levels: [customers]',
      "Only dimensions can be part of a hierarchy. Please remove the 'customers' member from the 'h' hierarchy.",
    ],
    ['levels: [ghost]', "orders.ghost cannot be resolved. There's no such member or cube."],
    ['levels: []', 'orders cube: "hierarchies.h.levels" is not allowed to be empty'],
    ['title: H', 'orders cube: "hierarchies.h.levels" is required'],
  ])('are refused: %s', (keys, message) => {
    const build = buildModel(shop.replace('    segments:', `    hierarchies: [{name: h, ${keys}}]\n    segments:`));
    expect(messages(build.problems)).toEqual([message]);
  });

  it('share their namespace with members', () => {
    const twice =
      '    hierarchies: [{name: h, levels: [status]}, {name: h, levels: [status]}, {name: total, levels: [status]}]\n    segments:';
    expect(messages(buildModel(shop.replace('    segments:', twice)).problems)).toEqual([
      "Member names must be unique within a cube. Found duplicate hierarchies 'h' in cube 'orders'.",
      'orders cube: total defined more than once',
    ]);
  });
});

describe('split', () => {
  const split =
    'cubes: [{join_path: orders, includes: [total]}, {join_path: orders.customers, split: true, includes: [name]}, {join_path: orders.customers, split: true, includes: [city]}, {join_path: orders.items, alias: lines, split: true, includes: [count]}]';

  it('moves members to views named after the cube or its alias', () => {
    const build = model(split);
    expect(messages(build.problems)).toEqual([]);
    expect(namesOf(viewOf(build))).toEqual(['total']);
    expect(namesOf(viewOf(build, 'v_customers'))).toEqual(['name', 'city']);
    expect(namesOf(viewOf(build, 'v_lines'))).toEqual(['count']);
    expect(viewOf(build, 'v_lines').measures[0]?.expression).toEqual({
      kind: 'alias',
      member: 'items.count',
      path: ['orders', 'items'],
    });
  });

  it('applies to views that extend the view', () => {
    const build = buildModel(`${shop}views:\n  - {name: base, ${split}}\n  - {name: v, extends: base}\n`);
    expect(build.pieces.filter(({ kind }) => kind === 'view').map(({ name }) => name)).toEqual([
      'base',
      'base_customers',
      'base_lines',
      'v',
      'v_customers',
      'v_lines',
    ]);
  });

  it('is not a prefix, and takes no existing name', () => {
    const both = model('cubes: [{join_path: orders, split: true, prefix: true, includes: [total]}]');
    expect(messages(both.problems)).toEqual(['Using split together with prefix is not supported']);
    const taken = buildModel(`${shop}views:\n  - {name: v_customers, cubes: []}\n  - {name: v, ${split}}\n`);
    expect(messages(taken.problems)).toEqual(["Found duplicate view name 'v_customers'."]);
  });
});

describe('folders', () => {
  const foldersOf = (folders: string) => viewOf(model(`${plain}folders: ${folders}`)).folders;

  it('hold members, folders, everything, or the members of a path', () => {
    expect(
      foldersOf(
        '[{name: a, title: A, includes: [status, {name: b, includes: [total]}]}, {name: c, includes: "*"}, {name: d, includes: [{join_path: orders.customers}, "*"]}]',
      ),
    ).toEqual([
      { name: 'a', title: 'A', items: ['v.status', { name: 'b', items: ['v.total'] }] },
      { name: 'c', items: ['v.total', 'v.status', 'v.city'] },
      { name: 'd', items: ['v.city', 'v.total', 'v.status', 'v.city'] },
    ]);
  });

  it('of an extended view come first', () => {
    const build = buildModel(`${shop}views:
  - {name: base, cubes: [{join_path: orders, includes: [total]}], folders: [{name: a, includes: [total]}]}
  - {name: v, extends: base, cubes: [{join_path: orders, includes: [count]}], folders: [{name: b, includes: [count]}]}`);
    expect(viewOf(build).folders.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each([
    [
      '[{name: f, includes: []}, {name: f, includes: []}]',
      "Folder names must be unique within a view. Found duplicate folder 'f' in view 'v'.",
    ],
    ['[{name: f, includes: [m]}]', "Member 'm' included in folder 'f' not found"],
    [
      '[{name: f, includes: [orders.total]}]',
      "Paths aren't allowed in the 'folders' but 'orders.total' has been provided for v",
    ],
    [
      '[{name: f, includes: [{join_path: orders.items}]}]',
      "Join path 'orders.items' included in folder 'f' not found in view 'v' cubes definition",
    ],
    ['[{name: f, includes: total}]', 'v view: "folders.0.includes" must be "*" or a list of members'],
    ['[{name: f}]', 'v view: "folders.0.includes" is required'],
    ['[{includes: []}]', 'v view: "folders.0.name" is required'],
    ['[{name: f, includes: [{name: g, include: []}]}]', 'v view: "folders.0.includes.0.include" is not allowed'],
  ])('are refused: %s', (folders, message) => {
    expect(messages(model(`${plain}folders: ${folders}`).problems)).toContain(message);
  });
});

describe('groups of views', () => {
  it('can be defined on either side', () => {
    const groups =
      'view_groups:\n  - {name: sales_team, description: Theirs, views: [w, nobody]}\n  - {name: other, title: The rest}\n';
    const build = model(`${plain}view_group: other\n`, groups);
    const more = buildModel({ 'a.yml': groups, 'b.yml': `${shop}views: [{name: w, cubes: [], view_groups: [other]}]` });
    expect(viewOf(build).groups).toEqual([{ name: 'other', title: 'The rest' }]);
    expect(viewOf(more, 'w').groups).toEqual([
      { name: 'sales_team', title: 'Sales Team', description: 'Theirs' },
      { name: 'other', title: 'The rest' },
    ]);
  });

  it('are defined exactly once', () => {
    expect(messages(model(`${plain}view_groups: [g]`).problems)).toEqual([
      'View "v" references view group "g" which is not defined. Define it using view_group(\'g\', { ... }).',
    ]);
    const twice = { 'a.yml': 'view_groups: [{name: sales}]', 'b.yml': 'view_groups: [{name: sales}]' };
    expect(messages(buildModel(twice).problems)).toEqual(["Found duplicate view group name 'sales'."]);
    expect(messages(buildModel('view_groups: [{title: S}]').problems)).toEqual([
      'name isn\'t defined for view group: {"title":"S"}',
    ]);
  });
});

describe('default filters', () => {
  const problemsOf = (filter: string) => messages(model(`${plain}default_filters: [${filter}]`).problems);

  it('name members of the view, also with its name', () => {
    const build = model(
      `${plain}default_filters: [{member: v.status, operator: not_equals, values: void, unless: [v.city]}]`,
    );
    expect(viewOf(build).defaultFilters).toEqual([
      { member: 'v.status', operator: 'notEquals', values: ['void'], unless: ['v.city'] },
    ]);
  });

  it.each([
    [
      '{member: ghost, operator: set}',
      "Member 'ghost' used as member in default value filter is not included in view 'v'",
    ],
    [
      '{member: status, operator: set, unless: [ghost]}',
      "Member 'ghost' used as member in default value filter is not included in view 'v'",
    ],
    ['{member: status, operator: equals}', 'v view: "default_filters.0.values" is required'],
    ['{member: status, operator: equals, values: []}', 'v view: "default_filters.0.values" is not allowed to be empty'],
    [
      '{member: total, operator: gt, values: [many]}',
      "The default filter of view 'v' cannot be used: 'many' is not a number",
    ],
    ['{operator: set}', 'v view: "default_filters.0.member" is required'],
    [
      '{member: status, operator: set, values: [a]}',
      'v view: "default_filters.0" takes either operator: set or values, not both',
    ],
    [
      '{member: status, operator: inDateRange, values: [last week]}',
      "The default filter of view 'v' cannot be used: inDateRange takes two values",
    ],
  ])('are refused: %s', (filter, message) => {
    expect(problemsOf(filter)).toContain(message);
  });

  it('use the operators of queries', () => {
    expect(problemsOf('{member: status, operator: like, values: [a]}')).toEqual([
      `v view: "default_filters.0.operator" names no operator: 'like'`,
    ]);
  });
});

describe('own members', () => {
  const problemsOf = (keys: string) => messages(model(`${plain}${keys}`).problems);

  it('refer to included members', () => {
    const build = model(
      `${plain}measures: [{name: half, type: number, sql: "{total} / 2", title: Half}]\nsegments: [{name: done, sql: "{v.status} = 'done'"}]`,
    );
    expect(messages(build.problems)).toEqual([]);
    expect(viewOf(build).measures[1]).toMatchObject({
      id: 'v.half',
      title: 'V Half',
      expression: { kind: 'calculated', sql: { parts: [{ kind: 'member', member: 'v.total' }, { kind: 'text' }] } },
    });
  });

  it.each([
    'measures: [{name: x, type: sum, sql: "{CUBE}.amount"}]',
    'measures: [{name: x, type: sum, sql: amount}]',
    'measures: [{name: x, type: count}]',
    'measures: [{name: x, type: number, sql: "1 + 1"}]',
    'measures: [{name: x, type: number, sql: "SUM({total})"}]',
    'dimensions: [{name: x, type: string, sql: status}]',
    'dimensions: [{name: x, type: string, sql: "{CUBE}.status || {city}"}]',
    'dimensions: [{name: x, type: number, sub_query: true, sql: "{total}"}]',
    'dimensions: [{name: x, type: string, sql: "{status}", primary_key: true}]',
    'segments: [{name: x, sql: "{CUBE}.status = 1"}]',
  ])('are refused otherwise: %s', (keys) => {
    expect(problemsOf(keys)).toEqual([
      "View 'v' defines own member 'v.x'. Please move this member definition to one of the cubes.",
    ]);
  });

  it.each([
    ['sql: "{CUBE}.amount"', 'It reads columns, which only cubes have'],
    ['grain: {}', 'It names no member of the view'],
  ])('explain why multi-stage measures are refused in them: %s', (keys, hint) => {
    const { problems } = model(`${plain}measures: [{name: x, type: count, multi_stage: true, ${keys}}]`);
    expect(problems.map((one) => [one.code, one.hint])).toEqual([['model.view-own-member', hint]]);
  });

  it.each([
    ['sql: "{total}", grain: {exclude: [statu]}', "v.statu cannot be resolved. There's no such member or cube."],
    [
      'sql: "{total}", time_shift: [{time_dimension: status, interval: 1 day, type: prior}]',
      "'status' is not a time dimension, so it cannot be shifted",
    ],
    [
      'case: {switch: "{cur}", when: [{value: us, sql: "{total}"}]}',
      "'v.x' has a branch for 'us', which is not a value of 'v.cur'",
    ],
  ])('report a wrong name: %s', (keys, message) => {
    const own = 'dimensions: [{name: cur, type: switch, values: [usd, eur]}]\n';
    expect(problemsOf(`${own}measures: [{name: x, type: sum, multi_stage: true, ${keys}}]`)).toEqual([message]);
  });

  it.each([
    'measures: [{name: a, type: number, sql: "{b}"}, {name: b, type: number, sql: "{a}"}]',
    'dimensions: [{name: a, type: string, sql: "{b}"}, {name: b, type: string, sql: "{a}"}]',
    'segments: [{name: a, sql: "{b}"}, {name: b, sql: "{a}"}]',
    'measures: [{name: a, type: sum, multi_stage: true, sql: "{b}"}, {name: b, type: number, sql: "{a}"}]',
  ])('never refer to each other: %s', (keys) => {
    expect(problemsOf(keys)).toEqual(['Members refer to each other in a circle: v.a -> v.b -> v.a']);
  });

  it('name members of the view in metadata', () => {
    const build = model(
      `${plain}dimensions: [{name: state, type: string, sql: "{status}", key: city}]\nmeasures: [{name: half, type: number, sql: "{total} / 2", drill_members: [status, v.state, total]}]`,
    );
    expect(viewOf(build).measures.at(-1)?.drillMembers).toEqual(['v.status', 'v.state', 'v.total']);
    expect(viewOf(build).dimensions.at(-1)?.key).toBe('v.city');
  });

  it('report unknown names, and have unique names', () => {
    expect(problemsOf('measures: [{name: x, type: number, sql: "{ghost} / 2"}]')).toEqual([
      "v.ghost cannot be resolved. There's no such member or cube.",
    ]);
    expect(problemsOf('measures: [{name: total, type: number, sql: "{total} / 2"}]')).toEqual([
      "Included member 'total' conflicts with existing member of 'v'. Please consider excluding this member or assigning it an alias.",
    ]);
    expect(problemsOf('measures: [{name: x, type: number}]')).toEqual(['v view: "measures.x.sql" is required']);
  });
});
