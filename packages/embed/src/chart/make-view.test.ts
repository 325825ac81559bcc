import { chartData, chartSpec, type Row } from '@orrery/charts';
import { expect, it, vi } from 'vitest';
import { loadTransformsOf, makeView } from './make-view.ts';

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

const list = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, at) => make(at));
const median = { op: 'median', field: 'n', as: 'm' };

it.each<[string, object, number, RegExp]>([
  ['a column of each value', { pivot: 'name', value: 'n' }, 2_000, /amounts/],
  ['a column of each value in each group', { pivot: 'name', value: 'n', groupby: ['name'] }, 1_000, /rows/],
  ['amounts beside each row', { joinaggregate: list(300, (at) => ({ ...median, as: `m${at}` })) }, 10_000, /amounts/],
  ['amounts of groups', { aggregate: list(300, (at) => ({ ...median, as: `m${at}` })) }, 10_000, /amounts/],
  ['samples of many groups', { aggregate: [{ ...median, op: 'ci0' }], groupby: ['name'] }, 10_000, /steps/],
  ['amounts in windows', { window: list(300, (at) => ({ ...median, op: 'sum', as: `m${at}` })) }, 10_000, /amounts/],
  ['the least of long windows', { window: [{ ...median, op: 'min' }], frame: [-5_000, 0] }, 10_000, /steps/],
  ['windows of rows alike', { window: [median], frame: [0, 0], sort: [{ field: 'g' }] }, 10_000, /steps/],
  ['a curve near each row', { loess: 'n', on: 'n', bandwidth: 1 }, 10_000, /steps/],
])('refuses %s before it is made, by a spec of somebody else', async (_, transform, count, reason) => {
  const spec = { transform: [transform], mark: 'point', encoding: { x: { field: 'm', type: 'quantitative' } } };
  const values = list(count, (at) => ({ name: `Name ${at}`, n: (at * 7_919) % 9_973, g: at % 2 })) as object[];
  const look = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: true };
  await loadTransformsOf(spec);
  const view = await makeView({ spec, values, size: { width: 200, height: 200 }, ...look });
  await expect(view.runAsync()).rejects.toThrow(reason);
  view.finalize();
});

it('refuses wide numbers that an expression of a mark writes', async () => {
  const spec = { mark: { type: 'text', text: { expr: "format(datum.n, '0' + '99999999.1f')" } } };
  const look = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: true };
  const view = await makeView({ spec, values: [{ n: 1 }], size: { width: 200, height: 200 }, ...look });
  await expect(view.runAsync()).rejects.toThrow(/format/);
  view.finalize();
});

const minuteMs = 60_000;

it.each<[string, number, (calls: number) => number]>([
  ['after its last part', 9, () => minuteMs],
  ['while it is fitted into its place', 1.5, (calls) => calls * minuteMs],
])('paints nothing of a spec of somebody else whose time is over %s', async (_, priority, passed) => {
  const spec = { mark: 'point', encoding: { x: { field: 'n', type: 'quantitative' } } };
  const look = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: true };
  const view = await makeView({ spec, values: [{ n: 1 }], size: { width: 200, height: 200 }, ...look });
  const clock = vi.spyOn(performance, 'now');
  try {
    const [start, before] = [performance.now(), clock.mock.calls.length];
    view.runAfter(
      () => clock.mockImplementation(() => start + passed(clock.mock.calls.length - before)),
      true,
      priority,
    );
    await expect(view.runAsync()).rejects.toThrow('2 seconds');
  } finally {
    clock.mockRestore();
    view.finalize();
  }
});
