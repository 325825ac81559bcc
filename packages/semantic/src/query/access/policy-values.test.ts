import type { PolicyCaller } from '@orrery/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelFilter } from '../../model/model.ts';
import { utc } from '../../time/zone.ts';
import { bindModelFilter } from '../filters/bind-model-filter.ts';
import { accessFor } from './access-for.ts';
import { customers, modelOf, seenBy, somebody } from './access-fixture.ts';
import { explainAccess } from './explain-access.ts';

const withContext = (securityContext: PolicyCaller['securityContext']): PolicyCaller => ({
  ...somebody(),
  securityContext,
});

/** The row filters of the only policy, or why it grants nothing. */
function rowsFor(filter: string, caller: PolicyCaller): readonly ModelFilter[] | string {
  const model = modelOf(customers(`- {row_level: {filters: [{${filter}}]}}`));
  const [policy] = explainAccess(model, caller)[0]?.policies ?? [];
  const [applied] = accessFor(model, caller).policies.get('customers') ?? [];
  expect(applied?.rows).toEqual(policy?.rows);
  expect(seenBy(caller, 'customers', model).length > 0).toBe(applied !== undefined);
  return applied?.rows ?? policy?.reason ?? '';
}

function valuesFor(filter: string, securityContext: PolicyCaller['securityContext']): unknown {
  const rows = rowsFor(filter, withContext(securityContext));
  if (typeof rows === 'string') return rows;
  const [first] = rows;
  return first?.kind === 'member' ? first.values : rows;
}

const region = (values: string) => `member: region, operator: equals, values: ${values}`;

describe('a value', () => {
  it.each([
    ['[EU, US]', {}, ['EU', 'US']],
    ['["{ securityContext.region }"]', { region: 'US' }, ['US']],
    ['[{ securityContext.region }]', { region: 'US' }, ['US']],
    // A list is several values, however it is written.
    ['["{ securityContext.region }"]', { region: ['EU', 'US'] }, ['EU', 'US']],
    ['securityContext.region', { region: ['EU', 'US'] }, ['EU', 'US']],
    ['"{ securityContext.region }"', { region: ['EU', 'US'] }, ['EU', 'US']],
    ['{ securityContext.region }', { region: ['EU', 'US'] }, ['EU', 'US']],
    ['[X, "{ securityContext.region }", null]', { region: ['EU', 'US'] }, ['X', 'EU', 'US', null]],
    ['["{ securityContext.region }-{ securityContext.n }"]', { region: 'EU', n: 7 }, ['EU-7']],
    ['["\\\\{x\\\\}"]', {}, ['{x}']],
    ['[{ securityContext.region }]', { region: 12.5 }, ['12.5']],
    ['[{ securityContext.region }]', { region: false }, ['false']],
    ['[{ securityContext.region }]', { region: '' }, ['']],
  ])('%s of %j', (values, context, expected) => {
    expect(valuesFor(region(values), context)).toEqual(expected);
  });

  it('of an attribute of the user, and of groups', () => {
    const caller = { ...somebody('a', 'b'), userAttributes: { city: 'Lisbon' } };
    expect(rowsFor(region('["{ userAttributes.city }", "{ groups }"]'), caller)).toEqual([
      { kind: 'member', member: 'customers.region', operator: 'equals', values: ['Lisbon', 'a', 'b'] },
    ]);
  });
});

describe('a policy grants nothing', () => {
  const lone = region('securityContext.region');
  it.each([
    [lone, {}, "the filter on customers.region has no value: 'securityContext.region' has no value"],
    [lone, { region: null }, "the filter on customers.region has no value: 'securityContext.region' has no value"],
    [lone, { region: [] }, 'the filter on customers.region has no value: securityContext.region is an empty list'],
    [
      lone,
      { region: { in: 'EU' } },
      'the filter on customers.region has no value: securityContext.region is neither a text nor an exact number nor a boolean, nor a list of them',
    ],
    [
      lone,
      { region: ['EU', null] },
      'the filter on customers.region has no value: securityContext.region is neither a text nor an exact number nor a boolean, nor a list of them',
    ],
    [
      lone,
      { region: [['EU']] },
      'the filter on customers.region has no value: securityContext.region is neither a text nor an exact number nor a boolean, nor a list of them',
    ],
    [
      region('["{ securityContext.region }!"]'),
      { region: ['EU'] },
      'the filter on customers.region has no value: a value inside a text is neither a text nor an exact number nor a boolean',
    ],
    [lone, { region: 'a\0b' }, /^the filter on customers.region cannot use its value/],
    [lone, { region: '\ud800' }, /^the filter on customers.region cannot use its value/],
    [
      'member: credit_value, operator: gt, values: securityContext.x',
      { x: 'ten' },
      /^the filter on customers.credit_value/,
    ],
    [
      'member: credit_value, operator: equals, values: securityContext.x',
      { x: true },
      /^the filter on customers.credit_value/,
    ],
    [
      'member: credit_value, operator: equals, values: securityContext.x',
      { x: [1, 'x'] },
      /^the filter on customers.credit_value/,
    ],
    [
      'member: credit_value, operator: equals, values: securityContext.x',
      { x: 2 ** 53 },
      /^the filter on customers.credit_value has no value/,
    ],
    [
      'member: credit_value, operator: gt, values: securityContext.x',
      { x: [1, 2] },
      'the filter on customers.credit_value cannot use its values: gt takes one value',
    ],
    ['member: is_vip, operator: equals, values: securityContext.x', { x: 1 }, /^the filter on customers.is_vip/],
    [
      'member: since, operator: afterDate, values: securityContext.x',
      { x: 'last week' },
      /^the filter on customers.since/,
    ],
    ['member: since, operator: inDateRange, values: securityContext.x', { x: ['2024-01-01'] }, /takes two values$/],
    [
      'member: since, operator: afterDate, values: securityContext.x',
      { x: '2024-02-30' },
      /^the filter on customers.since/,
    ],
  ])('with the filter {%s} and %j', (filter, context, reason) => {
    const found = valuesFor(filter, context);
    if (typeof reason === 'string') expect(found).toBe(reason);
    else expect(found).toMatch(reason);
  });

  it('but other policies still do', () => {
    const model = modelOf(
      customers(`
- {member_level: {includes: [credit]}, row_level: {filters: [{member: region, operator: equals, values: securityContext.region}]}}
- {member_level: {includes: [name]}}`),
    );
    expect(seenBy(somebody(), 'customers', model)).toEqual(['name']);
  });

  it('when one of several filters has no value, at any depth', () => {
    const filter = `or: [{member: name, operator: set}, {and: [{${region('securityContext.region')}}]}]`;
    expect(rowsFor(filter, somebody())).toMatch(/has no value/);
  });
});

it('with a value that no row can have, even when a view hides that', () => {
  const text = `cubes:
  - name: a
    sql_table: a
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: tier, type: string, multi_stage: true, add_group_by: [id], case: {when: [{sql: "{count} > 1", label: x}], else: {label: y}}}
      - {name: label, sql: "{tier} || '!'", type: string}
    measures: [{name: count, type: count}, {name: big, type: count, filters: [{sql: "{CUBE}.x > 1"}]}]
views:
  - name: v
    cubes: [{join_path: a, includes: "*"}]
    access_policy:
      - {group: tier, row_level: {filters: [{member: tier, operator: equals, values: [x]}]}}
      - {group: label, row_level: {filters: [{member: label, operator: set}]}}
      - {group: count, row_level: {filters: [{member: count, operator: measureFilter}]}}
      - {group: big, row_level: {filters: [{member: big, operator: measureFilter}]}}
`;
  const model = modelOf(text);
  for (const group of ['tier', 'label', 'count']) expect(seenBy(somebody(group), 'v', model)).toEqual([]);
  expect(seenBy(somebody('big'), 'v', model)).not.toEqual([]);
});

describe('members of a policy', () => {
  it.each([
    ['[]', []],
    ['[name]', ['name']],
  ])('with includes %s are those', (includes, expected) => {
    const model = modelOf(customers(`- {member_level: {includes: ${includes}}}`));
    expect(seenBy(somebody(), 'customers', model)).toEqual(expected);
  });

  it('without member_level are all; with excludes alone, all others', () => {
    const seen = (policy: string) => seenBy(somebody(), 'customers', modelOf(customers(policy)));
    expect(seen('- {group: "*"}')).toContain('credit');
    expect(seen('- {member_level: {excludes: [credit]}}')).not.toContain('credit');
    expect(seen('- {member_level: {excludes: [credit]}}')).not.toContain('share');
    expect(seen('- {member_level: {excludes: "*"}}')).toEqual([]);
    expect(seen('- {member_level: {includes: [name, credit], excludes: [credit]}}')).toEqual(['name']);
  });
});

describe('the callers a policy applies to', () => {
  const model = modelOf(customers('- {groups: [a, b], member_level: {includes: [name]}}\n- {role: boss}'));
  it.each([
    [{ groups: ['b'] }, ['name']],
    [{ groups: ['A'] }, []],
    [{ groups: ['*'] }, []],
    [{ groups: ['boss'] }, []],
    [{ roles: ['a'] }, []],
  ])('%j', (caller, expected) => {
    expect(seenBy({ ...somebody(), ...caller }, 'customers', model)).toEqual(expected);
  });

  it('a role can be required', () => {
    expect(seenBy({ ...somebody(), roles: ['boss'] }, 'customers', model)).toContain('credit');
  });
});

const policies = `
- {group: a, row_level: {filters: [{member: region, operator: equals, values: ["{ securityContext.r }"]}]}}
- {conditions: [{if: "{ securityContext.f or groups.includes('b') }"}, {if: "{ not userAttributes.t }"}], member_level: {includes: [name]}}
- {role: c, row_level: {filters: [{member: credit_value, operator: gte, values: [{ userAttributes.n }]}]}}
`;

describe('for any caller', () => {
  const model = modelOf(customers(policies));
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('EU', 7, '7', true, ['EU', 'US'], [], null, ''),
  );
  const context = fc.dictionary(fc.constantFrom('r', 'f', 't', 'n', '__proto__'), value);
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '*'));
  const caller: fc.Arbitrary<PolicyCaller> = fc.record({
    securityContext: context,
    groups: names,
    roles: names,
    userAttributes: fc.option(context, { nil: undefined }),
  });

  it('can be bound for any caller, so that no rule is lost', () => {
    fc.assert(
      fc.property(caller, (one) =>
        [...accessFor(model, one).policies.values()]
          .flat()
          .flatMap(({ rows }) => rows ?? [])
          .every((filter) => bindModelFilter(model, utc, filter).ok),
      ),
      { numRuns: 1000 },
    );
  });

  it('callers who share an access object would get equal objects', () => {
    fc.assert(
      fc.property(fc.array(caller, { minLength: 2, maxLength: 12 }), (all) =>
        all.every((one) => {
          const alone = accessFor({ ...model }, one);
          const shared = accessFor(model, one);
          expect(shared).toEqual(alone);
          return true;
        }),
      ),
      { numRuns: 300 },
    );
  });
});
