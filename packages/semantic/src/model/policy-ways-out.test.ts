import { describe, expect, it } from 'vitest';
import { buildModel, messages, ordersCube, placeText, underlined } from './model-fixture.ts';

const reported = (text: string) => buildModel(text).problems.map(({ message, hint }) => [message, hint]);
const members = 'dimensions: [{name: status, sql: status, type: string}]';
const policies = (...lines: readonly string[]) =>
  ordersCube(['access_policy:', ...lines.map((line) => `  ${line}`), members].join('\n'));

describe('a forgotten dash is reported once', () => {
  it.each([
    [
      ['- row_level:', '    filters:', '      member: status', '      operator: equals', '      values: [EU]'],
      'access_policy.0.row_level.filters must be defined as array',
      'Begin each item of filters with a dash: - member',
    ],
    [
      ['- row_level:', '    filters:', '      - or: { member: status, operator: set }'],
      'access_policy.0.row_level.filters.0.or must be defined as array',
      'Begin each item of or with a dash: - member',
    ],
    [
      ['- row_level:', '    filters: [{ member: status, operator: equals, values: { EU: true } }]'],
      'access_policy.0.row_level.filters.0.values must be defined as array',
      'Begin each item of values with a dash: - EU',
    ],
    [
      ['- row_level:', '    filters: [{ member: status, operator: equals, values: EU }]'],
      'access_policy.0.row_level.filters.0.values must be defined as array',
      'Begin each item of values with a dash, or write [EU]',
    ],
    [
      ['- conditions:', '    if: "{ securityContext.x }"'],
      'access_policy.0.conditions must be defined as array',
      'Begin each item of conditions with a dash: - if',
    ],
    [
      ['group: eu', 'member_level: { includes: [status] }'],
      'access_policy must be defined as array',
      'Begin each item of access_policy with a dash: - group',
    ],
  ])('%j', (lines, message, hint) => {
    expect(reported(policies(...lines))).toEqual([[message, hint]]);
  });
});

describe('the hint', () => {
  it.each([
    [['- row_level: [{ member: status, operator: set }]'], 'Write filters: between row_level and the list'],
    [['- member_level: [status]'], 'Write includes: between member_level and the list'],
    [['- conditions: ["{ securityContext.x }"]'], 'Write - if: "{ securityContext.x }"'],
    [['- conditions: [{ securityContext.x }]'], 'Write - if: "{ security_context.x }"'],
    [[], 'Remove it, or write - group: "*" for everybody'],
    [['- group:'], 'Name a group, or write "*" for everybody'],
    [['- row_level:'], 'Write filters, or allow_all: true for every row'],
    [['- conditions: [{ if: "{ userAtributes.region }" }]'], 'Did you mean userAttributes?'],
    [['- member_masking: { includes: [status] }'], 'Add member_level: { includes: [] } if the policy shows only masks'],
  ])('of %j', (lines, hint) => {
    expect(reported(policies(...lines)).map(([, one]) => one)).toEqual([hint]);
  });

  it('of an attribute in double braces', () => {
    const text = policies(
      '- row_level: { filters: [{ member: status, operator: equals, values: ["{{ userAttributes.region }}"] }] }',
    );
    expect(reported(text)).toEqual([
      [
        "'userAttributes' is not defined in this template",
        'An attribute of the caller takes single braces: "{ userAttributes.x }"',
      ],
    ]);
  });

  it('of a mask with another key than sql', () => {
    const masked = (mask: string) =>
      reported(ordersCube(`dimensions: [{name: a, sql: a, type: string, mask: ${mask}}]`));
    expect(masked(`{ sqll: x }`)).toEqual([
      ['orders cube: "dimensions.a.mask.sqll" is not allowed', 'Did you mean sql?'],
    ]);
    expect(masked('{}')).toEqual([
      ['orders cube: "dimensions.a.mask.sql" is required', 'Write mask: with the value itself, or with sql: below it'],
    ]);
    expect(masked('{ sql: }')).toHaveLength(1);
  });
});

it('uses the spelling of the file', () => {
  const text = ordersCube(`accessPolicy: [{memberMasking: {includes: [status]}}]\n${members}`);
  expect(messages(buildModel(text).problems)).toEqual([
    'accessPolicy for orders defines memberMasking without memberLevel. memberLevel is required when memberMasking is used',
  ]);
});

describe('a wrongly indented key is reported once, at its position', () => {
  it.each([
    [
      'cubes:\n  - name: a\n    access_policy:\n      - group: x\n  row_level:\n    filters: []\n    title: x\n',
      'row_level',
      5,
    ],
    ['cubes:\n  - name: A\n     sql_table: a\n     title: b\n     public: true\n', 'sql_table', 3],
  ])('%j', (text, key, line) => {
    const { problems } = buildModel(text);
    expect(messages(problems)).toEqual(['Not valid YAML: this key begins in another column than the keys before it']);
    expect(underlined(problems[0], text)).toBe(key);
    expect(placeText(problems[0]!)).toMatch(new RegExp(`^model\\.yml:${line}:`));
  });
});
