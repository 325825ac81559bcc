import { expect, it } from 'vitest';
import { numberMeaning, textFormat, whyLeftOut } from './column-meaning.ts';

it.each([
  ['amount', 'DECIMAL(12,2)', 'amount', true],
  ['grand_total', 'numeric(10,2)', 'amount', true],
  ['total', 'INTEGER', 'amount', false],
  ['quantity', 'INTEGER', 'amount', false],
  ['duration_seconds', 'BIGINT', 'amount', false],
  ['number_of_guests', 'int', 'amount', false],
  ['freight', 'money', 'amount', true],
  ['freight', 'DECIMAL(10,2)', 'amount', false],
  ['total_price', 'DECIMAL(10,2)', 'amount', true],
  ['unit_price', 'DECIMAL(10,2)', 'rate', true],
  ['list_price', 'DOUBLE', 'rate', true],
  ['tax_rate', 'DECIMAL(5,4)', 'rate', false],
  ['discount', 'DECIMAL(3,2)', 'rate', false],
  ['age', 'INTEGER', 'rate', false],
])('takes %s of type %s for an %s', (name, engineType, kind, isMoney) => {
  expect(numberMeaning(name, engineType)).toEqual({ kind, isMoney });
});

it.each([
  ['birth_year', 'INTEGER'],
  ['zip', 'INTEGER'],
  ['latitude', 'DECIMAL(9,2)'],
  ['order_number', 'BIGINT'],
  ['weight', 'DECIMAL(8,2)'],
  ['floor_area', 'INTEGER'],
])('makes no measure of %s', (name, engineType) => {
  expect(numberMeaning(name, engineType)).toEqual({ kind: 'other' });
});

it('leaves out what queries cannot use, secrets and long texts', () => {
  const column = (name: string, engineType: string, type?: 'string' | 'number') =>
    whyLeftOut(name, { name, engineType, isNullable: true, ...(type ? { type } : {}) });
  expect(column('payload', 'BLOB')).toBe('queries cannot use its type, BLOB');
  expect(column('password_hash', 'VARCHAR', 'string')).toBe('its name sounds like a secret');
  expect(column('token_count', 'INTEGER', 'number')).toBeUndefined();
  expect(column('body', 'longtext', 'string')).toBe('long text, longtext');
  expect(column('name', 'VARCHAR', 'string')).toBeUndefined();
});

it('knows links and images by name', () => {
  expect(textFormat('avatar_url')).toBe('imageUrl');
  expect(textFormat('website_url')).toBe('link');
  expect(textFormat('curl')).toBeUndefined();
});
