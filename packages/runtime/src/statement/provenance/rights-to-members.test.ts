import type { PolicyCaller } from '@orrery/kernel';
import { accessFor, compileModel, indexModel, type QueryRule } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { sampleRuntime } from '../../query/sample-runtime.ts';
import { rightsToMembers } from './rights-to-members.ts';

const model = (
  policy = '{ group: [eu, us], row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] } }',
) => `
cubes:
  - name: customers
    sql_table: customers
    public: false
    access_policy: [${policy}]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
      - { name: region, sql: region, type: string }
    measures:
      - { name: count, type: count }
views:
  - name: people
    cubes: [{ join_path: customers, includes: [name, region, count] }]
    access_policy:
      - { group: "*", member_level: { includes: [count, region] }, member_masking: { includes: [name] } }
      - { role: boss, member_level: { includes: [region] } }
`;

function rightsOf(
  members: readonly string[],
  {
    caller = {},
    text = model(),
    rules = [],
  }: Partial<{ caller: Partial<PolicyCaller>; text: string; rules: QueryRule[] }> = {},
) {
  const { runtime } = sampleRuntime(async function* () {});
  const { build } = compileModel([{ path: 'people.yml', text }]);
  expect(build.problems).toEqual([]);
  const index = indexModel(build.pieces);
  const asker = { securityContext: {}, groups: ['eu'], roles: [], userAttributes: { region: 'EU' }, ...caller };
  const query = { ...runtime.query, rules };
  return rightsToMembers(members, ['people'], {
    model: { index, build, version: 'v1' },
    access: accessFor(index, asker),
    caller: asker,
    query,
  });
}

const shown = (rights: ReturnType<typeof rightsOf>) =>
  rights.restrictions.map(({ of, groups, roles, rowFilters }) => [
    of.map(({ name }) => name),
    groups,
    roles,
    rowFilters,
  ]);

it('names the policies that grant the members, and those of the cubes behind them', () => {
  const rights = rightsOf(['people.count']);
  expect(shown(rights)).toEqual([
    [['people'], ['*'], [], []],
    [['customers'], ['eu'], [], [{ name: 'customers.region', isHidden: true }]],
  ]);
  expect(rights.restrictions.map(({ of }) => of[0]?.isHidden)).toEqual([false, true]);
  expect(rights.restrictions[1]?.text).toBe(
    'people.yml:6; groups eu, us; rows where customers.region equals { userAttributes.region }',
  );
});

it('names the groups and roles of the caller alone', () => {
  const both = rightsOf(['people.region'], { caller: { groups: ['us', 'x'], roles: ['boss'] } });
  expect(shown(both).map(([of, groups, roles]) => [of, groups, roles])).toEqual([
    [['people'], ['*'], []],
    [['people'], [], ['boss']],
    [['customers'], ['us'], []],
  ]);
});

it('tells other values of the caller by another hash, and no value', () => {
  const [eu, us] = ['EU', 'US'].map((region) => rightsOf(['people.count'], { caller: { userAttributes: { region } } }));
  expect(eu?.restrictions[0]).toEqual(us?.restrictions[0]);
  expect(eu?.restrictions[1]?.valuesHash).not.toBe(us?.restrictions[1]?.valuesHash);
  expect(JSON.stringify(eu)).not.toContain('"EU"');
});

it('tells masked members, those that the caller does not see, and those that are gone', () => {
  expect(rightsOf(['people.name']).masked).toEqual([{ name: 'people.name', isHidden: false }]);
  const rights = rightsOf(['people.count', 'people.name', 'people.gone'], { caller: { groups: ['other'] } });
  expect(rights).toMatchObject({ hidden: ['people.count', 'people.name'], missing: ['people.gone'] });
});

it('tells another hash of a view when what it is made of changes', () => {
  const hashOf = (text: string) => rightsOf(['people.count'], { text }).definitions;
  const before = hashOf(model());
  expect(before).toMatchObject([{ name: 'people', isHidden: false }]);
  expect(hashOf(model())).toEqual(before);
  expect(
    hashOf(model().replace('type: count }', 'type: count, filters: [{ sql: "{region} IS NOT NULL" }] }')),
  ).not.toEqual(before);
});

it('names the rules of the project that act', () => {
  const rule: QueryRule = {
    conditions: [],
    touches: ['people.count'],
    filters: [{ kind: 'member', member: 'people.region' as never, operator: 'equals', values: ['EU'] }],
    segments: [],
    file: 'orrery.yml',
    line: 7,
  };
  const [, , acting] = rightsOf(['people.count'], { rules: [rule] }).restrictions;
  expect(acting).toMatchObject({
    kind: 'rule',
    of: [{ name: 'people' }],
    rowFilters: [{ name: 'people.region', isHidden: false }],
    text: 'orrery.yml:7; for people.count; rows where people.region equals "EU"',
  });
  expect(rightsOf(['people.region'], { rules: [rule] }).restrictions.map(({ kind }) => kind)).not.toContain('rule');
});
