import { type ColumnFormat, compactValue, exactValue, formatValue } from '@orrery/charts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberCheck } from './check-numbers.ts';

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }))
  .map(([units, scale]) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return units < 0n ? `-${text}` : text;
  });
const format = fc.constantFrom<ColumnFormat | undefined>(
  undefined,
  'currency',
  'percent',
  { type: 'custom-numeric', value: ',.0f' },
  { type: 'custom-numeric', value: '.1%' },
  { type: 'custom-numeric', value: ',.3f' },
);
const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'en-IN', 'de-CH', 'es-ES');
const form = fc.constantFrom(formatValue, compactValue, exactValue);

function checkOf(value: string) {
  const result = { columns: [{ name: 'n', type: 'Double' }], rows: [[value]], totalRows: 1 };
  const nothing = { statements: [], question: '', descriptions: [], counts: [], year: 2026 };
  return new NumberCheck({ ...nothing, results: [result] });
}

it('confirms every number as charts and tables display it', () => {
  fc.assert(
    fc.property(decimal, format, locale, form, (value, given, language, write) => {
      const column = { name: 'n', type: 'number', format: given, currency: 'EUR' };
      const shown = write(value, column, language);
      const words = language.startsWith('en') ? `The value is ${shown}.` : `Wert: ${shown}.`;
      expect(checkOf(value).unconfirmed(words), `${value} as ${shown}`).toEqual([]);
    }),
    { numRuns: 3_000 },
  );
});

it('confirms none whose last digit is another one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 15n }), fc.integer({ min: 1, max: 9 }), (units, more) => {
      const last = (units % 10n) + BigInt(more);
      fc.pre(units >= 2_100n);
      const other = units - (units % 10n) + (last % 10n);
      expect(
        checkOf(String(units)).unconfirmed(`The value is ${exactValue(String(other), { name: 'n', type: 'number' })}.`),
      ).toHaveLength(1);
    }),
    { numRuns: 1_000 },
  );
});
