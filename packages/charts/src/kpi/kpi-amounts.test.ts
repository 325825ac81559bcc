import { expect, it } from 'vitest';
import type { Column, Value } from '../column.ts';
import { readKpiStyle } from './kpi-style.ts';
import { kpiView } from './kpi-view.ts';

const sales = { name: 's', title: 'Sales', type: 'number', role: 'measure' } as const;
const month = { name: 'm', title: 'Month', type: 'time', granularity: 'month' } as const;

function progressAt(value: Value, settings: object) {
  const style = readKpiStyle({ blocks: [{ kind: 'progress', measure: 's', ...settings }] });
  const rows = [
    ['2026-02-01T00:00:00.000', value],
    ['2026-01-01T00:00:00.000', '1'],
  ];
  return kpiView({ columns: [month, sales], rows, style, locale: 'en' }).places[0]?.[0];
}

it('says which row progress is of, to the eye and to those who hear it', () => {
  const name = 'Sales, Feb 2026';
  expect(progressAt('50', { target: 100 })).toMatchObject({ label: name, name });
  expect(progressAt('50', { target: 100, label: '' })).toMatchObject({ label: '', name });
  expect(progressAt('50', { target: 100, label: 'Goal' })).toMatchObject({ label: 'Goal', name: 'Goal' });
});

it.each([
  ['99.96', 100, '99.9%', 0.9996],
  ['99.999999999999999999', 100, '99.9%', 0.999999],
  ['21.665', 100, '21.7%', 0.21665],
  ['57', 100, '57%', 0.57],
  ['100', 100, '100%', 1],
  ['133.36', 100, '133.4%', 1.3336],
  ['-50', 100, '-50%', 0],
  [null, 100, '–', 0],
  ['5', 1e-320, '–', 1],
  [`1${'0'.repeat(400)}`, 100, '–', 1],
])('shows %s of %s as %s', (value, target, percent, share) => {
  expect(progressAt(value, { target })).toMatchObject({ percent: percent.replace('-', '−'), share });
});

function changeOf([now, before]: readonly [Value, Value], format: Column['format'], settings: object = {}) {
  const column = { ...sales, format, currency: 'EUR' };
  const style = readKpiStyle({ blocks: [{ kind: 'comparison', measure: 's', shows: 'absolute', ...settings }] });
  const columns = [column, { ...column, name: 's~1', comparedTo: 's' }];
  const [block] = kpiView({ columns, rows: [[now, before]], style, locale: 'en' }).places[0] ?? [];
  return block?.kind === 'comparison' ? block.all[0] : undefined;
}

it.each<[string, Column['format'], string, string]>([
  ['a sign', { type: 'custom-numeric', value: '+.1f' }, '+2.0', '−2.0'],
  ['a sign and filling', { type: 'custom-numeric', value: '*>+.1f' }, '+2.0', '−2.0'],
  ['a space for a sign', { type: 'custom-numeric', value: ' .1f' }, '+2.0', '−2.0'],
  ['parentheses', { type: 'custom-numeric', value: '($,.2f' }, '+€2.00', '−€2.00'],
  ['none', undefined, '+2', '−2'],
  ['percent', 'percent', '+200 pp', '−200 pp'],
  ['percent with digits', { type: 'custom-numeric', value: '+.1%' }, '+200.0 pp', '−200.0 pp'],
  ['percent with significant digits', { type: 'custom-numeric', value: '.3p' }, '+200 pp', '−200 pp'],
])('writes a change in its own unit with one sign: format with %s', (_, format, more, less) => {
  expect([changeOf(['3', '1'], format)?.change, changeOf(['1', '3'], format)?.change]).toEqual([more, less]);
});

it('tells percentage points from percent', () => {
  expect(changeOf(['0.17', '0.12'], 'percent', { shows: 'both' })?.change).toBe('+5 pp (+41.7%)');
});

it('says that it is more where the change that is shown says so', () => {
  const more = ['1000400', '1000000'] as const;
  expect(changeOf(more, undefined, { good: 'more' })).toMatchObject({ change: '+400', direction: 'up', tone: 'good' });
  expect(changeOf(more, undefined, { good: 'more', shows: 'both' })).toMatchObject({
    change: '+400 (0%)',
    tone: 'good',
  });
  const inPercent = changeOf(more, undefined, { good: 'more', shows: undefined });
  expect([inPercent?.change, inPercent?.direction, inPercent?.tone]).toEqual(['0%', 'same', undefined]);
});
