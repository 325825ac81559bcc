import { describe, expect, it } from 'vitest';
import { compileModel } from './compile-model.ts';
import { buildModel, codes, messages, pieceOf, placeText, underlined, reportedOf } from './model-fixture.ts';

/** A cube with one policy, whose keys follow in the flow style of YAML. */
function policy(keys: string): string {
  return cube(`[{${keys}}]`);
}

function cube(policies: string): string {
  return `cubes:
  - name: orders
    sql_table: orders
    access_policy: ${policies}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: amount, sql: amount, type: number}
      - {name: paid, sql: paid, type: boolean}
      - {name: created, sql: created, type: time}
    measures:
      - {name: count, type: count}
      - {name: big, type: count, filters: [{sql: "{amount} > 9"}]}
    segments:
      - {name: done, sql: "{CUBE}.status = 'done'"}
`;
}

const rows = (filter: string) => policy(`row_level: {filters: [{${filter}}]}`);
const condition = (text: string) => policy(`conditions: [{if: ${text}}]`);
const reported = (text: string) => buildModel(text).problems.map(({ message, hint }) => [message, hint]);

describe('a policy is refused', () => {
  it.each([
    [
      rows('member: orders.status, operator: set'),
      `Paths aren't allowed in the accessPolicy policy but 'orders.status' provided as a filter member reference for orders`,
      'orders.status',
    ],
    [
      policy('member_level: {includes: [status, customers.name]}'),
      `Paths aren't allowed in the accessPolicy policy but 'customers.name' provided as an includes member reference for orders`,
      'customers.name',
    ],
    [
      policy('member_level: {excludes: [CUBE.status]}'),
      `Paths aren't allowed in the accessPolicy policy but 'CUBE.status' provided as an excludes member reference for orders`,
      'CUBE.status',
    ],
    [
      policy('member_level: {includes: []}, member_masking: {includes: [a.b]}'),
      `Paths aren't allowed in the accessPolicy policy but 'a.b' provided as a masking includes member reference for orders`,
      'a.b',
    ],
    [
      policy('member_level: {includes: []}, member_masking: {excludes: [a.b]}'),
      `Paths aren't allowed in the accessPolicy policy but 'a.b' provided as a masking excludes member reference for orders`,
      'a.b',
    ],
    [
      policy('member_masking: {includes: "*"}'),
      'access_policy for orders defines member_masking without member_level. member_level is required when member_masking is used',
      'member_masking',
    ],
    [
      policy('role: boss, group: [a, b]'),
      `Access policy cannot have both 'role' and 'group' properties. A policy of orders has role "boss" and group ["a","b"]. Use either 'role' or 'group', not both.`,
      'group',
    ],
    [
      policy('groups: [a], role: boss'),
      `Access policy cannot have both 'role' and 'groups' properties. A policy of orders has role "boss" and groups ["a"]. Use either 'role' or 'groups', not both.`,
      'groups',
    ],
    [
      policy('group: a, groups: [b]'),
      `Access policy cannot have both 'group' and 'groups' properties. A policy of orders has group "a" and groups ["b"]. Use either 'group' or 'groups', not both.`,
      'group',
    ],
    [
      rows('member: status, operator: equals, values: ["{ customers.region }"]'),
      'Cube references are not allowed when evaluating RLS conditions or filters. Found: customers.region',
      '{ customers.region }',
    ],
    [
      condition('"{ status }"'),
      'Cube references are not allowed when evaluating RLS conditions or filters. Found: status',
      '{ status }',
    ],
    [
      policy('member_level: {includes: [stauts]}'),
      `orders.stauts cannot be resolved. There's no such member or cube.`,
      'stauts',
    ],
    [
      policy('member_level: {excludes: [stauts]}'),
      `orders.stauts cannot be resolved. There's no such member or cube.`,
      'stauts',
    ],
    [
      rows('member: secret, operator: set'),
      `orders.secret cannot be resolved. There's no such member or cube.`,
      'secret',
    ],
    [
      policy('member_level: {includes: []}, member_masking: {includes: [done]}'),
      `'orders.done' is a segment and does not belong in member_masking`,
      '[done',
    ],
    [policy('members: [a]'), 'orders cube: "access_policy.0.members" is not allowed', 'members'],
  ])('%#', (text, message, place) => {
    const { problems } = buildModel(text);
    expect(messages(problems)).toEqual([message]);
    expect(underlined(problems[0], text)).toBe(place);
    expect(problems.map(placeText)[0]).toMatch(/^model\.yml:4:\d+$/);
  });

  it('with all its problems', () => {
    const text = policy(
      'group: a, role: b, member_level: {includes: [x.y]}, row_level: {filters: [{member: status, operator: like}]}',
    );
    expect(codes(buildModel(text).problems)).toEqual([
      'model.policy-for-both',
      'model.policy-path',
      'model.unknown-operator',
    ]);
  });

  it('and disables its cube, and the views of it', () => {
    const build = buildModel(
      `${rows('member: ghost, operator: set')}views: [{name: v, cubes: [{join_path: orders, includes: "*"}]}]`,
    );
    expect(build.pieces).toEqual([]);
    expect(build.unavailable.map(({ name }) => name)).toEqual(['orders', 'v']);
  });
});

describe('an empty key is refused, because absent would mean everything', () => {
  it.each([
    [cube(''), 'access_policy'],
    [cube('[]'), 'access_policy'],
    [policy('group: '), 'access_policy.0.group'],
    [policy('groups: []'), 'access_policy.0.groups'],
    [policy('role: null'), 'access_policy.0.role'],
    [policy('conditions: '), 'access_policy.0.conditions'],
    [policy('conditions: []'), 'access_policy.0.conditions'],
    [condition(''), 'access_policy.0.conditions.0.if'],
    [policy('member_level: '), 'access_policy.0.member_level'],
    [policy('member_level: {}'), 'access_policy.0.member_level'],
    [policy('member_level: {includes: }'), 'access_policy.0.member_level.includes'],
    [policy('member_level: {excludes: }'), 'access_policy.0.member_level.excludes'],
    [policy('member_level: {includes: []}, member_masking: '), 'access_policy.0.member_masking'],
    [policy('row_level: '), 'access_policy.0.row_level'],
    [policy('row_level: {}'), 'access_policy.0.row_level'],
    [policy('row_level: {filters: }'), 'access_policy.0.row_level.filters'],
    [policy('row_level: {filters: []}'), 'access_policy.0.row_level.filters'],
    [rows('or: []'), 'access_policy.0.row_level.filters.0.or'],
    [rows('and: '), 'access_policy.0.row_level.filters.0.and'],
    [rows('member: status, operator: equals, values: []'), 'access_policy.0.row_level.filters.0.values'],
    [rows('member: status, operator: equals, values: '), 'access_policy.0.row_level.filters.0.values'],
  ])('%#', (text, path) => {
    expect(messages(buildModel(text).problems)).toEqual([`orders cube: "${path}" is not allowed to be empty`]);
    expect(buildModel(text).pieces).toEqual([]);
  });

  it('also in a view', () => {
    const build = buildModel(`cubes: [{name: a, sql_table: a}]\nviews: [{name: v, cubes: [], access_policy: }]`);
    expect(messages(build.problems)).toEqual(['v view: "access_policy" is not allowed to be empty']);
  });
});

describe('rows', () => {
  it.each([
    ['row_level: {allow_all: false}', 'orders cube: "access_policy.0.row_level.allow_all" must be one of [true]'],
    [
      'row_level: {allow_all: true, filters: [{member: status, operator: set}]}',
      'orders cube: "access_policy.0.row_level" takes either filters or allow_all, not both',
    ],
  ])('of %s', (keys, message) => {
    expect(messages(buildModel(policy(keys)).problems)).toEqual([message]);
  });

  it.each([
    ['operator: equals, values: [a]', 'orders cube: "access_policy.0.row_level.filters.0.member" is required'],
    ['member: status, values: [a]', 'orders cube: "access_policy.0.row_level.filters.0.operator" is required'],
    ['member: status, operator: equals', 'orders cube: "access_policy.0.row_level.filters.0.values" is required'],
    [
      'member: status, operator: set, values: [a]',
      'orders cube: "access_policy.0.row_level.filters.0" takes either operator: set or values, not both',
    ],
    [
      'or: [{member: status, operator: set}], member: status',
      'orders cube: "access_policy.0.row_level.filters.0" takes either or or member, not both',
    ],
    [
      'member: count, operator: gt, values: [1]',
      "A row filter on 'orders.count' cannot be used: it is a measure, and rows are chosen before they are aggregated",
    ],
    [
      'member: done, operator: set',
      "A row filter on 'orders.done' cannot be used: it is a segment, and filters test values",
    ],
    [
      'member: count, operator: measureFilter',
      "A row filter on 'orders.count' cannot be used: it is a measure without filters of rows",
    ],
    [
      'member: status, operator: measureFilter',
      "A row filter on 'orders.status' cannot be used: measureFilter is for measures",
    ],
    [
      'member: amount, operator: contains, values: [a]',
      "A row filter on 'orders.amount' cannot be used: contains is for strings, not a number",
    ],
    [
      'member: status, operator: inDateRange, values: ["2024-01-01", "2024-02-01"]',
      "A row filter on 'orders.status' cannot be used: inDateRange is for times, not a string",
    ],
    [
      'member: paid, operator: gt, values: [true]',
      "A row filter on 'orders.paid' cannot be used: gt does not compare booleans",
    ],
    [
      'member: amount, operator: gt, values: [1, 2]',
      "A row filter on 'orders.amount' cannot be used: gt takes one value",
    ],
    [
      'member: amount, operator: gt, values: [null]',
      "A row filter on 'orders.amount' cannot be used: gt does not compare with null",
    ],
    [
      'member: created, operator: inDateRange, values: ["2024-01-01"]',
      "A row filter on 'orders.created' cannot be used: inDateRange takes two values",
    ],
    [
      'member: created, operator: afterDate, values: [last week]',
      "A row filter on 'orders.created' cannot be used: 'last week' is not a date such as 2024-01-31",
    ],
    [
      'member: amount, operator: equals, values: [ten]',
      "A row filter on 'orders.amount' cannot be used: 'ten' is not a number",
    ],
    [
      'member: paid, operator: equals, values: ["yes"]',
      "A row filter on 'orders.paid' cannot be used: 'yes' is neither true nor false",
    ],
  ])('with the filter {%s}', (filter, message) => {
    expect(messages(buildModel(rows(filter)).problems)).toEqual([message]);
  });

  it.each([
    'member: created, operator: in_date_range, values: ["2024-01-01", "2024-02-01"]',
    'member: status, operator: notIn, values: [a, null, "{ securityContext.x }"]',
    'member: amount, operator: gte, values: 5',
    'member: amount, operator: equals, values: [-1.5e3]',
    'member: paid, operator: equals, values: [true]',
    'member: big, operator: measureFilter',
    'or: [{member: status, operator: set}, {and: [{member: amount, operator: lt, values: [1]}, {member: id, operator: notSet}]}]',
  ])('of {%s} are accepted', (filter) => {
    expect(reported(rows(filter))).toEqual([]);
  });
});

describe('an expression', () => {
  const forms = 'It may read securityContext.x, userAttributes.x and groups, and use and, or, not';
  it.each([
    ['{ securityContext.a == 1 }', "comparisons and arithmetic are not part of it from '== 1 ' on"],
    ['{ securityContext.a + 1 }', "comparisons and arithmetic are not part of it from '+ 1 ' on"],
    ['{ securityContext.a; 1 }', "it cannot be read from '; 1 ' on"],
    ['{ securityContext }', 'an attribute of securityContext is expected: securityContext.region'],
    ['{ groups.a }', 'groups is a list of names'],
    [
      '{ securityContext.a.constructor("x") }',
      "'constructor' is not one of the methods includes, startsWith, endsWith, toLowerCase, toUpperCase",
    ],
    ['{ securityContext.a.includes() }', "'includes' takes one argument"],
    ['{ securityContext.a.toLowerCase(1) }', "'toLowerCase' takes no argument"],
    ['{ (securityContext.a).b }', "'b' is not an attribute of the caller"],
    ['{ securityContext.a[0] }', 'a name in quotes is expected in []'],
    ['{ securityContext.a securityContext.b }', "nothing more is expected before 'securityContext'"],
    ['{ not }', 'a value is expected at the end'],
    ['{ or }', "a value is expected before 'or'"],
    ['{}', 'a value is expected at the end'],
    ['a { securityContext.a }', 'text around the braces is not part of it'],
    ['{ securityContext.a', 'a brace is not closed: { securityContext.a'],
  ])('%s is refused', (text, reason) => {
    const message = `'${text}' cannot be evaluated for a caller: ${reason}`;
    expect(reported(condition(JSON.stringify(text)))).toEqual([[message, forms]]);
  });

  it.each([
    '"{ securityContext.active }"',
    '{ securityContext.active }',
    'securityContext.active',
    'true',
    `"{ security_context.a and (not user_attributes.b or groups.includes('x')) }"`,
    `"{ userAttributes['a b'].toLowerCase().startsWith('x') }"`,
  ])('%s is accepted', (text) => {
    expect(reported(condition(text))).toEqual([]);
  });

  it('that was intended is distinguished from a text', () => {
    expect(reported(rows('member: status, operator: notEquals, values: [securityContext.status]'))).toEqual([
      [
        "'securityContext.status' cannot be evaluated for a caller: in a list it is a text, not an attribute",
        'Write "{ securityContext.status }" for its value',
      ],
    ]);
    expect(reported(rows('member: status, operator: equals, values: done'))).toEqual([
      [
        'access_policy.0.row_level.filters.0.values must be defined as array',
        'Begin each item of values with a dash, or write [done]',
      ],
    ]);
  });
});

describe('a mask', () => {
  const masked = (type: string, mask: string) =>
    buildModel(`cubes: [{name: a, sql_table: a, dimensions: [{name: d, sql: d, type: ${type}, mask: ${mask}}]}]`);

  it.each([
    ['number', '"***"', 'a number whose digits are all kept'],
    ['number', '9007199254740993', 'a number whose digits are all kept'],
    ['boolean', '0', 'true or false'],
    ['time', 'never', `a date such as '1970-01-01'`],
    ['time', '2024-02-30', `a date such as '1970-01-01'`],
  ])('of a %s is not %s', (type, mask, expected) => {
    expect(messages(masked(type, mask).problems)).toEqual([
      `a cube: "dimensions.d.mask" does not fit a ${type}; it can be ${expected}, or sql`,
    ]);
  });

  it.each([
    ['string', '"***"', '***'],
    ['string', '0', '0'],
    ['number', '-1', -1],
    ['boolean', 'false', false],
    ['time', '1970-01-01', '1970-01-01'],
  ])('of a %s may be %s', (type, mask, value) => {
    expect(pieceOf(masked(type, mask), 'a').dimensions[0]?.mask).toEqual({ kind: 'value', value });
  });

  it('may be SQL over the cube and its members, whose names are resolved', () => {
    const build = buildModel(`cubes:
  - name: a
    sql_table: a
    dimensions:
      - {name: d, sql: d, type: string, mask: {sql: "LEFT({CUBE}.d, 1) || {e}"}}
      - {name: e, sql: e, type: string}
    measures:
      - {name: m, type: sum, sql: x, mask: {sql: "COUNT(*)"}}
      - {name: n, type: sum, sql: x, mask: {sql: "{m} * 0"}}`);
    expect(messages(build.problems)).toEqual([]);
    expect(pieceOf(build, 'a').dimensions[0]?.mask).toMatchObject({ kind: 'sql', sql: { parts: { length: 4 } } });
  });

  it.each([
    ['LEFT({ghost}, 1)', "a.ghost cannot be resolved. There's no such member or cube."],
    ['{m}', "'a.d' is a dimension and cannot reference measure 'a.m'"],
    ['{d}', 'Members refer to each other in a circle: a.d -> a.d'],
    ['{e}', 'Members refer to each other in a circle: a.e -> a.d -> a.e'],
  ])('of %s is refused', (sql, message) => {
    const build = buildModel(`cubes:
  - name: a
    sql_table: a
    dimensions:
      - {name: d, sql: d, type: string, mask: {sql: "${sql}"}}
      - {name: e, sql: "{d}", type: string}
    measures: [{name: m, type: count}]`);
    expect(messages(reportedOf(build))).toEqual([message]);
  });
});

describe("a mask of a view's own member", () => {
  const view = (mask: string) =>
    buildModel(`cubes: [{name: a, sql_table: a, dimensions: [{name: d, sql: d, type: string}, {name: e, sql: e, type: string}]}]
views: [{name: v, cubes: [{join_path: a, includes: [d]}], dimensions: [{name: x, sql: "{d} || '!'", type: string, mask: {sql: "${mask}"}}]}]`);

  it('may refer to members of the view', () => expect(messages(view('LEFT({d}, 1)').problems)).toEqual([]));

  it('may refer to members of cubes by their paths', () => expect(messages(view('{a.e}').problems)).toEqual([]));

  it('is not a column', () => {
    expect(messages(view('{CUBE}.e').problems)).toEqual([
      "View 'v' defines own member 'v.x'. Please move this member definition to one of the cubes.",
    ]);
  });

  it('may not form a cycle', () => {
    expect(messages(view('{x}').problems)).toEqual(['Members refer to each other in a circle: v.x -> v.x']);
  });
});

describe('extends', () => {
  const base = cube('[{group: a, member_level: {includes: [status]}}]');
  it('puts the policies of the parent first, applied to the members of the child', () => {
    const build = buildModel(`${base}  - {name: vip, extends: orders, access_policy: [{group: b}]}`);
    expect(messages(build.problems)).toEqual([]);
    const { policies } = pieceOf(build, 'vip');
    expect(policies?.map(({ needs, shows }) => [needs?.names, shows])).toEqual([
      [['a'], ['vip.status']],
      [['b'], 'all'],
    ]);
  });

  it('cannot drop them', () => {
    const build = buildModel(
      `${base}  - {name: vip, extends: orders, access_policy: }\n  - {name: other, extends: orders}`,
    );
    expect(build.pieces.map(({ name }) => name)).toEqual(['orders', 'other']);
    expect(pieceOf(build, 'other').policies).toHaveLength(1);
  });

  it('applies to views as well', () => {
    const build = buildModel(`${base}views:
  - {name: v, cubes: [{join_path: orders, includes: [status]}], access_policy: [{group: a, member_level: {includes: [status]}}]}
  - {name: w, extends: v, access_policy: [{group: b}]}`);
    expect(messages(build.problems)).toEqual([]);
    expect(pieceOf(build, 'w').policies?.map(({ shows }) => shows)).toEqual([['w.status'], 'all']);
  });
});

describe('policies that would be lost', () => {
  it('by a cube built on the source of another one', () => {
    const text = `${cube('[{group: a}]')}  - {name: b, sql: "SELECT * FROM {orders.sql()}"}
  - {name: c, sql_table: c, dimensions: [{name: d, type: number, sql: "(SELECT max(amount) FROM {orders.sql()})"}]}
  - {name: e, sql: "SELECT * FROM {orders.sql()}", access_policy: [{group: "*"}]}`;
    expect(messages(buildModel(text).problems)).toEqual([
      `'b' reads the rows of 'orders', which has an access_policy, and has none itself`,
      `'c' reads the rows of 'orders', which has an access_policy, and has none itself`,
    ]);
    expect(buildModel(text).pieces.map(({ name }) => name)).toEqual(['orders', 'e']);
  });

  it('by a view that splits members off', () => {
    const build = buildModel(`${cube('[{group: a}]')}views:
  - name: v
    cubes: [{join_path: orders, includes: [status], split: true}]
    access_policy: [{group: a}]`);
    expect(codes(build.problems)).toEqual(['model.policy-with-split']);
    expect(build.pieces.map(({ name }) => name)).toEqual(['orders']);
  });
});

it('reads both spellings', () => {
  const snake = policy(
    'member_level: {includes: [status]}, member_masking: {includes: [id]}, row_level: {filters: [{member: status, operator: not_equals, values: [a]}]}',
  );
  const camel = snake
    .replace('access_policy', 'accessPolicy')
    .replace('member_level', 'memberLevel')
    .replace('member_masking', 'memberMasking')
    .replace('row_level', 'rowLevel')
    .replace('not_equals', 'notEquals');
  expect(pieceOf(buildModel(camel), 'orders').policies).toEqual(pieceOf(buildModel(snake), 'orders').policies);
});

it('changes the hash, so that nothing cached under former policies is used', () => {
  const hashOf = (text: string) => pieceOf(buildModel(text), 'orders').hash;
  expect(hashOf(cube('[{group: a}]'))).not.toBe(hashOf(cube('[{group: b}]')));
  expect(hashOf(cube('[{group: a}]'))).toBe(hashOf(cube('[{group: a}]')));
});

it('reads nothing of the security context that would make a variant of the model', () => {
  const text = rows('member: status, operator: equals, values: "{ securityContext.status }"');
  expect(pieceOf(buildModel(text), 'orders').contextPaths).toBeUndefined();
});

it('records what the SQL of a mask reads of it, so that cached answers are kept apart', () => {
  const mask = `{sql: "{SECURITY_CONTEXT.tenant.filter('tenant')}"}`;
  const build =
    buildModel(`cubes: [{name: a, sql_table: a, dimensions: [{name: d, sql: d, type: boolean, mask: ${mask}}]}]
views: [{name: v, cubes: [{join_path: a, includes: [d]}]}]`);
  expect(messages(build.problems)).toEqual([]);
  expect(['a', 'v'].map((name) => pieceOf(build, name).contextPaths)).toEqual([[['tenant']], [['tenant']]]);
});

it('reports the line of a policy that a template wrote', () => {
  const text = `cubes:
  - name: a
    sql_table: a
    access_policy:
{% for group in ['x', 'y'] %}
      - group: {{ group }}
{% endfor %}
`;
  expect(pieceOf(buildModel(text), 'a').policies?.map(({ needs, line }) => [needs?.names, line])).toEqual([
    [['x'], 6],
    [['y'], 6],
  ]);
});

it('is rendered for a caller when templates read COMPILE_CONTEXT', () => {
  const text = `cubes:
  - name: a
    sql_table: a
    access_policy:
      - {group: g, row_level: {filters: [{member: d, operator: equals, values: ['{{ COMPILE_CONTEXT.securityContext.tenant }}']}]}}
    dimensions: [{name: d, sql: d, type: string}]
`;
  const of = (tenant: string) => {
    const inputs = { variables: new Map<string, string>(), context: { tenant } };
    const { build } = compileModel([{ path: 'a.yml', text }], undefined, inputs);
    return pieceOf(build, 'a').policies?.[0]?.rows;
  };
  expect(of('acme')).toEqual([{ kind: 'member', member: 'a.d', operator: 'equals', values: ['acme'] }]);
  expect(of('globex')).toEqual([{ kind: 'member', member: 'a.d', operator: 'equals', values: ['globex'] }]);
});

describe('a filter of a measure over columns of a joined cube', () => {
  const items = `
  - name: items
    sql_table: items
    joins: [{name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders}.id"}]
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    measures: [{name: late, type: count, filters: [{sql: "{orders}.created > '2024-01-01'"}]}]
`;

  it('is accepted when that cube has no policies', () => {
    const open = cube('').replace(/^ *access_policy.*\n/m, '');
    expect(buildModel(open + items).problems).toEqual([]);
  });

  it('is refused when it has policies, which would be bypassed', () => {
    expect(reported(policy('role: x') + items)).toEqual([
      [
        "Member 'items.late' references foreign cubes: orders. Please split and move this definition to corresponding cubes.",
        'Refer to its members instead, to which its access policies apply: {orders.member}',
      ],
    ]);
  });
});
