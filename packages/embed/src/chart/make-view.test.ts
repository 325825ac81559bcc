import { chartData, chartSpec, type Row } from '@orrery/charts';
import { expect, it } from 'vitest';
import { makeView } from './make-view.ts';

const month = { name: 'month', type: 'time', granularity: 'month', role: 'dimension' } as const;
const city = { name: 'city', type: 'string', role: 'dimension' } as const;
const sales = { name: 'sales', type: 'number', role: 'measure', aggType: 'sum' } as const;
const columns = [month, city, sales];
const rowsOf = (factor: number): readonly Row[] =>
  ['01', '02', '03'].flatMap((at) => [
    [`2026-${at}-01T00:00:00.000`, 'Oslo', `${factor * Number(at)}`],
    [`2026-${at}-01T00:00:00.000`, 'Rome', `${factor * 7}`],
  ]);

/** @param description makes it another spec */
async function pictureOf(rows: readonly Row[], width: number, description = '') {
  const { values } = chartData('stacked_bar', columns, rows);
  const spec = { ...chartSpec('stacked_bar', columns, { rows, locale: 'en' }), description };
  const look = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: false };
  const view = await makeView({ spec, values, size: { width, height: 200 }, ...look });
  const picture = await view.toSVG();
  view.finalize();
  return picture.replaceAll(/clip\d+/g, 'clip'); // counted on from picture to picture
}

it('draws other rows and sizes under a known spec as it draws them under a new one', async () => {
  const first = await pictureOf(rowsOf(1), 400);
  const others = await pictureOf(rowsOf(9), 300);
  expect(others).toBe(await pictureOf(rowsOf(9), 300, 'of another spec'));
  expect(others).not.toBe(first);
  expect(await pictureOf(rowsOf(1), 400)).toBe(first);
});

it('makes the parts of a picture as large as its place', async () => {
  const { values } = chartData('stacked_bar', columns, rowsOf(1));
  const [x, y] = [
    { field: 'c0', type: 'ordinal' },
    { field: 'c2', type: 'quantitative' },
  ];
  const spec = { mark: 'bar', encoding: { x, y, column: { field: 'c1', type: 'nominal' } } };
  const look = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: true };
  for (const width of [200, 400]) {
    const view = await makeView({ spec, values, size: { width, height: 200 }, ...look });
    await view.runAsync();
    expect(view.signal('child_width')).toBe(width);
    view.finalize();
  }
});
