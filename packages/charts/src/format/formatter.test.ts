import { describe, expect, it } from 'vitest';
import type { Column, ColumnFormat, Value } from '../column.ts';
import { withOverride } from './column-format.ts';
import { compactValue, exactValue, formatterOf, formatValue, kpiValue } from './formatter.ts';

const number = (format?: ColumnFormat, more: Partial<Column> = {}): Column => ({
  name: 'n',
  type: 'number',
  format,
  ...more,
});
const d3 = (value: string): ColumnFormat => ({ type: 'custom-numeric', value });
const named = (value: string, alias: string): ColumnFormat => ({ type: 'custom-numeric', value, alias });
const time = (granularity?: string): Column => ({ name: 't', type: 'time', granularity });

describe('numbers', () => {
  it.each<[string, ColumnFormat | undefined, Value, string]>([
    ['has separators', undefined, '1234567.5', '1,234,567.5'],
    ['keeps digits beyond floating point', undefined, '9007199254740993', '9,007,199,254,740,993'],
    ['rounds halves away from zero by their digits', d3('.2f'), '1.005', '1.01'],
    ['rounds negative halves alike', d3('.2f'), '-1.005', '−1.01'],
    ['has no negative zero', d3('.1f'), '-0.01', '0.0'],
    ['does not show a small value as zero where nobody asked for it', undefined, '0.00012345', '0.000123'],
    ['writes ratios as percent', 'percent', '0.1234', '12.34%'],
    ['writes shares beyond floating point', d3('.20%'), '0.12345678901234567890', '12.34567890123456789000%'],
    ['reads exponents', undefined, '1e3', '1,000'],
    ['writes 1e308 with all zeros', d3('.0f'), '1e308', `1${'0'.repeat(308)}`],
    ['says what is no number as it is', undefined, 'NaN', 'NaN'],
    ['writes infinities', undefined, '-Infinity', '−∞'],
    ['accounts in brackets', named('(,.2~f', 'accounting'), '-1234', '(1,234)'],
    ['abbreviates', named('.2~s', 'abbr'), '1234567', '1.2M'],
    ['abbreviates what rounds to the next prefix', d3('.3~s'), '999999', '1M'],
    ['writes ids without separators', named('.0f', 'id'), '1234567', '1234567'],
    ['pads', d3('*>+8d'), '42', '*****+42'],
    ['pads zeros behind the sign', d3('06d'), '-42', '−00042'],
    ['writes exponents', d3('.2e'), '12345', '1.23e+4'],
    ['rounds to significant digits', d3('.2r'), '12345', '12000'],
    ['trims zeros where the format says so', d3(',.3~f'), '1.500', '1.5'],
    ['writes other radixes', d3('#x'), '255', '0xff'],
    ['shows a specifier that is none as no format', d3('nonsense'), '1.234', '1.23'],
  ])('%s', (_, format, value, text) => {
    expect(formatValue(value, number(format))).toBe(text);
  });

  it('writes money with the symbol of its currency, where the locale has it', () => {
    const euros = number('currency', { currency: 'EUR' });
    expect(formatValue('1234.5', euros, 'en')).toBe('€1,234.50');
    expect(formatValue('-1234.5', euros, 'de')).toBe('−1.234,50\u00a0€');
    expect(formatValue('12', number('currency'), 'en')).toBe('$12');
  });

  it('takes digits and separators of the locale', () => {
    expect(formatValue('1234567.25', number(), 'hi')).toBe('12,34,567.25');
    expect(formatValue('12.5', number(), 'ar-EG')).toBe('١٢٫٥');
    expect(formatValue('12.5', number(), 'no such locale')).toBe('12.5');
  });

  it('gives the numbers of a column the same decimals', () => {
    const values = ['1', '2.5', '3.256', null];
    expect(values.map(formatterOf(number(), { values }))).toEqual(['1.00', '2.50', '3.26', '–']);
  });

  it('overrides the format of the model for a report', () => {
    expect(formatValue('0.5', withOverride(number('currency'), { type: 'percent', decimalPlaces: 1 }))).toBe('50.0%');
    expect(formatValue('5', withOverride(number(), { type: 'currency', decimalPlaces: 0 }))).toBe('$5');
    expect(formatValue('5', withOverride(number('percent'), undefined))).toBe('500%');
    expect(formatValue('5', withOverride(number(), { type: 'constructor' as 'number' }))).toBe('5');
  });

  it.each<[ColumnFormat | undefined, string, string]>([
    [undefined, '0', '0'],
    [undefined, '1234', '1,234'],
    [undefined, '12345', '12.3k'],
    [undefined, '999999', '1M'],
    [undefined, '-1234567', '−1.23M'],
    [undefined, '1234567890123', '1.23T'],
    ['percent', '0.5', '50%'],
    ['currency', '1234567', '$1.23M'],
    ['currency', '-1234567', '−$1.23M'],
    [named('.0f', 'id'), '1234567', '1234567'],
  ])('writes %s %s compactly as %s', (format, value, text) => {
    expect(compactValue(value, number(format))).toBe(text);
  });

  it('shows a number that stands alone in the format of the model, else compactly, and exactly on demand', () => {
    expect(kpiValue('1234567', number('currency'))).toBe('$1,234,567');
    expect(kpiValue('1234567', number())).toBe('1.23M');
    expect(exactValue('1234567.12345', number())).toBe('1,234,567.12345');
  });
});

describe('times', () => {
  it.each<[string | undefined, string, string]>([
    ['year', '2026-01-01T00:00:00.000', '2026'],
    ['quarter', '2026-04-01T00:00:00.000', 'Q2 2026'],
    ['month', '2026-03-01T00:00:00.000', 'Mar 2026'],
    ['week', '2026-03-02T00:00:00.000', 'Mar 2, 2026'],
    ['day', '2026-03-29T00:00:00.000', 'Mar 29, 2026'],
    ['minute', '2026-03-29T02:30:00.000', 'Mar 29, 2026, 02:30 AM'],
    [undefined, '2026-03-29T00:00:00.000', 'Mar 29, 2026'],
    [undefined, '2026-03-29 02:30:05', 'Mar 29, 2026, 02:30:05 AM'],
    ['day', '2026-02-30', '2026-02-30'],
    ['day', 'yesterday', 'yesterday'],
  ])('writes %s %s as %s', (granularity, value, text) => {
    expect(formatValue(value, time(granularity), 'en').replaceAll('\u202f', ' ')).toBe(text);
  });

  it('writes by a strftime specifier', () => {
    const custom = (value: string): Column => ({ ...time(), format: { type: 'custom-time', value } });
    const value = '2026-03-05T14:07:09.012';
    expect(formatValue(value, custom('%Y-%m-%d %H:%M:%S.%L'))).toBe('2026-03-05 14:07:09.012');
    expect(formatValue(value, custom('%-d %b %y, week %V of %G, day %j, %I %p, Q%q, %%, %!'))).toBe(
      '5 Mar 26, week 10 of 2026, day 064, 02 PM, Q1, %, %!',
    );
    expect(formatValue(value, custom('%A %B'), 'de')).toBe('Donnerstag März');
  });
});

it('tells nothing, empty texts and zero apart', () => {
  expect(formatValue(null, { name: 's', type: 'string' })).toBe('(none)');
  expect(formatValue('', { name: 's', type: 'string' })).toBe('(empty)');
  expect(formatValue(null, number())).toBe('–');
  expect(formatValue('0', number())).toBe('0');
});
