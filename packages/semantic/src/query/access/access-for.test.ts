import { describe, expect, it } from 'vitest';
import type { MemberId } from '../../model/model.ts';
import { openAccess } from '../access.ts';
import { accessFor } from './access-for.ts';
import { customers, modelOf, seenBy, somebody } from './access-fixture.ts';

const modelP = `
- {group: eu, row_level: {filters: [{member: region, operator: equals, values: [EU]}]},
   member_level: {includes: [name, region, count, credit]}}
- {group: us, row_level: {filters: [{member: region, operator: equals, values: [US]}]},
   member_level: {includes: [name, region, count]}}
- {group: admin}
`;
const regional = (region: string) => [
  { kind: 'member', member: 'customers.region', operator: 'equals', values: [region] },
];
const everything = modelOf(customers(modelP)).pieces.get('customers');
const names = [...(everything?.dimensions ?? []), ...(everything?.measures ?? []), ...(everything?.segments ?? [])].map(
  ({ name }) => name,
);

describe('a cube with policies', () => {
  const model = modelOf(customers(modelP));

  it('shows nothing to callers whom no policy applies to', () => {
    const access = accessFor(model, somebody('other'));
    expect(access.policies.get('customers')).toEqual([]);
    expect(seenBy(somebody(), 'customers', model)).toEqual([]);
  });

  it('shows the union of what the policies of all groups of the caller show', () => {
    expect(seenBy(somebody('us'), 'customers', model)).toEqual(['name', 'region', 'count']);
    expect(seenBy(somebody('eu', 'us'), 'customers', model)).toEqual(['name', 'region', 'count', 'credit']);
    expect(seenBy(somebody('us', 'admin'), 'customers', model)).toEqual(names);
  });

  it('keeps the rows of each policy with the members it shows', () => {
    const policies = accessFor(model, somebody('eu', 'us', 'admin')).policies.get('customers');
    expect(policies?.map(({ rows }) => rows)).toEqual([regional('EU'), regional('US'), undefined]);
    expect(policies?.map(({ shows }) => shows === 'all')).toEqual([false, false, true]);
  });

  it('does not show a member because a row filter names it', () => {
    const policies = '- {member_level: {includes: [name]}, row_level: {filters: [{member: city, operator: set}]}}';
    expect(seenBy(somebody(), 'customers', modelOf(customers(policies)))).toEqual(['name']);
  });
});

describe('a member made of other members', () => {
  const seen = (includes: string, group = 'any') =>
    seenBy(somebody(group), 'customers', modelOf(customers(`- {member_level: {includes: [${includes}]}}`)));

  it('needs all of them', () => {
    expect(seen('label, name')).toEqual(['name']);
    expect(seen('label, name, city')).toEqual(['name', 'city', 'label']);
    expect(seen('share, count')).toEqual(['count']);
    expect(seen('big')).toEqual([]);
    expect(seen('big, credit_value')).toEqual(['credit_value', 'big']);
  });

  it('needs none of them when its mask applies to every row', () => {
    const policies = '- {member_level: {includes: [name]}, member_masking: {includes: [label, share]}}';
    expect(seenBy(somebody(), 'customers', modelOf(customers(policies)))).toEqual(['name', 'label', 'share']);
  });

  it('needs them when some rows have its value', () => {
    const policies = `
- {member_level: {includes: [name]}, member_masking: {includes: [label]}}
- {group: full, member_level: {includes: [label]}, row_level: {filters: [{member: region, operator: equals, values: [US]}]}}`;
    const model = modelOf(customers(policies));
    expect(seenBy(somebody(), 'customers', model)).toEqual(['name', 'label']);
    expect(seenBy(somebody('full'), 'customers', model)).toEqual(['name']);
  });

  it('of another cube needs them as well', () => {
    const orders = `
  - name: orders
    sql_table: orders
    joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: customer, sql: "{customers.name}", type: string}
      - {name: place, sql: "{customers.city}", type: string}
      - {name: deep, sql: "{place} || '!'", type: string}
      - {name: status, sql: status, type: string}
    measures: [{name: count, type: count}]
`;
    const model = modelOf(customers('- {group: g, member_level: {includes: [name]}}', orders));
    expect(seenBy(somebody('g'), 'orders', model)).toEqual(['id', 'customer', 'status', 'count']);
    expect(seenBy(somebody(), 'orders', model)).toEqual(['id', 'status', 'count']);
  });
});

describe('a view', () => {
  const views = `
views:
  - name: v
    cubes: [{join_path: customers, includes: "*"}]
    access_policy: [{group: [us, admin], member_level: {excludes: [credit]}}]
  - name: open
    cubes: [{join_path: customers, includes: [name, cities]}]
`;
  const model = modelOf(customers(modelP, views));

  it('shows what its own policies show, whatever those of its cubes hide', () => {
    expect(seenBy(somebody('us'), 'v', model)).toEqual(names.filter((name) => name !== 'credit'));
    expect(seenBy(somebody('us'), 'open', model)).toEqual(['name', 'cities']);
  });

  it('shows nothing to callers whom a cube of it excludes', () => {
    expect(seenBy(somebody(), 'open', model)).toEqual([]);
    expect(seenBy(somebody('eu'), 'v', model)).toEqual([]);
  });
});

describe('masks', () => {
  const masked = (policy: string) => {
    const [applied] = accessFor(modelOf(customers(policy)), somebody()).policies.get('customers') ?? [];
    const list = (ids: 'all' | Iterable<MemberId> | undefined) => (ids === 'all' ? ids : [...(ids ?? [])].sort());
    return [list(applied?.shows), list(applied?.masks)];
  };

  it('apply to members that a policy masks by name, even if it shows everything', () => {
    const [shows, masks] = masked('- {member_level: {includes: "*"}, member_masking: {includes: [credit]}}');
    expect(masks).toEqual(['customers.credit']);
    expect(shows).not.toContain('customers.credit');
  });

  it('do not apply to members it shows by name when it masks everything', () => {
    const [shows, masks] = masked(
      '- {member_level: {includes: [name]}, member_masking: {includes: "*", excludes: [id]}}',
    );
    expect(shows).toEqual(['customers.name']);
    expect(masks).toContain('customers.credit');
    expect(masks).not.toContain('customers.name');
    expect(masks).not.toContain('customers.id');
  });

  it('apply when both lists name a member, and when both are everything', () => {
    expect(masked('- {member_level: {includes: [name]}, member_masking: {includes: [name]}}')).toEqual([
      [],
      ['customers.name'],
    ]);
    const [shows, masks] = masked('- {member_level: {includes: "*"}, member_masking: {includes: "*"}}');
    expect(shows).toEqual(['customers.european']);
    expect(masks).toHaveLength(names.length - 1);
  });
});

describe('one shared object', () => {
  it('is the access of every model without policies', () => {
    expect(accessFor(modelOf('cubes: [{name: a, sql_table: a}]'), somebody('x'))).toBe(openAccess);
  });

  it('is the access of callers who are equal in what the policies read', () => {
    const model = modelOf(customers(modelP));
    const one = accessFor(model, { ...somebody('eu', 'x'), securityContext: { user: 1 } });
    expect(accessFor(model, { ...somebody('y', 'eu'), securityContext: { user: 2 } })).toBe(one);
    expect(accessFor(model, somebody('us'))).not.toBe(one);
  });
});

it('does not treat a number that is too large as missing', () => {
  const model = modelOf(customers('- {conditions: [{if: "{ securityContext.level }"}]}'));
  const withLevel = (level: unknown) => ({ ...somebody(), securityContext: { level } });
  expect(seenBy(withLevel(Infinity), 'customers', model)).toEqual(names);
  expect(seenBy(withLevel(null), 'customers', model)).toEqual([]);
});

it('remembers callers with long lists of values as long as there is room', () => {
  const rows = '{filters: [{member: region, operator: equals, values: ["{ securityContext.regions }"]}]}';
  const model = modelOf(customers(`- {row_level: ${rows}, member_level: {includes: "*"}}`));
  const withRegion = (start: string, length: number) =>
    accessFor(model, { ...somebody(), securityContext: { regions: [start.padEnd(length, 'x')] } });
  const [first, second] = [withRegion('0', 900_000), withRegion('1', 900_000)];
  expect(withRegion('0', 900_000)).toBe(first);
  for (let other = 2; other < 9; other += 1) withRegion(String(other), 900_000);
  expect(withRegion('0', 900_000)).toBe(first);
  expect(withRegion('1', 900_000)).not.toBe(second);
  expect(withRegion('1', 900_000)).toEqual(second);
  expect(withRegion('0', 1_100_000)).not.toBe(withRegion('0', 1_100_000));
});
