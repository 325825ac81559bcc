import { expect, it } from 'vitest';
import { readPublishedSpec } from './read-published-spec.ts';

const columns = [
  { name: 'orders.count', type: 'number' },
  { name: 'orders.at.month', type: 'time' },
];
const encoding = {
  x: { field: 'orders.at.month', type: 'temporal', timeUnit: 'yearmonth' },
  y: { field: 'orders.count' },
};
const reasonOf = (spec: unknown) => {
  const read = readPublishedSpec(spec, columns);
  return read.ok ? undefined : read.reason;
};

it('reads names of columns as names, times in UTC, and leaves the data out', () => {
  const given = {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    data: { values: [{ a: 1 }] },
    mark: 'bar',
    encoding,
  };
  expect(readPublishedSpec(JSON.stringify(given), columns)).toEqual({
    ok: true,
    hasOwnSize: false,
    spec: {
      mark: 'bar',
      encoding: {
        x: { field: String.raw`orders\.at\.month`, type: 'temporal', timeUnit: 'utcyearmonth', scale: { type: 'utc' } },
        y: { field: String.raw`orders\.count` },
      },
    },
  });
});

it('keeps texts as they are, also where they read like a column', () => {
  const read = readPublishedSpec({ mark: { type: 'text', text: 'orders.count' }, title: 'orders.count' }, columns);
  expect(read.ok && read.spec).toEqual({ mark: { type: 'text', text: 'orders.count' }, title: 'orders.count' });
});

it('keeps plain rows of layers, such as a line at a target', () => {
  const layer = [{ data: { values: [{ target: 5 }] }, mark: 'rule', encoding: { y: { field: 'target' } } }];
  expect(readPublishedSpec({ layer }, columns)).toMatchObject({ ok: true, spec: { layer } });
});

it.each<[string, unknown]>([
  ['no spec', 'not json'],
  ['a list', []],
  ['a spec of Vega', { $schema: 'https://vega.github.io/schema/vega/v5.json', marks: [] }],
  ['data of an address', { data: { url: 'https://evil.example/x.json' }, mark: 'bar' }],
  ['data of an address in a layer', { layer: [{ data: { url: 'x' }, mark: 'bar' }] }],
  [
    'data of an address in a lookup',
    { mark: 'bar', transform: [{ lookup: 'a', from: { data: { url: 'x' }, key: 'b' } }] },
  ],
  ['generated rows', { layer: [{ data: { sequence: { start: 0, stop: 1e9 } }, mark: 'bar' }] }],
  ['a map', { layer: [{ data: { sphere: true }, mark: 'geoshape' }] }],
  ['a geographic mark', { mark: { type: 'geoshape' } }],
  ['a picture', { mark: { type: 'image', url: 'https://evil.example' } }],
  ['a picture by channel', { mark: 'image', encoding: { url: { field: 'a' } } }],
  ['a link of a mark', { mark: { type: 'bar', href: 'javascript:alert(1)' } }],
  ['a link of a channel', { mark: 'bar', encoding: { href: { value: 'javascript:alert(1)' } } }],
  ['a link of a configuration', { mark: 'bar', config: { mark: { href: 'https://evil.example' } } }],
  ['signals of a configuration', { mark: 'bar', config: { signals: [{ name: 'a', on: [] }] } }],
  ['an input', { mark: 'bar', params: [{ name: 'a', bind: { input: 'range', element: '#orrery' } }] }],
  ['a selection', { mark: 'bar', params: [{ name: 'a', select: { type: 'point', on: 'window:message' } }] }],
  ['a format of its own', { mark: 'bar', encoding: { x: { field: 'a', format: 'x', formatType: 'alert' } } }],
  ['a name of the language', JSON.parse('{"mark":"bar","__proto__":{"x":1}}')],
  [
    'ticks without end',
    { mark: 'bar', encoding: { x: { axis: { tickCount: { interval: 'millisecond', step: 1 } } } } },
  ],
  ['ticks by an expression', { mark: 'bar', encoding: { x: { axis: { tickCount: { expr: '1e9' } } } } }],
  ['bins without end', { mark: 'bar', encoding: { x: { bin: { maxbins: 1e9 } } } }],
  ['tiny bins', { mark: 'bar', encoding: { x: { bin: { step: 1e-9 } } } }],
  ['steps that multiply', { mark: 'bar', transform: Array.from({ length: 3 }, () => ({ fold: Array(20).fill('a') })) }],
  ['views that multiply', { repeat: { row: Array(20).fill('a'), column: Array(20).fill('a') }, spec: { mark: 'bar' } }],
  ['many views', { hconcat: Array(101).fill({ mark: 'point' }) }],
  ['many views inside of views', { layer: Array(11).fill({ layer: Array(10).fill({ mark: 'point' }) }) }],
  [
    'views that are repeated',
    { repeat: ['a', 'b'], spec: { repeat: { layer: ['a', 'b'] }, spec: { hconcat: Array(26).fill({ mark: 'bar' }) } } },
  ],
  ['marks of several', { layer: Array(21).fill({ mark: { type: 'boxplot' } }) }],
  ['sizes of bins', { mark: 'bar', transform: [{ bin: { steps: [1e-9] }, field: 'a', as: 'b' }] }],
  ['bins that hardly grow', { mark: 'bar', encoding: { x: { bin: { base: 1.000001 } } } }],
  ['bins by a small number', { mark: 'bar', encoding: { x: { bin: { divide: [1e-9] } } } }],
  ['bins of another span', { mark: 'bar', encoding: { x: { bin: { span: 1e-9 } } } }],
  ['bins by an expression', { mark: 'bar', encoding: { x: { bin: { maxbins: { expr: '1e9' } } } } }],
  ['a curve of many terms', { mark: 'bar', transform: [{ regression: 'a', on: 'b', method: 'poly', order: 500 }] }],
  ['a large base', { mark: 'bar', encoding: { x: { scale: { type: 'log', base: 1e9 } } } }],
  ['a base that hardly grows', { mark: 'bar', encoding: { x: { scale: { type: 'log', base: 1.000001 } } } }],
  ['many colours', { mark: 'bar', encoding: { color: { scale: { scheme: { name: 'viridis', count: 1e7 } } } } }],
  ['wide numbers', { mark: 'bar', encoding: { text: { format: '0999999.99f' } } }],
  ['long formats', { mark: 'bar', encoding: { text: { format: '%Y'.repeat(101) } } }],
  ['views without end', JSON.parse(`${'{"layer":['.repeat(100)}{}${']}'.repeat(100)}`)],
])('refuses %s', (_, spec) => {
  expect(reasonOf(spec)).toMatch(/\.$/);
});

it.each([
  { mark: 'bar', params: [{ name: 'most', value: 5 }], transform: [{ filter: 'datum.a < most' }] },
  { mark: 'bar', encoding: { x: { bin: true }, y: { aggregate: 'count', axis: { tickCount: 5 } } } },
  { hconcat: Array(50).fill({ layer: [{ mark: 'bar' }, { mark: 'rule' }] }) },
  { repeat: ['a', 'b'], spec: { mark: 'boxplot' } },
  { mark: 'bar', encoding: { x: { scale: { type: 'log', base: 2 } }, y: { axis: { format: '$,.2f' } } } },
  {
    mark: 'bar',
    encoding: { x: { axis: { format: '%d.%m.2026' } }, color: { scale: { scheme: { name: 'a', count: 9 } } } },
  },
  { mark: 'bar', encoding: { x: { bin: { base: 2, minstep: 1, divide: [5, 2] } }, order: { field: 'b' } } },
  { mark: 'line', width: 'container', height: 300, encoding: { x: { axis: { tickCount: 'month' } } } },
])('lets %j be', (spec) => {
  expect(reasonOf(spec)).toBeUndefined();
});
