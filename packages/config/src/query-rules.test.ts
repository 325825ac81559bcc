import { describe, expect, it } from 'vitest';
import { PositionedYaml } from './positioned-yaml.ts';
import { readQueryRules } from './query-rules.ts';

function read(text: string) {
  const yaml = new PositionedYaml(text, 'orrery.yml', {});
  const [entry] = yaml.entries(yaml.root, 'orrery.yml');
  return { rules: readQueryRules(yaml, entry), problems: yaml.problems };
}

const sound = `query_rewrite:
  - when:
      - if: "{ securityContext.tenant }"
      - if: not groups.includes('staff')
    touches: [orders, sales.revenue]
    add:
      filters:
        - { member: orders.tenant, operator: equals, values: ["{ securityContext.tenant }"] }
        - or:
            - { member: orders.status, operator: notSet }
            - { member: orders.region, operator: equals, values: securityContext.regions }
      segments: [orders.paid]
    limit: 100
  - when: [{ if: false }]
    refuse: Not now
`;

describe('the rules for queries', () => {
  it('are read with their positions', () => {
    const { rules, problems } = read(sound);
    expect(problems).toEqual([]);
    expect(rules).toMatchObject([
      {
        conditions: [{ source: '{ securityContext.tenant }' }, { source: "not groups.includes('staff')" }],
        touches: ['orders', 'sales.revenue'],
        filters: [
          { kind: 'member', member: 'orders.tenant', values: [{ source: '{ securityContext.tenant }' }] },
          { kind: 'or', filters: [{ operator: 'notSet' }, { values: [{ source: 'securityContext.regions' }] }] },
        ],
        segments: ['orders.paid'],
        limit: 100,
        file: 'orrery.yml',
        line: 2,
      },
      { conditions: [{ expression: { kind: 'literal', value: false } }], refuse: 'Not now', line: 14 },
    ]);
    expect(rules[1]).not.toHaveProperty('touches');
  });

  it.each([
    ['{ }', 'The rule does nothing'],
    ['{ when: [{ if: groups }] }', 'The rule does nothing'],
    ['{ refuse: 1 }', "'refuse' must be text"],
    ['{ refuse: never, limit: 1 }', 'A rule that refuses'],
    ['{ limit: 0 }', 'whole number from 1'],
    ['{ limit: 1, when: [] }', "'when' is empty"],
    ['{ limit: 1, touches: [] }', "'touches' is empty"],
    ['{ limit: 1, when: [{ unless: groups }] }', "Unknown key 'unless'"],
    ['{ limit: 1, when: [{ if: "1 + 1" }] }', 'comparisons and arithmetic'],
    ['{ limit: 1, when: [{ if: "{ orders.status }" }] }', 'cannot be read'],
    ['{ add: {} }', 'neither'],
    ['{ add: { filters: [] } }', "'filters' is empty"],
    ['{ add: { filters: [{ or: [] }] } }', "'or' is empty"],
    ['{ add: { filters: [{ member: orders.a }] } }', "needs 'member' and 'operator'"],
    ['{ add: { filters: [{ member: a, operator: set }] } }', 'a name like orders.status'],
    ['{ add: { filters: [{ member: o.a, operator: equal, values: [a] }] } }', "There is no operator 'equal'"],
    ['{ add: { filters: [{ member: o.a, operator: equals }] } }', "needs 'values'"],
    ['{ add: { filters: [{ member: o.a, operator: equals, values: [] }] } }', "'values' is empty"],
    ['{ add: { filters: [{ member: o.a, operator: equals, values: plain }] } }', 'cannot be read'],
    ['{ add: { filters: [{ member: o.a, operator: set, values: [a] }] } }', 'takes no values'],
    ['{ add: { filters: [{ member: o.a, operator: equals, values: [["a"]] }] } }', 'A value is a text'],
    ['{ run: "code" }', "Unknown key 'run'"],
  ])('are refused with line and column: %s', (rule, message) => {
    const { problems } = read(`query_rewrite:\n  - ${rule}\n`);
    expect(problems.map((one) => one.message).join('\n')).toContain(message);
    expect(problems[0]?.at).toMatchObject({ file: 'orrery.yml', line: 2 });
  });

  it('are a list', () => {
    expect(read('query_rewrite: { limit: 1 }').problems).toHaveLength(1);
  });
});
