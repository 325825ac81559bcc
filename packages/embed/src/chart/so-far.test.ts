import { chartData, chartSpec, type ChartType, rowField } from '@orrery/charts';
import { describe, expect, it } from 'vitest';
import { pointsOf } from './chart-points.ts';
import { makeView } from './make-view.ts';

const asOf = '2026-03-19 10:20:30';
const month = { name: 'month', type: 'time', granularity: 'month', role: 'dimension', asOf } as const;
const city = { name: 'city', type: 'string', role: 'dimension' } as const;
const sales = { name: 'sales', type: 'number', role: 'measure', aggType: 'sum' } as const;
const rows = ['01', '02', '03', '04', '05'].map((at, index) => [`2026-${at}-01T00:00:00.000`, `${index + 1}`]);

/** Draws them without a browser, the bars and areas of what is not over in red. */
async function drawn(type: ChartType, columns: Parameters<typeof chartSpec>[1], given: typeof rows) {
  const { values } = chartData(type, columns, given);
  const spec = chartSpec(type, columns, { rows: given, locale: 'en', soFarFill: '#ff0000' });
  const size = { width: 400, height: 200 };
  const common = { isDark: false, font: 'sans-serif', locale: 'en', tooltip: () => undefined, isBounded: false };
  const view = await makeView({ spec: spec ?? {}, values, size, ...common });
  await view.runAsync();
  return view;
}

const attributesOf = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map(([, d, other = '']) => d ?? other);

describe('a bucket that is not over', () => {
  it('has no other line than the dashed one through it, also with later points', async () => {
    const svg = await (await drawn('line', [month, sales], rows)).toSVG();
    const lines = attributesOf(svg, /<path [^>]*line mark" d="([^"]*)"|d="([^"]*)"[^>]*stroke-dasharray/g);
    expect(lines.map((d) => d.replaceAll(/[^ML]/g, ''))).toEqual(['MLML', 'MLL']);
  });

  it('is hatched where it stands on other series', async () => {
    const parts = [
      ...['01', '02'].map((at) => [`2026-${at}-01T00:00:00.000`, 'Oslo', '10']),
      ...rows.slice(0, 3).map(([time = '', value = '']) => [time, 'Rome', value]),
    ];
    const svg = await (await drawn('area', [month, city, sales], parts)).toSVG();
    const [areas, over] = [/d="([^"]*)" fill="#(?!ff0000)/g, /d="([^"]*)" fill="#ff0000"/g].map((pattern) =>
      attributesOf(svg, pattern).map((d) => d.match(/[\d.-]+,[\d.-]+/g) ?? []),
    );
    const all = new Set(areas?.flat());
    expect(over?.flat().length).toBeGreaterThan(4);
    expect(over?.flat().filter((corner) => !all.has(corner))).toEqual([]);
  });

  it.each(['line', 'area', 'grouped_bar'] as const)('is one point of the keyboard: %s', async (type) => {
    const view = await drawn(type, [month, sales], rows);
    const visited = pointsOf(view.scenegraph().root, view.origin()).map(
      ({ item }) => (item.datum as Readonly<Record<string, unknown>>)[rowField],
    );
    expect(visited).toEqual([0, 1, 2, 3, 4]);
  });
});
