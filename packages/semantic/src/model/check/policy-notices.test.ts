import { describe, expect, it } from 'vitest';
import { buildModel, ordersCube, underlined } from '../model-fixture.ts';

const noted = (text: string) => {
  const { problems, notices } = buildModel(text);
  expect(problems).toEqual([]);
  return notices.map(({ code, at }) => [code, at?.kind === 'file' && at.line]);
};
const policies = (...lines: readonly string[]) =>
  ordersCube(
    ['access_policy:', ...lines.map((line) => `  ${line}`), 'dimensions: [{name: a, sql: a, type: string}]'].join('\n'),
  );

describe('a policy for everybody', () => {
  it.each([
    'row_level: { filters: [{ member: a, operator: set }] }',
    'member_level: { includes: [a] }',
    'conditions: [{ if: "{ securityContext.x }" }]',
  ])('is distinguished from a superfluous dash: %s', (keys) => {
    expect(noted(policies('- group: sales', `- ${keys}`))).toEqual([['model.policy-cut-in-two', 6]]);
    expect(noted(policies('- group: sales', `  ${keys}`))).toEqual([]);
    expect(noted(policies('- group: sales', `- ${keys}`, '  group: "*"'))).toEqual([]);
  });

  it('is noted', () => {
    const text = policies('- group: sales', '  row_level: { allow_all: true }', '- member_level: { includes: [a] }');
    expect(noted(text)).toEqual([['model.policy-for-everybody', 7]]);
    const [notice] = buildModel(text).notices;
    expect(notice?.hint).toBe('Write group: "*" if that is meant');
    expect(underlined(notice, text)).toContain('member_level');
  });

  it('is one of the policies whose conditions hold', () => {
    expect(noted(policies('- conditions: [{ if: "{ securityContext.x }" }]'))).toEqual([]);
  });

  it('of a child is separate from the last policy of its parent', () => {
    const text = `${policies('- group: sales')}  - {name: b, extends: orders, access_policy: [{member_level: {includes: [a]}}]}\n`;
    expect(noted(text)).toEqual([['model.policy-for-everybody', 7]]);
  });

  it('of a view is noted too', () => {
    const view = '{name: v, cubes: [], access_policy: [{group: x}, {member_level: {includes: []}}]}';
    expect(noted(`views: [${view}]`)).toEqual([['model.policy-cut-in-two', 1]]);
  });
});
