import { assert, bigInt, double, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { exactNumber } from './exact-number.ts';

it.each([
  ['0', 0],
  ['-0', -0],
  ['12.50', 12.5],
  ['007.0', 7],
  ['-3', -3],
  ['9007199254740992', 9007199254740992],
  ['0.1', 0.1],
  ['.5', 0.5],
  ['1e21', 1e21],
  ['1E+21', 1e21],
  ['1000000000000000000000', 1e21],
  ['0.000000125', 1.25e-7],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
])('%s is the number %d', (text, value) => {
  expect(exactNumber(text, 'orders.total')).toBe(value);
});

it.each([
  '9007199254740993',
  '0.1234567890123456789',
  '1e400',
  '-1e-400',
  '12abc',
  '',
  ' 1',
  '0x10',
  '1_000',
  '--1',
  '.',
  'e5',
  'nan',
])('%j is refused, with the name of its column', (text) => {
  expect(() => exactNumber(text, 'orders.total')).toThrow(/^orders\.total is /);
});

it('takes every double as it is printed, with zeros too', () => {
  assert(
    property(double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(exactNumber(String(value), 'x')).toBe(value === 0 ? 0 : value);
      if (String(value).includes('.') && !String(value).includes('e')) {
        expect(exactNumber(`${value}000`, 'x')).toBe(value);
      }
    }),
  );
});

it('takes a decimal exactly when its digits are those of the double', () => {
  assert(
    property(bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), integer({ min: 0, max: 12 }), (digits, places) => {
      const text = withPoint(digits, places);
      const isExact = shownExactly(digits, places) === digits;
      if (isExact) expect(exactNumber(text, 'x')).toBe(Number(text));
      else expect(() => exactNumber(text, 'x')).toThrow('read it as text');
    }),
  );
});

function withPoint(digits: bigint, places: number): string {
  if (places === 0) return String(digits);
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** The digits that the double shows, with so many places; by arithmetic of whole numbers. */
function shownExactly(digits: bigint, places: number): bigint | undefined {
  const shown = String(Number(withPoint(digits, places)));
  const [mantissa = '', exponent = '0'] = shown.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = places - fraction.length + Number(exponent);
  const all = BigInt(`${whole}${fraction}`);
  if (power >= 0) return all * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return all % divisor === 0n ? all / divisor : undefined;
}
