import { expect, it } from 'vitest';
import { readExpiry } from './read-expiry.ts';

const now = Date.UTC(2026, 5, 17);

it.each([
  ['2026-12-31', '2026-12-31T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2026-12-31T18:00Z', '2026-12-31T18:00:00.000Z'],
  ['2026-12-31T18:00:30.5+02:00', '2026-12-31T16:00:30.500Z'],
  ['2027-01-01T00:30+02:00', '2026-12-31T22:30:00.000Z'],
])('%s ends at %s', (text, end) => {
  expect(new Date(readExpiry(text, now)).toISOString()).toBe(end);
});

it.each([
  '',
  'tomorrow',
  '2026-02-29',
  '2026-13-01',
  '2026-12-31T18:00',
  '2026-12-31T25:00Z',
  '1e99',
  '2026-12-31 ',
  '31.12.2026',
])('%j is not an expiry', (text) => {
  expect(() => readExpiry(text, now)).toThrow('--expires takes a date');
});

it('an expiry in the past is refused', () => {
  expect(() => readExpiry('2026-06-17', now)).toThrow('--expires is over: 2026-06-17T00:00:00.000Z');
});
