import { describe, expect, it } from 'vitest';
import { buildModel, measureOf, memberOf, messages, pieceOf, shop } from '../model-fixture.ts';

const withView = (inclusions: string, more = '') =>
  buildModel(`${shop}views:\n  - name: v\n    ${more}\n    cubes:\n${inclusions.replaceAll(/^/gm, '      ')}\n`);
const namesOf = (inclusions: string) => {
  const view = pieceOf(withView(inclusions), 'v');
  return [...view.dimensions, ...view.measures, ...view.segments].map(({ name }) => name);
};
const problemsOf = (inclusions: string) => messages(withView(inclusions).problems);

describe('a view', () => {
  it('shows all members of a cube, including segments and keys', () => {
    expect(namesOf('- {join_path: orders, includes: "*"}')).toEqual([
      'id',
      'status',
      'created_at',
      'count',
      'total',
      'done',
    ]);
  });

  it('shows the members it lists, without excluded ones', () => {
    expect(namesOf('- {join_path: orders, includes: [total, status]}')).toEqual(['status', 'total']);
    expect(namesOf('- {join_path: orders, includes: "*", excludes: [id, done, nothing_like_this]}')).toEqual([
      'status',
      'created_at',
      'count',
      'total',
    ]);
  });

  it('puts the cube name or its alias before aliases too', () => {
    const list = 'includes: [name, {name: city, alias: town}]';
    expect(namesOf(`- {join_path: orders.customers, prefix: true, ${list}}`)).toEqual([
      'customers_name',
      'customers_town',
    ]);
    expect(namesOf(`- {join_path: orders.customers, prefix: true, alias: buyer, ${list}}`)).toEqual([
      'buyer_name',
      'buyer_town',
    ]);
  });

  it('makes each member an alias with its full path', () => {
    const build = withView('- {join_path: orders.customers, includes: [city]}');
    expect(memberOf(build, 'v.city')).toMatchObject({
      title: 'V City',
      type: 'string',
      expression: { kind: 'alias', member: 'customers.city', path: ['orders', 'customers'] },
    });
  });

  it("keeps declared titles and makes others from the view's name of the member", () => {
    const titled = shop.replace(
      '{name: city, sql: city, type: string}',
      '{name: city, sql: city, type: string, title: Town}',
    );
    const build = buildModel(
      `${titled}views: [{name: v, title: Sales, cubes: [{join_path: orders.customers, prefix: true, includes: [name, city]}]}]`,
    );
    expect(memberOf(build, 'v.customers_name')).toMatchObject({
      title: 'Sales Customers Name',
      shortTitle: 'Customers Name',
    });
    expect(memberOf(build, 'v.customers_city').title).toBe('Sales Town');
  });

  it('may override descriptions of a member', () => {
    const build = withView(
      '- join_path: orders\n  includes:\n    - {name: total, title: Revenue, description: All of it, format: percent_0, meta: {a: 1}}',
    );
    expect(memberOf(build, 'v.total')).toMatchObject({
      shortTitle: 'Revenue',
      description: 'All of it',
      meta: { a: 1 },
      format: { type: 'custom-numeric', value: '.0%', alias: 'percent_0' },
    });
  });

  it('shows members that are hidden in their cube, unless the cube is hidden', () => {
    expect(memberOf(withView('- {join_path: orders, includes: [id]}'), 'v.id').isPublic).toBe(true);
    expect(memberOf(withView('- {join_path: orders, includes: [id]}', 'public: false'), 'v.id').isPublic).toBe(false);
  });

  it('maps included drill members to its own names', () => {
    const build = withView(
      '- {join_path: orders, includes: [total]}\n- {join_path: orders.customers, prefix: true, includes: [city]}',
    );
    expect(measureOf(build, 'v.total').drillMembers).toEqual(['v.customers_city']);
  });

  it('merges a cube that is included twice by the same path', () => {
    expect(
      namesOf('- {join_path: orders, includes: [total]}\n- {join_path: orders, includes: [total, count]}'),
    ).toEqual(['total', 'count']);
  });

  it('inherits the cubes of the view it extends', () => {
    const build = buildModel(`${shop}views:
  - {name: base, public: false, cubes: [{join_path: orders, includes: [total]}]}
  - {name: v, extends: base, public: true, cubes: [{join_path: orders, includes: [count]}]}`);
    expect(pieceOf(build, 'v').measures.map(({ id, isPublic }) => [id, isPublic])).toEqual([
      ['v.total', true],
      ['v.count', true],
    ]);
  });
});

describe('a view cannot', () => {
  it.each([
    ['- {join_path: orders, includes: [ghost]}', "Member 'ghost' is included in 'v' but not defined in any cube"],
    [
      '- {join_path: orders, includes: "*"}\n- {join_path: orders.customers, includes: [count]}',
      "Included member 'count' conflicts with existing member of 'v'. Please consider excluding this member or assigning it an alias.",
    ],
    [
      '- {join_path: orders, includes: [customers.city]}',
      "Paths aren't allowed in cube includes but 'customers.city' provided as include member",
    ],
    [
      '- {join_path: orders, includes: "*", excludes: [a.b]}',
      "Paths aren't allowed in cube excludes but 'a.b' provided as exclude member",
    ],
    ['- {join_path: ghosts, includes: "*"}', "Cube ghosts doesn't exist"],
    ['- {join_path: customers.orders, includes: "*"}', "Can't find join path to join 'customers', 'orders'"],
    ['- {join_path: orders, includes: total}', 'v view: "cubes.0.includes" must be "*" or a list of members'],
    ['- {join_path: orders}', 'v view: "cubes.0.includes" is required'],
    [
      '- {join_path: orders, includes: [{name: total, format: money}]}',
      'v view: "cubes.0.includes.0.format" does not fit a number; it can be number, percent, currency, abbr, accounting, id, decimal (with _0 to _6), or a d3-format specifier',
    ],
  ])('%s', (inclusions, message) => {
    expect(problemsOf(inclusions)).toEqual([message]);
  });

  it('define members of its own', () => {
    const build = buildModel(
      `${shop}views: [{name: v, cubes: [], measures: [{name: x, type: number, sql: "{CUBE}.amount"}]}]`,
    );
    expect(messages(build.problems)).toEqual([
      "View 'v' defines own member 'v.x'. Please move this member definition to one of the cubes.",
    ]);
  });

  it('reach a cube by two paths from one root', () => {
    const join = (to: string) => `{name: ${to}, relationship: many_to_one, sql: "1 = 1"}`;
    const cubes = `cubes:
  - {name: a, sql_table: t, joins: [${join('b')}, ${join('c')}]}
  - {name: b, sql_table: t, joins: [${join('d')}]}
  - {name: c, sql_table: t, joins: [${join('d')}]}
  - {name: d, sql_table: t, dimensions: [{name: x, type: string, sql: x}, {name: y, type: string, sql: y}]}
views:
  - {name: v, cubes: [{join_path: a.b.d, includes: [x]}, {join_path: a.c.d, includes: [y]}]}
  - {name: two_roots, cubes: [{join_path: b.d, includes: [x]}, {join_path: c.d, includes: [y]}]}`;
    const build = buildModel(cubes);
    expect(messages(build.problems)).toEqual([
      "Views can't define multiple join paths to the same cube. View 'v' has multiple paths to 'd' within root 'a': 'a.b.d', 'a.c.d'. Use extends to create a child cube and reference it instead",
    ]);
    expect(pieceOf(build, 'two_roots').dimensions).toHaveLength(2);
  });

  it('be joined, or be counted as rows', () => {
    const build = buildModel(`cubes:
  - {name: a, sql_table: t, joins: [{name: v, relationship: one_to_one, sql: "1 = 1"}]}
  - {name: b, sql_table: t, dimensions: [{name: x, type: string, sql: "{v}.y"}]}
views: [{name: v, cubes: []}]`);
    expect(messages(build.problems)).toEqual([
      "Cube v doesn't exist",
      "'b.x' refers to the view 'v'; definitions refer to cubes only",
    ]);
  });
});
