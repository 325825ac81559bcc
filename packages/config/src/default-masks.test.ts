import { describe, expect, it } from 'vitest';
import { readDefaultMasks } from './default-masks.ts';
import { SettingReader } from './setting-reader.ts';

function read(environment: Readonly<Record<string, string>>) {
  const reader = new SettingReader({}, environment);
  return { masks: readDefaultMasks(reader), problems: reader.problems, borrowed: reader.borrowed };
}

describe('the masks of members that say none', () => {
  it('are nothing by default', () => {
    expect(read({}).masks).toEqual({});
  });

  it('come from variables, ours before those of the reference', () => {
    const { masks, borrowed } = read({
      ORRERY_ACCESS_POLICY_MASK_STRING: 'hidden',
      CUBEJS_ACCESS_POLICY_MASK_STRING: 'other',
      CUBEJS_ACCESS_POLICY_MASK_NUMBER: '-1.50',
      CUBEJS_ACCESS_POLICY_MASK_BOOLEAN: 'false',
      ORRERY_ACCESS_POLICY_MASK_TIME: '1970-01-02',
    });
    expect(masks).toEqual({
      string: 'hidden',
      number: -1.5,
      boolean: false,
      time: '1970-01-02T00:00:00.000Z',
    });
    expect(borrowed).toEqual(['CUBEJS_ACCESS_POLICY_MASK_NUMBER', 'CUBEJS_ACCESS_POLICY_MASK_BOOLEAN']);
  });

  it.each([
    ['1970-01-01T00:00:01', '1970-01-01T00:00:01.000Z'],
    ['1970-01-01 00:00:01.5Z', '1970-01-01T00:00:01.500Z'],
    ['1970-01-01T01:00+01:00', '1970-01-01T00:00:00.000Z'],
  ])('say %s in UTC', (text, time) => {
    expect(read({ ORRERY_ACCESS_POLICY_MASK_TIME: text }).masks.time).toBe(time);
  });

  it.each([
    ['NUMBER', 'one'],
    ['NUMBER', '1e5'],
    ['NUMBER', '12345678901234567890'],
    ['BOOLEAN', 'maybe'],
    ['TIME', 'yesterday'],
    ['TIME', '2024-13-01'],
  ])('are refused when they are of another type: %s %s', (type, text) => {
    const { masks, problems } = read({ [`CUBEJS_ACCESS_POLICY_MASK_${type}`]: text });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(`CUBEJS_ACCESS_POLICY_MASK_${type}`);
    expect(type === 'BOOLEAN' ? {} : masks).toEqual({});
  });
});
