import { describe, expect, it } from 'vitest';
import { compileQuery } from '../../compile.ts';
import { duckdb } from '../../dialect/duckdb.ts';
import { openAccess } from '../../query/access.ts';
import { accessFor } from '../../query/access/access-for.ts';
import { bindQuery } from '../../plan/build-plan.ts';
import { QueryableMembers } from '../../plan/describe/queryable-members.ts';
import type { Instant } from '../../time/instant.ts';
import { utc } from '../../time/zone.ts';
import { buildModel, codes, messages, pieceOf } from '../model-fixture.ts';
import { indexModel } from '../model-index.ts';

const shop = (more = '') => `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: channel, sql: channel, type: string }
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: count, type: count, drill_members: [id, each] }
      - { name: each, type: number, sql: "{total} / {count}", filters: [{ sql: "{channel} <> 'B2B'" }] }
      - { name: mixed, type: number, sql: "{total} / {customers.count} * LENGTH({channel})" }
      - { name: twice, type: number, sql: "{each} * 2" }
  - name: customers
    sql_table: customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
      - { name: per_order, type: number, sub_query: true, sql: "{orders.each}" }
    measures: [{ name: count, type: count }]
${more}`;
const lines = `  - name: lines
    sql_table: lines
    joins:
      - { name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders}.id" }
      - { name: customers, relationship: many_to_one, sql: "{orders}.customer_id = {customers.id}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: customer, type: string, sql: "{customers.name}" }
      - { name: buyer, type: string, sql: "{lines.customers.name}" }
    measures: [{ name: count, type: count }]
`;

type Names = { readonly measures?: readonly string[]; readonly dimensions?: readonly string[] };

/** Returns the SQL, or the message of the refusal. */
function ask(text: string, { measures = [], dimensions = [] }: Names): string {
  const build = buildModel(text);
  const model = indexModel(build.pieces, build.unavailable);
  const access = accessFor(model, { securityContext: {}, groups: [], roles: [], userAttributes: {} });
  const context = { now: 0 as Instant, access, defaultZone: utc, defaultLimit: 10, maxLimit: 10 };
  const query = { measures, dimensions, segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery(query, model, context);
  const compiled = bound.ok ? compileQuery(bound.value, model, duckdb) : bound;
  return compiled.ok ? compiled.value.text : messages(compiled.problems).join(' | ');
}

const namesOf = (text: string, piece: string) => {
  const { dimensions, measures } = pieceOf(buildModel(text), piece);
  return [...dimensions, ...measures].map(({ name }) => name);
};

describe('a measure that cannot be computed', () => {
  it('is reported with its dependents, and affects nothing else', () => {
    const { problems, notices, unavailable } = buildModel(shop());
    expect([problems, unavailable]).toEqual([[], []]);
    expect(notices.map(({ code, takes }) => [code, takes?.join(', ')])).toEqual([
      ['model.row-in-filter', 'orders.each, orders.twice, customers.per_order'],
      ['model.mixed-measure', 'orders.mixed'],
    ]);
    expect(namesOf(shop(), 'orders')).toEqual(['id', 'channel', 'total', 'count']);
    expect(namesOf(shop(), 'customers')).toEqual(['id', 'name', 'count']);
  });

  it('is answered with the reason, and everything else as before', () => {
    expect(ask(shop(), { measures: ['orders.each'] })).toBe(
      "'orders.each' is unavailable. A filter of 'orders.each' wraps a finished expression and can only test measures",
    );
    expect(ask(shop(), { measures: ['orders.twice'] })).toContain("It needs 'orders.each'. A filter of 'orders.each'");
    expect(ask(shop(), { dimensions: ['customers.per_order'] })).toContain("It needs 'orders.each'");
    expect(ask(shop(), { measures: ['orders.total', 'customers.count'] })).toContain('SELECT');
  });

  it('is dropped from the lists that name it', () => {
    const { measures } = pieceOf(buildModel(shop()), 'orders');
    expect(measures.find(({ name }) => name === 'count')?.drillMembers).toEqual(['orders.id']);
    const view = `views:
  - name: v
    cubes: [{ join_path: orders, includes: [total, each, twice, channel] }]
    folders: [{ name: f, includes: [total, each] }]
    measures: [{ name: own, type: number, sql: "{each} + {total}" }, { name: fine, type: number, sql: "{total} + 1" }]
`;
    const built = buildModel(shop(view));
    expect(built.problems).toEqual([]);
    expect(namesOf(shop(view), 'v')).toEqual(['channel', 'total', 'fine']);
    expect(pieceOf(built, 'v')).toMatchObject({ folders: [{ items: ['v.total'] }] });
    expect(ask(shop(view), { measures: ['v.own'] })).toContain("'v.own' is unavailable");
  });

  it('disables a view whose default filter tests it, because the view would show other numbers', () => {
    const view = `views:
  - name: v
    cubes: [{ join_path: orders, includes: [total, each] }]
    default_filters: [{ member: each, operator: gt, values: ["1"] }]
`;
    expect(namesOf(shop(view), 'v')).toEqual([]);
    expect(ask(shop(view), { measures: ['v.total'] })).toContain("'v.total' is unavailable. It needs 'orders.each'");
  });

  it('disables a cube whose primary key is made of it', () => {
    const text = shop().replace('name: per_order,', 'name: per_order, primary_key: true,');
    expect(ask(text, { measures: ['customers.count'] })).not.toContain('SELECT');
  });

  it('is reported once when other cubes inherit it', () => {
    const { notices } = buildModel(shop('  - { name: more, extends: orders }\n'));
    expect(notices.map(({ takes }) => takes?.join(', '))).toEqual([
      'orders.each, orders.twice, customers.per_order, more.each, more.twice',
      'orders.mixed, more.mixed',
    ]);
  });

  it('is reported in addition to what disables the whole cube', () => {
    const { problems } = buildModel(shop().replace('name: customers, relation', 'name: ghost, relation'));
    expect(codes(problems)).toEqual(expect.arrayContaining(['model.unknown-cube', 'model.row-in-filter']));
  });
});

describe('a member with an ambiguous definition', () => {
  const withMember = (member: string) =>
    shop().replace('- { name: count, type: count, drill', `${member}\n      - { name: count, type: count, drill`);
  it.each([
    ['model.unresolved', '- { name: lost, type: sum, sql: "{channl}" }'],
    ['model.foreign-cube', '- { name: lost, type: sum, sql: "{customers}.worth" }'],
    [
      'model.time-shift-of-no-time',
      '- { name: lost, type: number, multi_stage: true, sql: "{total}", time_shift: [{ time_dimension: channel, interval: 1 year, type: prior }] }',
    ],
  ])('is a problem, %s, and has no dependents', (code, member) => {
    const { problems, unavailable } = buildModel(withMember(member));
    expect(problems.map((one) => [one.code, one.takes])).toEqual([[code, ['orders.lost']]]);
    expect(unavailable).toEqual([]);
    expect(ask(withMember(member), { measures: ['orders.total'] })).toContain('SELECT');
    expect(ask(withMember(member), { measures: ['orders.lost'] })).toContain("'orders.lost' is unavailable");
  });
});

describe('a problem', () => {
  it('names the dependent members, next to its hint', () => {
    const text = shop().replace(
      '- { name: count, type: count, drill',
      '- { name: lost, type: sum, sql: "{chanel}" }\n      - { name: by, type: number, sql: "{lost} * 2" }\n      - { name: count, type: count, drill',
    );
    expect(buildModel(text).problems).toMatchObject([
      { hint: 'Did you mean channel?', takes: ['orders.lost', 'orders.by'] },
    ]);
  });

  it('names the dependent cubes and views, and a query names the cube with the problem', () => {
    const text = shop('  - { name: alone, sql_table: alone, measures: [{ name: count, type: count }] }\n').replace(
      'sql_table: customers',
      'sql_tabel: customers',
    );
    const { problems } = buildModel(text);
    expect(problems.find(({ code }) => code === 'model.unknown-key')?.takes).toEqual(['customers', 'orders']);
    expect(ask(text, { measures: ['customers.count'] })).toBe(
      "'customers' is unavailable because its model file has problems",
    );
    expect(ask(text, { measures: ['orders.total'] })).toBe(
      "'orders' is unavailable because 'customers', which it needs, has problems",
    );
    expect(ask(text, { measures: ['alone.count'] })).toContain('SELECT');
  });

  it('is not revealed for a hidden cube, or in a model with policies', () => {
    const text = shop().replace('sql_table: customers', 'sql_tabel: customers, public: false'.replace(', ', '\n    '));
    const generic = "'orders' is unavailable because the model has problems";
    expect(ask(text, { measures: ['orders.total'] })).toBe(generic);
    const closed =
      '  - name: closed\n    sql_table: closed\n    access_policy: [{ group: "*" }]\n    measures: [{ name: count, type: count }]\n';
    const policies = shop(closed).replace('sql_table: customers', 'sql_tabel: customers');
    expect(ask(policies, { measures: ['orders.total'] })).toBe(generic);
  });

  it('of a file that is not YAML names the cubes that the file seems to define', () => {
    const { problems } = buildModel('cubes:\n\t- name: orders\n');
    expect(problems.map(({ takes }) => takes)).toEqual([['orders']]);
  });
});

describe('an invalid join', () => {
  it('is refused when a query needs it, and disables what names it', () => {
    const text = shop(lines);
    const { problems, notices } = buildModel(text);
    expect(problems).toEqual([]);
    expect(notices.find(({ code }) => code === 'model.join-foreign-cube')?.takes).toEqual([
      'the join from lines to customers',
      'lines.customer',
      'lines.buyer',
    ]);
    expect(ask(text, { measures: ['lines.count'], dimensions: ['customers.name'] })).toBe(
      "The join from 'lines' to 'customers' is unavailable. The join from 'lines' to 'customers' uses columns of 'orders', which it does not join",
    );
    expect(ask(text, { dimensions: ['lines.buyer'] })).toContain("'lines.buyer' is unavailable");
    expect(ask(text, { measures: ['lines.count'], dimensions: ['orders.channel'] })).toContain('SELECT');
  });

  it('is refused with its reason also when the third cube cannot be reached', () => {
    const text = shop('  - { name: regions, sql_table: regions }\n').replace(
      '{customers}.id" }',
      '{customers}.id and {regions}.id > 0" }',
    );
    expect(ask(text, { measures: ['orders.total'], dimensions: ['customers.name'] })).toMatch(
      /^The join from 'orders' to 'customers' is unavailable. .* uses columns of 'regions'/,
    );
  });
});

describe('a join that reads a member that cannot be computed', () => {
  const text = `cubes:
  - name: a
    sql_table: a
    joins:
      - { name: b, relationship: many_to_one, sql: "{CUBE}.b_id = {b.id} and {a.bad} > 0" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: bad, sql: "{total}", type: number }
    measures: [{ name: total, sql: amount, type: sum }]
  - name: b
    sql_table: b
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
    measures: [{ name: total, sql: amount, type: sum }]
`;

  it('is refused when a query needs it', () => {
    expect(buildModel(text).problems).toEqual([]);
    expect(ask(text, { measures: ['a.total'], dimensions: ['b.name'] })).toMatch(
      /^The join from 'a' to 'b' is unavailable. It needs 'a.bad'/,
    );
    expect(ask(text, { measures: ['a.total'] })).toContain('SELECT');
  });

  it('is reflected in the queryable pairs of the metadata', () => {
    const build = buildModel(text);
    const queryable = new QueryableMembers(indexModel(build.pieces, build.unavailable), openAccess);
    const reported = (name: string) => {
      const work = queryable.measuresOf(pieceOf(build, name));
      let step = work.next();
      while (!step.done) step = work.next();
      return step.value.map(({ measures, by }) => [measures, by.map(({ piece }) => piece)]);
    };
    expect(reported('a')).toEqual([[['a.total'], ['a']]]);
    expect(reported('b')).toEqual([[['b.total'], ['b']]]);
  });
});

describe('a member of a cube that no join connects', () => {
  const apart = `  - name: apart
    sql_table: apart
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: other, sql: "{orders.channel}", type: string }
      - { name: orders_total, sql: "{orders.total}", type: number, sub_query: true }
    segments: [{ name: some, sql: "{orders.channel} = 'x'" }]
    measures:
      - { name: count, type: count }
      - { name: share, type: number, sql: "{orders.total} / {count}" }
      - { name: sum, type: sum, sql: "{orders.id}" }
      - { name: twice, type: number, sql: "{share} * 2" }
  - { name: child, extends: apart, sql_table: child }
`;

  it('is reported with its dependents, once, and disables nothing else', () => {
    const { problems, notices } = buildModel(shop(apart));
    expect(problems).toEqual([]);
    const reported = notices.filter(({ code }) => code === 'model.no-join');
    expect(reported.map(({ message }) => message)).toEqual(
      Array(5).fill("Can't find join path to join 'apart', 'orders'"),
    );
    expect(reported.map(({ takes }) => takes)).toEqual([
      ['apart.other', 'child.other'],
      ['apart.orders_total', 'child.orders_total'],
      ['apart.some', 'child.some'],
      ['apart.share', 'apart.twice', 'child.share', 'child.twice'],
      ['apart.sum', 'child.sum'],
    ]);
    expect(reported[0]?.hint).toBe("No join connects apart with orders: declare one, or leave 'orders.channel' out");
    expect(namesOf(shop(apart), 'apart')).toEqual(['id', 'count']);
    expect(ask(shop(apart), { measures: ['apart.count'] })).toContain('SELECT');
    expect(ask(shop(apart), { measures: ['apart.twice'] })).toContain("It needs 'apart.share'. Can't find join path");
  });

  it('can be queried as soon as a join connects the cubes, also from the other side or through a third one', () => {
    const both = shop(apart).replace(
      '    joins:\n',
      '    joins:\n      - { name: apart, relationship: many_to_one, sql: "{CUBE}.apart_id = {apart}.id" }\n',
    );
    expect(buildModel(both).notices.filter(({ code }) => code === 'model.no-join')).toEqual([
      expect.objectContaining({ takes: ['child.other'] }),
      expect.objectContaining({ takes: ['child.orders_total'] }),
      expect.objectContaining({ takes: ['child.some'] }),
      expect.objectContaining({ takes: ['child.share', 'child.twice'] }),
      expect.objectContaining({ takes: ['child.sum'] }),
    ]);
    expect(namesOf(both, 'apart')).toContain('share');
    expect(ask(both, { dimensions: ['apart.other'] })).toContain('SELECT');
  });
});

describe('a path of a view that no join declares', () => {
  const view = `views:
  - name: v
    cubes:
      - { join_path: orders, includes: [total] }
      - { join_path: customers.orders, prefix: true, includes: [count] }
    measures:
      - { name: own, type: number, sql: "{orders_count} + 1" }
      - { name: further, type: number, sql: "{own} + 1" }
      - { name: fine, type: number, sql: "{total} + 1" }
    folders: [{ name: f, includes: [total, orders_count] }]
`;

  it('disables the members it would bring', () => {
    const { problems, notices } = buildModel(shop(view));
    expect(problems).toEqual([]);
    expect(notices.map(({ code, hint, takes }) => [code, hint, takes]).at(-1)).toEqual([
      'model.no-join',
      'customers declares no join to orders',
      ['v.orders_count', 'v.own', 'v.further'],
    ]);
    expect(namesOf(shop(view), 'v')).toEqual(['total', 'fine']);
    expect(ask(shop(view), { measures: ['v.orders_count'] })).toBe(
      "'v.orders_count' is unavailable. Can't find join path to join 'customers', 'orders'",
    );
    expect(ask(shop(view), { measures: ['v.total', 'v.fine'] })).toContain('SELECT');
  });

  it('disables a view that filters by a member that may be missing, or has no members left', () => {
    const filtered = `${view}    default_filters: [{ member: orders_count, operator: gt, values: ["1"] }]\n`;
    const empty = 'views: [{ name: v, cubes: [{ join_path: customers.orders, includes: [count] }] }]\n';
    for (const text of [filtered, empty]) {
      const { problems, unavailable } = buildModel(shop(text));
      expect(codes(problems)).toContain('model.no-join');
      expect(unavailable.map(({ name }) => name)).toEqual(['v']);
    }
  });
});

describe('access policies', () => {
  const policies = (row: string) => `    access_policy:
      - { group: "*", row_level: { filters: [{ member: name, operator: equals, values: [x] }, ${row}] } }
`;
  const text = (row: string) => shop(policies(row));

  it('grant nothing when they test a member that cannot be computed', () => {
    const row = '{ member: per_order, operator: gt, values: ["1"] }';
    for (const one of [row, `{ or: [${row}, { member: name, operator: set }] }`]) {
      const build = buildModel(text(one));
      expect(build.problems).toEqual([]);
      expect(pieceOf(build, 'customers').policies).toEqual([]);
      expect(messages(build.notices)).toContain(
        "A policy of customers tests 'customers.per_order', which is unavailable, so it grants nothing",
      );
      expect(ask(text(one), { measures: ['customers.count'] })).not.toContain('SELECT');
      expect(ask(text(one), { dimensions: ['customers.name'] })).not.toContain('SELECT');
    }
    expect(ask(text('{ member: name, operator: set }'), { measures: ['customers.count'] })).toContain('WHERE');
  });

  it('of a view grant nothing when they test a member that its paths do not bring', () => {
    const view = `views:
  - name: v
    cubes:
      - { join_path: orders, includes: [total, channel] }
      - { join_path: customers.orders, prefix: true, includes: [channel] }
    access_policy:
      - { group: "*", row_level: { filters: [{ member: orders_channel, operator: set }] } }
`;
    const build = buildModel(shop(view));
    expect(build.problems).toEqual([]);
    expect(pieceOf(build, 'v').policies).toEqual([]);
    expect(codes(build.notices)).toContain('model.policy-of-unavailable');
    expect(ask(shop(view), { measures: ['v.total'] })).not.toContain('SELECT');
  });

  it('hide broken members in the same way as hidden ones', () => {
    expect(ask(text('{ member: name, operator: set }'), { measures: ['orders.each'] })).toBe(
      "'each' not found for path 'orders.each'",
    );
  });

  it('do not show a member whose mask cannot be computed', () => {
    const masked = shop().replace(
      '{ name: channel, sql: channel,',
      '{ name: channel, sql: channel, mask: { sql: "{total}" },',
    );
    expect(buildModel(masked).problems).toEqual([]);
    expect(ask(masked, { dimensions: ['orders.channel'] })).toContain("'orders.channel' is unavailable");
  });
});
