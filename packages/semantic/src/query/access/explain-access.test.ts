import type { PolicyCaller } from '@orrery/kernel';
import { describe, expect, it } from 'vitest';
import { accessFor } from './access-for.ts';
import { customers, modelOf, somebody } from './access-fixture.ts';
import { explainAccess } from './explain-access.ts';

const policies = `
- group: eu
  member_level: {includes: [name, label, count]}
  row_level: {filters: [{member: region, operator: equals, values: ["{ securityContext.region }"]}]}
- conditions: [{if: "{ securityContext.active }"}]
  member_level: {includes: [city]}
- conditions: [{if: "{ securityContext.region }"}, {if: "{ securityContext.answer }"}]
- group: rich
  row_level: {filters: [{member: credit_value, operator: gt, values: securityContext.limit}]}
- role: boss
`;
const view = `
views:
  - name: v
    cubes: [{join_path: customers, includes: [name]}]
`;
const model = modelOf(customers(policies, view));

function reasons(caller: Partial<PolicyCaller>, of = model): readonly (string | true)[] {
  const [first] = explainAccess(of, { ...somebody(), ...caller });
  return (first?.policies ?? []).map(({ applies, reason }) => (applies ? true : (reason ?? '')));
}

describe('each policy', () => {
  it('reports whether it applies, or why not', () => {
    expect(reasons({})).toEqual([
      'the caller has none of the groups eu',
      "condition { securityContext.active } fails: 'securityContext.active' has no value",
      "condition { securityContext.region } fails: 'securityContext.region' has no value",
      'the caller has none of the groups rich',
      'the caller has none of the roles boss',
    ]);
    const securityContext = { active: false, region: 'EU', answer: 'yes', limit: 'high' };
    expect(reasons({ securityContext, groups: ['eu', 'rich'], roles: ['boss'] })).toEqual([
      true,
      'condition { securityContext.active } does not hold',
      'Access policy condition must return boolean, got "yes"',
      "the filter on customers.credit_value cannot use its value: 'high' is not a number, as 'customers.credit_value' is",
      true,
    ]);
  });

  it('has its file and line, with the values of the caller', () => {
    const caller = { ...somebody('eu'), securityContext: { region: 'EU' } };
    const [customersAccess] = explainAccess(model, caller);
    expect(customersAccess?.policies.map(({ file, line }) => `${file}:${line}`)).toEqual(
      [5, 8, 10, 11, 13].map((line) => `model.yml:${line}`),
    );
    expect(customersAccess?.policies[0]?.rows).toEqual([
      { kind: 'member', member: 'customers.region', operator: 'equals', values: ['EU'] },
    ]);
  });
});

describe('each hidden member', () => {
  it('has the reason', () => {
    const caller = { ...somebody('eu'), securityContext: { region: 'EU' } };
    const [customersAccess, viewAccess] = explainAccess(model, caller);
    const found = new Map(customersAccess?.hidden.map(({ member, reason }) => [member as string, reason]));
    expect(found.get('customers.credit')).toBe('no policy that applies includes it (model.yml:5)');
    expect(found.get('customers.label')).toBe('it is made of customers.city, which is hidden');
    expect(viewAccess).toBeUndefined();
    expect(explainAccess(model, somebody()).at(1)?.hidden).toEqual([
      {
        member: 'v.name',
        cause: { kind: 'cube-denied', cube: 'customers' },
        reason: 'no policy of the cube customers behind it applies',
      },
    ]);
  });

  it('is one that the caller may not see, and no other', () => {
    for (const caller of [somebody(), somebody('eu'), { ...somebody('eu'), securityContext: { region: 'EU' } }]) {
      const hidden = explainAccess(model, caller).flatMap((piece) => piece.hidden.map(({ member }) => member));
      expect(new Set(hidden)).toEqual(accessFor(model, caller).hidden);
    }
  });
});

it('is not listed for a model without policies', () => {
  expect(explainAccess(modelOf('cubes: [{name: a, sql_table: a}]'), somebody())).toEqual([]);
});
