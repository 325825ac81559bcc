import { expect, it } from 'vitest';
import { deriveMasterKey } from './master-key.ts';
import { seal, SealError, unseal } from './seal.ts';

const key = deriveMasterKey('one master key for the tests, long enough');
const place = 'deployment/1/api-secret';

it('opens what it sealed, and seals the same text differently each time', () => {
  const sealed = seal('Geheimnis ✓', key, place);
  expect(unseal(sealed, key, place)).toBe('Geheimnis ✓');
  expect(sealed).not.toContain('Geheimnis');
  expect(seal('Geheimnis ✓', key, place)).not.toBe(sealed);
});

it('does not open under another key', () => {
  const other = deriveMasterKey('another master key for the tests, long enough');
  expect(() => unseal(seal('secret', key, place), other, place)).toThrow(SealError);
});

it('does not open in another column or row', () => {
  expect(() => unseal(seal('secret', key, place), key, 'deployment/2/api-secret')).toThrow(SealError);
});

it.each([
  (text: string) => text.slice(0, -2),
  (text: string) => `${text.slice(0, -4)}AAAA`,
  (text: string) => text.replace('v1.', 'v2.'),
  () => 'v1.',
  () => '',
])('does not open after a change', (change) => {
  expect(() => unseal(change(seal('secret-secret', key, place)), key, place)).toThrow(SealError);
});
