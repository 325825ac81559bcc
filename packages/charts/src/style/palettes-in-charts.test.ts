import { expect, it } from 'vitest';
import { ownChartIn, withOwnChart } from '../own/index.ts';
import { chartSpec } from '../spec/index.ts';
import { mayNamePalette, metaWithPalettes, specWithPalettes } from './palettes-in-charts.ts';
import { paletteFaults } from './palette-colors.ts';
import { categoriesOf, rampOf } from './palettes.ts';
import { readChartStyle } from './read-chart-style.ts';

const sea = ['#0b3954', '#087e8b'];
const colorsOf = (id: number) => (id === 7 ? sea : undefined);

it('takes the colours of a palette of the account for categories and amounts, and the usual ones without them', () => {
  const style = readChartStyle({ palette: { id: 7, colors: sea }, isReversed: true });
  expect(style).toEqual({ palette: { id: 7, colors: sea }, isReversed: true });
  for (const colors of [categoriesOf(style ?? {}, false), rampOf(style ?? {}, true)])
    expect(colors).toEqual(sea.toReversed());
  for (const isDark of [false, true]) {
    expect(categoriesOf({ palette: { id: 7 } }, isDark)).toEqual(categoriesOf({}, isDark));
    expect(rampOf({ palette: { id: 7 } }, isDark)).toEqual(rampOf({}, isDark));
  }
});

it.each([
  [{ id: 7, colors: ['red'] }, { palette: { id: 7 } }],
  [{ id: 7, colors: Array.from({ length: 21 }, () => '#0b3954') }, { palette: { id: 7 } }],
  [{ id: 7, other: 1 }, { palette: { id: 7 } }],
  [{ id: 0 }, undefined],
  [{ id: '7', colors: sea }, undefined],
  [{ colors: sea }, undefined],
])('reads the palette %j as %j', (palette, style) => {
  expect(readChartStyle({ palette })).toEqual(style);
});

it('puts the present colours into charts of ours, which stay whole, in place of those that came along', () => {
  const [city, sales] = [{ name: 'city' }, { name: 'sales', kind: 'measure', type: 'number' }] as const;
  const made = chartSpec('grouped_bar', [city, sales]) ?? {};
  const spec = withOwnChart(made, {
    type: 'grouped_bar',
    style: { palette: { id: 7, colors: ['#ffffff', '#000000'] } },
  });
  for (const given of [spec, JSON.stringify(spec)]) {
    const dressed = specWithPalettes(given, colorsOf);
    expect(typeof dressed).toBe(typeof given);
    expect(ownChartIn(dressed)).toEqual({ type: 'grouped_bar', style: { palette: { id: 7, colors: sea } } });
    expect(ownChartIn(specWithPalettes(given, () => undefined))?.style).toEqual({ palette: { id: 7 } });
  }
  const map = { palette: { id: 7 }, shapes: 'us-states' };
  expect(metaWithPalettes({ a: 1, visualization: { kind: 'map', spec: map }, explore: { map } }, colorsOf)).toEqual({
    a: 1,
    visualization: { kind: 'map', spec: { ...map, palette: { id: 7, colors: sea } } },
    explore: { map: { ...map, palette: { id: 7, colors: sea } } },
  });
});

it('leaves alone what is no chart of ours, however it is nested', () => {
  const deep = `{"palette":${'['.repeat(50_000)}${']'.repeat(50_000)},"usermeta":{"orrery":{"style":{"palette":{"id":7}}}}}`;
  for (const given of [null, 7, '', '"palette"', '{"palette"', deep, { usermeta: { orrery: [] } }, { palette: [] }])
    expect(specWithPalettes(given, colorsOf)).toEqual(given);
  for (const meta of [
    {},
    { visualization: null, explore: 'x' },
    { visualization: { kind: 'kpi' } },
    { explore: { style: 1 } },
  ])
    expect(metaWithPalettes(meta, colorsOf)).toEqual(meta);
});

it('returns the very text and the very settings where no palette of the account is named', () => {
  const text = '{ "mark": 1.0, "palette" : { "name": "sea" } }';
  const custom = { usermeta: { orrery: { style: { palette: 'vivid' } } } };
  const metas = [{ visualization: { spec: text }, explore: { style: { palette: sea }, map: {} } }, { explore: {} }, {}];
  for (const spec of [text, '[{"palette":{"id":7}}]', custom]) expect(specWithPalettes(spec, colorsOf)).toBe(spec);
  for (const meta of metas) expect(metaWithPalettes(meta, colorsOf)).toBe(meta);
  expect(mayNamePalette(null, custom)).toBe(false);
  expect(mayNamePalette(metas[1] ?? {}, '{"palette":"sea"}')).toBe(false);
});

it.each([
  [null, '{"palette":\n{"id":7}}'],
  [null, { palette: { id: 7 } }],
  [null, { usermeta: { orrery: { style: { palette: { id: 7 } } } } }],
  [{ visualization: { spec: { palette: { id: 7 } } } }, null],
  [{ explore: { map: { palette: { id: 7 } } } }, null],
  [{ explore: { style: { palette: { id: 7 } } } }, undefined],
])('sees that a palette may be named in %j and %j', (meta, spec) => {
  expect(mayNamePalette(meta, spec)).toBe(true);
});

it('names every colour that is none, and says how many there may be', () => {
  expect(paletteFaults(sea)).toEqual([]);
  expect(paletteFaults(['red', '#0b3954', '#fff']).map(({ path }) => path)).toEqual([[0], [2]]);
  expect(paletteFaults(['#0b395']).map(({ path }) => path)).toEqual([[], [0]]);
  expect(paletteFaults(Array.from({ length: 21 }, () => '#0b3954'))).toHaveLength(1);
});
