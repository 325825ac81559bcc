import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepBuilt } from '../../../../scripts/pages/keep-built.ts';
import { chartSpec, chartTypes, withOwnChart } from '@orrery/charts';
import { type Browser, openChromium, type Page } from '../../../../tests/browser/chromium.ts';
import { isKnock } from '../../../../tests/servers/is-knock.ts';

const built = join(import.meta.dirname, '../../dist');
/** As the server sends it with pages in frames. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');
const pageScript = `
import { drawChart } from '/chart.js';
window.draw = async (input, style = 'width: 600px; height: 300px') => {
  window.drawn?.destroy();
  const place = document.querySelector('main');
  place.style.cssText = style;
  window.drawn = await drawChart(place, { isDark: false, locale: 'en', title: 'Sales', ...input });
};
window.picture = () => document.querySelector('.orrery-chart-picture');
window.words = () => [...document.querySelectorAll('.orrery-chart-picture text')].map((each) => each.textContent);
window.notes = () => document.querySelector('.orrery-chart-notes').textContent;
window.press = (key) => picture().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
window.tip = () => { const tip = document.querySelector('.orrery-chart-tooltip'); return tip.hidden ? null : tip.innerText; };
window.isReady = true;`;

let browser: Browser;
let page: Page;
/** Whether the next test needs another page, because the mouse or the clock of this one was set. */
let isSet = true;
let origin: string;
let foreign: string;
const servers: Server[] = [];
const asked: string[] = [];

beforeAll(async () => {
  await keepBuilt('frames');
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
  const chart = readFileSync(join(built, manifest['chart.js']));
  foreign = await listen((url) => {
    if (!isKnock({ url })) asked.push(url);
    return ['text/plain', 'x'];
  });
  origin = await listen((url) => {
    if (url === '/chart.js') return ['text/javascript', chart];
    const part = Object.values<string>(manifest).find((file) => url === `/${file}`);
    if (part !== undefined) return ['text/javascript', readFileSync(join(built, part))];
    if (url === '/page.js') return ['text/javascript', pageScript];
    return [
      'text/html',
      '<!doctype html><title>Chart</title><script type="module" src="/page.js"></script><main></main>',
    ];
  });
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: (url: string) => readonly [type: string, body: string | Buffer]): Promise<string> {
  const server = createServer((request, response) => {
    const [type, body] = answer(request.url ?? '');
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  asked.length = 0;
  if (!isSet && page.console.length === 0) return;
  await page?.close();
  page = await browser.open(`${origin}/`);
  await expect.poll(() => page.evaluate('window.isReady')).toBe(true);
  isSet = false;
});

function send(method: string, parameters: object): Promise<unknown> {
  isSet = true;
  return page.send(method, parameters);
}

const draw = (input: object, style?: string) =>
  page.evaluate(`draw(${JSON.stringify(input)}, ${JSON.stringify(style)})`);
const words = () => page.evaluate<string[]>('words()');
const notes = () => page.evaluate<string>('notes()');

const month = { name: 'shop.month', shortTitle: 'Month', type: 'time', granularity: 'month' };
const region = { name: 'shop.region', shortTitle: 'Region', type: 'string' };
const sales = { name: 'shop.sales', shortTitle: 'Sales', type: 'number', format: 'currency', currency: 'EUR' };
const months = Array.from({ length: 12 }, (_, index) => [
  `2026-${String(index + 1).padStart(2, '0')}-01T00:00:00.000`,
  String(1000 * (index + 1)),
]);
const regions = [
  ['North', '9007199254740993'],
  ['South', '4503599627370496.5'],
];

it('is small: the built script with everything in it', () => {
  const manifest = JSON.parse(readFileSync(join(built, 'manifest.json'), 'utf8'));
  expect(gzipSync(readFileSync(join(built, manifest['chart.js'])), { level: 9 }).length).toBeLessThan(300_000);
});

describe('of an answer', () => {
  it.each(['America/Sao_Paulo', 'Asia/Kolkata', 'UTC'])(
    'has its times wherever the browser stands: %s',
    async (timezoneId) => {
      await send('Emulation.setTimezoneOverride', { timezoneId });
      await draw({ columns: [month, sales], rows: months });
      expect((await words()).slice(0, 4)).toEqual(['Jan2026', 'Mar', 'May', 'Jul']);
      const spec = {
        mark: 'bar',
        encoding: {
          x: { timeUnit: 'month', field: 'shop.month', type: 'ordinal' },
          y: { aggregate: 'sum', field: 'shop.sales', type: 'quantitative' },
          color: { condition: { test: 'month(datum["shop.month"]) === 0', value: 'red' }, value: 'blue' },
        },
        transform: [{ filter: 'year(datum["shop.month"]) === 2026' }],
      };
      await draw({ columns: [month, sales], rows: months, spec });
      expect((await words()).slice(0, 3)).toEqual(['Jan', 'Feb', 'Mar']);
      expect(await page.evaluate(`picture().querySelectorAll('.mark-rect.role-mark path').length`)).toBe(12);
      expect(page.console).toEqual([]);
    },
  );

  it('is one stop of the keyboard, read point by point with all digits', async () => {
    await draw({ columns: [region, sales], rows: regions });
    const { role, label, tabIndex } = await page.evaluate<Record<string, unknown>>(
      `({ role: picture().role, label: picture().getAttribute('aria-label'), tabIndex: picture().tabIndex })`,
    );
    expect({ role, label, tabIndex }).toEqual({ role: 'application', label: 'Sales', tabIndex: 0 });
    await page.evaluate(`press('Enter')`);
    expect(await page.evaluate('tip()')).toBe('Region: North\nSales: €9,007,199,254,740,993.00');
    await page.evaluate(`press('ArrowRight')`);
    expect(await page.evaluate('tip()')).toBe('Region: South\nSales: €4,503,599,627,370,496.50');
    expect(await page.evaluate(`document.querySelector('.orrery-chart-point').textContent`)).toBe(
      'Region: South; Sales: €4,503,599,627,370,496.50',
    );
    await page.evaluate(`press('Escape')`);
    expect(await page.evaluate('tip()')).toBeNull();
  });

  it('has a table of the same rows', async () => {
    await draw({ columns: [region, sales], rows: regions });
    await page.evaluate(`document.querySelector('details').open = true`);
    await expect.poll(() => page.evaluate(`document.querySelectorAll('details table td').length`)).toBe(4);
    expect(await page.evaluate(`[...document.querySelectorAll('details tr')].map((row) => row.innerText)`)).toEqual([
      'Region\tSales',
      'North\t€9,007,199,254,740,993.00',
      'South\t€4,503,599,627,370,496.50',
    ]);
    const description = await page.evaluate(`document.querySelector('.orrery-chart-description').textContent`);
    expect(description).toContain('largest €9,007,199,254,740,993.00, North');
  });

  it('shows a tooltip under the pointer', async () => {
    await draw({ columns: [region, sales], rows: regions });
    const { x, y } = await page.evaluate<{ x: number; y: number }>(
      `(() => { const { x, y, width, height } = picture().querySelector('.mark-rect.role-mark path').getBoundingClientRect(); return { x: x + width / 2, y: y + height / 2 }; })()`,
    );
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await expect.poll(() => page.evaluate('tip()')).toBe('Region: North\nSales: €9,007,199,254,740,993.00');
  });

  it('shows the point of a line that the pointer is near to', async () => {
    await draw({ columns: [month, sales], rows: months });
    const { x, y } = await page.evaluate<{ x: number; y: number }>(
      `(() => { const { x, y, width, height } = picture().querySelectorAll('.mark-symbol.role-mark path')[2].getBoundingClientRect(); return { x: x + width / 2 + 5, y: y + height / 2 }; })()`,
    );
    await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await expect.poll(() => page.evaluate('tip()')).toBe('Month: Mar 2026\nSales: €3,000');
  });

  it('fits its place as that is when it is drawn', async () => {
    isSet = true;
    await page.evaluate(`scheduler.yield = () => {
      document.querySelector('main').style.width = '300px';
      return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }`);
    await draw({ columns: [region, sales], rows: regions });
    const width = `picture().querySelector('svg').getBoundingClientRect().width`;
    await expect.poll(() => page.evaluate(width)).toBe(await page.evaluate('picture().clientWidth'));
    expect(await page.evaluate(width)).toBeLessThan(310);
  });

  it('follows the size of its place', async () => {
    await draw({ columns: [month, sales], rows: months });
    const width = () => page.evaluate<number>(`picture().querySelector('svg').getBoundingClientRect().width`);
    expect(await width()).toBeLessThanOrEqual(600);
    await page.evaluate(`document.querySelector('main').style.width = '320px'`);
    await expect.poll(width).toBeLessThanOrEqual(320);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.evaluate(`document.querySelector('main').style.width = '700px'`);
    await expect.poll(width).toBeGreaterThan(600);
    await page.evaluate('drawn.destroy()');
    expect(await page.evaluate(`document.querySelector('main').children.length`)).toBe(0);
  });

  it('shows names of others as they are, also where they attack (attack 42)', async () => {
    const attack = `<img src=x onerror="document.title='attacked'">{{constructor}}"'\\u0000\u202e`;
    const columns = [
      { ...region, name: '__proto__', shortTitle: attack },
      { ...sales, name: `a.b['c"] \\`, shortTitle: attack },
      { ...sales, name: 'constructor', shortTitle: attack },
    ];
    await draw({
      columns,
      rows: [
        [attack, '1', '2'],
        ['', '3', '4'],
        [null, '5', '6'],
      ],
      title: attack,
    });
    expect((await words()).join(' ')).toContain('(none)');
    expect(await page.evaluate(`picture().textContent`)).toMatch(/\(none\).*\(empty\)/);
    await page.evaluate(`document.querySelector('details').open = true; press('Enter')`);
    expect(await page.evaluate('tip()')).toContain('<img src=x');
    expect(await page.evaluate('document.title')).toBe('Chart');
    expect(page.console).toEqual([]);
  });

  it('says that there are no rows, or that its columns do not fit', async () => {
    await draw({ columns: [region, sales], rows: [] });
    expect(await notes()).toBe('No rows.');
    await draw({ columns: [region, sales], rows: regions, kind: 'heatmap' });
    expect(await notes()).toBe('These columns do not fit a chart. It needs 2 dimensions and 1 measure.');
  });

  it('draws many rows as pixels', async () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => [String(index), String((index * 7919) % 1_000)]);
    await draw({ columns: [{ ...sales, name: 'x' }, sales], rows, kind: 'scatter' });
    expect(await page.evaluate(`picture().querySelectorAll('canvas').length`)).toBe(1);
  });
});

describe('of a published spec', () => {
  const columns = [region, sales];
  const encoding = {
    x: { field: 'shop.region', type: 'nominal' },
    y: { field: 'shop.sales', type: 'quantitative' },
  };

  it.each<[string, object]>([
    ['bars', { mark: 'bar', encoding }],
    [
      'layers with a line at a target',
      {
        layer: [
          { mark: 'bar', encoding },
          { data: { values: [{ goal: 5 }] }, mark: 'rule', encoding: { y: { field: 'goal', type: 'quantitative' } } },
        ],
      },
    ],
    [
      'two views',
      {
        hconcat: [
          { mark: 'bar', encoding },
          { mark: 'point', encoding },
        ],
      },
    ],
    [
      'calculations',
      {
        mark: 'bar',
        transform: [{ calculate: `upper(datum['shop.region'])`, as: 'big' }],
        encoding: { ...encoding, x: { field: 'big' } },
      },
    ],
    [
      'aggregates',
      { mark: { type: 'bar' }, encoding: { x: { bin: true, field: 'shop.sales' }, y: { aggregate: 'count' } } },
    ],
    ['facets', { mark: 'bar', encoding: { ...encoding, column: { field: 'shop.region' } } }],
    [
      'labels',
      {
        layer: [
          { mark: 'bar' },
          {
            mark: { type: 'text', dy: { expr: '-height / 50' } },
            encoding: { text: { field: 'shop.sales', format: ',.0f' } },
          },
        ],
        encoding,
      },
    ],
    [
      'a regression',
      {
        layer: [{ mark: 'point' }, { mark: 'line', transform: [{ regression: 'shop.sales', on: 'shop.sales' }] }],
        encoding: { x: encoding.y, y: encoding.y },
      },
    ],
  ])('draws %s', async (_, spec) => {
    await draw({ columns, rows: regions, spec: JSON.stringify(spec) });
    expect(await notes()).toBe('');
    expect(await page.evaluate(`picture().querySelectorAll('svg .role-mark > *').length`)).toBeGreaterThan(0);
    expect(page.console).toEqual([]);
  });

  const attacks: [string, (url: string) => object][] = [
    ['data of an address', (url) => ({ data: { url }, mark: 'bar', encoding })],
    ['data of an address in a layer', (url) => ({ layer: [{ data: { url }, mark: 'bar', encoding }] })],
    [
      'a lookup at an address',
      (url) => ({
        mark: 'bar',
        encoding,
        transform: [{ lookup: 'shop.region', from: { data: { url }, key: 'a', fields: ['b'] } }],
      }),
    ],
    ['a picture', (url) => ({ mark: { type: 'image', url }, encoding })],
    ['a picture by channel', (url) => ({ mark: 'image', encoding: { ...encoding, url: { value: url } } })],
    [
      'a picture by configuration',
      (url) => ({ mark: 'bar', encoding, config: { mark: { url, aspect: true }, image: { url } } }),
    ],
    ['a link', (url) => ({ mark: { type: 'bar', href: url }, encoding })],
    [
      'a link to a script',
      () => ({ mark: 'bar', encoding: { ...encoding, href: { value: `javascript:document.title='attacked'` } } }),
    ],
    [
      'a link by a style',
      (url) => ({ mark: { type: 'bar', style: 'x' }, encoding, config: { style: { x: { href: url } } } }),
    ],
    [
      'a call of what a value leads to',
      () => ({
        mark: 'bar',
        encoding,
        transform: [{ calculate: `replace('a', 'a', ''.constructor.constructor)`, as: 'x' }],
      }),
    ],
    [
      'a way to the constructor by parts',
      () => ({
        mark: 'bar',
        encoding,
        transform: [
          {
            calculate: `replace("document.title='attacked'", '', (''['con' + 'structor'])['con' + 'structor'])`,
            as: 'x',
          },
        ],
      }),
    ],
    [
      'a way to the page through a mark',
      (url) => ({
        mark: {
          type: 'bar',
          opacity: { expr: `replace('${url}', '${url}', item.context.dataflow._el.ownerDocument.defaultView.fetch)` },
        },
        encoding,
      }),
    ],
    [
      'a way to the page through a group',
      (url) => ({
        mark: { type: 'bar', opacity: { expr: `replace('${url}', '${url}', group().mark.source)` } },
        encoding,
      }),
    ],
    [
      'a way to the page through events',
      () => ({ mark: 'bar', encoding, params: [{ name: 'p', expr: `event.view.document.title` }] }),
    ],
    [
      'code in a format',
      () => ({
        mark: 'bar',
        encoding: { ...encoding, y: { ...encoding.y, axis: { format: `') || item.context || ('` } } },
      }),
    ],
    [
      'code in a field',
      () => ({ mark: 'bar', encoding: { ...encoding, x: { field: `a'] || item.context || datum['b` } } }),
    ],
    [
      'code in a unit of time',
      () => ({ mark: 'bar', encoding: { ...encoding, x: { field: 'a', timeUnit: `year') || item.context || ('` } } }),
    ],
    [
      'rows without end',
      () => ({ mark: 'bar', encoding, transform: [{ calculate: 'sequence(0, 1e8)', as: 'x' }, { flatten: ['x'] }] }),
    ],
    [
      'a pattern without end',
      () => ({
        mark: 'bar',
        encoding,
        transform: [{ calculate: `test('(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')`, as: 'x' }],
      }),
    ],
    [
      'a literal pattern without end',
      () => ({
        mark: 'bar',
        encoding,
        transform: [{ calculate: `replace('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', /(a+)+$/, '')`, as: 'x' }],
      }),
    ],
    ['text without end', () => ({ mark: 'bar', encoding, transform: [{ calculate: `pad('a', 1e9, 'x')`, as: 'x' }] })],
    [
      'a selection that listens to the window',
      () => ({ mark: 'bar', encoding, params: [{ name: 'p', select: { type: 'point', on: 'window:message' } }] }),
    ],
    ['an input', () => ({ mark: 'bar', encoding, params: [{ name: 'p', bind: { input: 'text', element: 'body' } }] })],
    [
      'settings for another program',
      (url) => ({ mark: 'bar', encoding, usermeta: { embedOptions: { loader: { baseURL: url } } } }),
    ],
    [
      'a spec of Vega',
      (url) => ({ $schema: 'https://vega.github.io/schema/vega/v5.json', data: [{ name: 'a', url }], marks: [] }),
    ],
    [
      'markup in texts',
      () => ({
        mark: 'bar',
        encoding,
        title: `</title><script>document.title='attacked'</script>`,
        description: `"><img src=x onerror="document.title='attacked'">`,
      }),
    ],
    [
      'colours that load',
      (url) => ({
        mark: { type: 'bar', color: `url(${url})` },
        background: `url(${url})`,
        encoding,
        config: { background: `url(${url})` },
      }),
    ],
    [
      'fonts and cursors that load',
      (url) => ({
        mark: { type: 'text', font: `x; src: url(${url})`, cursor: `url(${url}), auto` },
        encoding: { ...encoding, text: { value: 'a' } },
      }),
    ],
    [
      'a colour of a row that loads',
      (url) => ({
        mark: 'bar',
        encoding: { ...encoding, color: { field: 'paint', scale: null } },
        transform: [{ calculate: `'u' + 'rl(${url})'`, as: 'paint' }],
      }),
    ],
    [
      'a colour of a scale that loads',
      (url) => ({
        mark: 'bar',
        encoding: { ...encoding, color: { field: 'shop.region', scale: { range: [`u\\72l(${url})`, `URL(${url})`] } } },
      }),
    ],
    [
      'colours of axes that load',
      (url) => ({
        mark: 'bar',
        encoding,
        config: {
          axis: { labelColor: `url(${url})`, titleColor: `url(${url})`, gridColor: `url(${url})` },
          title: { color: `url(${url})` },
          view: { fill: `url(${url})`, stroke: `url(${url})`, cursor: `url(${url}),auto` },
        },
        title: 'x',
      }),
    ],
    [
      'a gradient that loads',
      (url) => ({
        mark: {
          type: 'bar',
          color: {
            gradient: 'linear',
            stops: [
              { offset: 0, color: `url(${url})` },
              { offset: 1, color: 'red' },
            ],
          },
        },
        encoding,
      }),
    ],
    [
      'a fill that loads',
      (url) => ({
        mark: 'bar',
        encoding: { ...encoding, fill: { value: `url(${url}#a)` }, stroke: { value: `url("${url}#a")` } },
      }),
    ],
  ];

  it.each(attacks)('does nothing else with %s (attack 42)', async (_, specOf) => {
    await draw({ columns, rows: regions, spec: specOf(`${foreign}/stolen`) });
    for (let x = 20; x < 600; x += 40) await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y: 200 });
    await page.evaluate(`press('Enter'); new Promise((resolve) => setTimeout(resolve, 100))`);
    expect(asked).toEqual([]);
    expect(page.requests.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(await page.evaluate('document.title')).toBe('Chart');
    expect(
      await page.evaluate(
        `document.querySelectorAll('main :is(a, image, img, script, iframe, form, input, foreignObject)').length`,
      ),
    ).toBe(0);
    expect(page.console.filter((text) => !text.startsWith('Prevented interpretation'))).toEqual([]);
  });
});

describe('a chart that was styled by hand', () => {
  const gift = { name: 'shop.gift', shortTitle: 'Gift', type: 'string' };
  const orders = { name: 'shop.orders', shortTitle: 'Orders', type: 'number', aggType: 'count' };
  const revenue = { ...sales, aggType: 'sum' };
  const both = {
    columns: [region, revenue, orders],
    rows: [
      ['North', '1200', '3'],
      ['South', '800', '5'],
    ],
  };
  const parts = {
    columns: [region, gift, revenue],
    rows: [
      ['North', 'yes', '1200'],
      ['North', 'no', '333'],
      ['South', 'yes', '800'],
    ],
  };
  const everything = {
    palette: ['#ff0000', '#eeee00'],
    legend: 'right',
    x: { title: 'Where', labelAngle: -45 },
    y: { title: 'How much', format: ',.1f', min: -10, max: 5000, hasGrid: false },
    lines: [{ value: 1000, label: 'Target', color: '#00aa00', dash: 'dotted' }, { value: 4000 }],
    labels: { position: 'inside-centre', format: ',.0f', size: 12 },
    sort: 'label',
    sortParts: 'sum',
    isMissingZero: true,
  };
  const rowsOf = (kind: string) => {
    if (kind === 'scatter') return both;
    if (kind === 'heatmap') return parts;
    if (kind === 'line' || kind === 'area') return { columns: [month, revenue], rows: months };
    return kind.includes('stacked')
      ? parts
      : {
          columns: [region, revenue],
          rows: [
            ['North', '1200'],
            ['South', '800'],
          ],
        };
  };

  it('of every type is drawn with every setting', async () => {
    for (const kind of chartTypes) {
      await draw({ ...rowsOf(kind), kind, style: everything });
      expect([kind, await notes()]).toEqual([kind, '']);
      const said = await words();
      if (kind !== 'arc' && kind !== 'heatmap')
        expect([kind, said]).toEqual([kind, expect.arrayContaining(['Target', 'How much'])]);
    }
  });

  it('draws each of its lines and their names once, however many rows there are', async () => {
    const style = { ...everything, labels: undefined };
    const drawn = `[picture().querySelectorAll('[aria-label^="Target: 1000"]').length, words().filter((each) => each === 'Target').length,
      picture().querySelectorAll('[aria-label="4000"]').length]`;
    for (const kind of ['line', 'grouped_bar', 'horizontal_stacked_bar', 'area', 'scatter']) {
      await draw({ ...rowsOf(kind), kind, style });
      expect([kind, await page.evaluate(drawn)]).toEqual([kind, [1, 1, 1]]);
    }
    await draw({ ...both, kind: 'grouped_bar', style: { ...style, series: { 'shop.orders': { axis: 'right' } } } });
    expect(await page.evaluate(drawn)).toEqual([1, 1, 1]);
  });

  it('has its colours, its values, its order, its lines and only the columns of its tooltip', async () => {
    const style = {
      ...{ palette: ['#aa0000'], sort: 'label', tooltip: ['shop.region'] },
      ...{ labels: { position: 'outside-end' }, lines: [{ value: 5000, label: 'Far above' }] },
    };
    await draw({
      columns: both.columns.slice(0, 2),
      rows: [
        ['South', '1200', ''],
        ['North', '800', ''],
      ],
      kind: 'grouped_bar',
      style,
    });
    const said = await words();
    expect(said).toEqual(expect.arrayContaining(['Far above', '€1.2k', '€800', '€5k']));
    expect(said.indexOf('North')).toBeLessThan(said.indexOf('South'));
    expect(await page.evaluate('document.querySelectorAll(\'path[fill="#aa0000"]\').length')).toBe(2);
    await page.evaluate("press('Enter')");
    expect(await page.evaluate('tip()')).toMatch(/^Region:?\s+North$/);
  });

  it('stands above its stacks with their totals, and not where values do not add up', async () => {
    const style = { labels: { position: 'outside-end' } };
    await draw({ ...parts, kind: 'stacked_bar', style });
    expect(await words()).toEqual(expect.arrayContaining(['€1.53k', '€800']));
    await draw({ ...parts, columns: [region, gift, sales], kind: 'stacked_bar', style });
    expect(await words()).not.toContain('€1.53k');
  });

  it('draws one measure as a line along a second axis, with both of their scales', async () => {
    const style = {
      series: { 'shop.orders': { mark: 'line', axis: 'right', color: '#00aa00' } },
      lines: [{ value: 1000, label: 'Goal' }],
    };
    await draw({ ...both, kind: 'grouped_bar', style });
    expect(await notes()).toBe('');
    expect(await words()).toEqual(expect.arrayContaining(['Sales', 'Orders', 'Goal', '€1.2k', '5']));
    expect(await page.evaluate('document.querySelectorAll(\'path[stroke="#00aa00"]\').length')).toBeGreaterThan(0);
    const heights = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.mark-rect path[fill]')].map((each) => each.getBBox().height).filter((height) => height > 5)",
    );
    expect(heights).toHaveLength(2);
    // By keyboard each region has two points, one below the other: its bar, and that of the line.
    const read: { readonly said: string; readonly at: string }[] = [];
    for (const key of ['Enter', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      await page.evaluate(`press('${key}')`);
      read.push(
        await page.evaluate(
          `({ said: document.querySelector('.orrery-chart-point').textContent.split(';')[0], at: document.querySelector('.orrery-chart-tooltip').style.cssText })`,
        ),
      );
    }
    const [north, south] = ['Region: North', 'Region: South'];
    expect(read.map(({ said }) => said)).toEqual([north, north, south, south, south]);
    expect(read[0]?.at).not.toBe(read[1]?.at);
    expect(read[3]?.at).not.toBe(read[4]?.at);
  });

  it.each(['top', 'right'])('has a legend that fits where it is narrow, put at the %s or not', async (legend) => {
    const long = (name: string) => `${name} of all that is sold abroad and at home by the whole company`;
    const rows = ['North', 'South', 'East', 'West', 'Centre'].flatMap((name, at) =>
      months.slice(0, 3).map(([time]) => [time ?? '', long(name), String(at + 1)]),
    );
    await draw(
      { columns: [month, region, revenue], rows, kind: 'line', style: { legend } },
      'width: 328px; height: 300px',
    );
    expect(await notes()).toBe('');
    const { inside, count } = await page.evaluate<{ inside: boolean; count: number }>(`(() => {
      const labels = [...picture().querySelectorAll('.role-legend-label text')].map((each) => each.getBoundingClientRect());
      const { left, right, bottom } = picture().getBoundingClientRect();
      return { count: labels.length, inside: labels.every((one) => one.left >= left && one.right <= right && one.bottom <= bottom) };
    })()`);
    expect({ inside, count }).toEqual({ inside: true, count: 5 });
    const plot = await page.evaluate<number>(
      "picture().querySelector('.mark-line path').getBoundingClientRect().width",
    );
    expect(plot).toBeGreaterThan(200);
  });

  it('puts columns where they were put, whatever stands first', async () => {
    await draw({ ...parts, kind: 'grouped_bar', style: { fields: { x: 'shop.gift', color: 'shop.region' } } });
    expect(await words()).toEqual(expect.arrayContaining(['Gift', 'Region']));
    await draw({ ...both, kind: 'arc', style: { fields: { y: ['shop.orders'] } } });
    expect(await notes()).toBe('');
  });

  it('is drawn by the same rules from the spec that keeps it, and by the spec once that was changed', async () => {
    const style = { sort: 'label', y: { title: 'Money' } } as const;
    const columns = [region, revenue];
    const rows = Array.from({ length: 25 }, (_, index) => [`r${String(index).padStart(2, '0')}`, String(index)]);
    const made = chartSpec('grouped_bar', columns, { style });
    const spec = made && withOwnChart(made, { type: 'grouped_bar', style });
    await draw({ columns, rows, kind: 'grouped_bar', style });
    const [first, note] = [await words(), await notes()];
    await draw({ columns, rows, spec: JSON.stringify(spec) });
    expect([await words(), await notes()]).toEqual([first, note]);
    expect(note).toBe('5 more in the table.');
    await draw({ columns, rows, spec: { ...spec, title: 'By hand' } });
    expect(await words()).toContain('By hand');
    expect(await notes()).toBe('');
  });
});

describe('a spec of somebody else that takes the time of the browser', () => {
  const city = { name: 'city', type: 'string' };
  const amount = { name: 'amount', type: 'number' };
  const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => [`City ${index}`, String(index % 97)]);
  const encoding = { x: { field: 'city' }, y: { field: 'amount', type: 'quantitative' } };
  const times = (count: number, make: (index: number) => unknown) => Array.from({ length: count }, (_, at) => make(at));
  const grown = (first: string, more: string) =>
    times(40, (index) => ({ calculate: index === 0 ? first : more, as: 's' }));
  const values = { aggregate: [{ op: 'values', as: 'v' }] };
  const crossed = [values, { calculate: 'datum.v', as: 'w' }, { flatten: ['v'] }, { flatten: ['w'] }];
  const median = { op: 'median', field: 'amount', as: 'm' };

  it.each<[string, object, number, string]>([
    ['rows of lists of rows', { transform: crossed, mark: 'point' }, 1_000, 'rows'],
    ['texts that double', { transform: grown('"aaaa"', 'datum.s + datum.s'), mark: 'text' }, 10, 'too long'],
    ['lists that double', { transform: grown('[1,2]', '[datum.s,datum.s]'), mark: 'text' }, 10, 'too long'],
    [
      'values that are missing in each of many groups',
      { transform: [{ impute: 'amount', key: 'k', keyvals: times(9_000, Number), groupby: ['city'] }], mark: 'point' },
      1_000,
      'rows',
    ],
    [
      'curves of each of many groups',
      { transform: [{ density: 'amount', groupby: ['city'] }], mark: 'area' },
      1_000,
      'rows',
    ],
    [
      'windows that slide',
      { transform: [{ window: [median], frame: [-5_000, 5_000] }], mark: 'line' },
      10_000,
      'steps',
    ],
    ['a quantile of each grain', { transform: [{ quantile: 'amount', step: 1e-7 }], mark: 'point' }, 100, 'rows'],
    [
      'columns that are folded',
      { transform: [{ fold: times(500, () => amount).map(() => 'amount') }], mark: 'point' },
      1_000,
      'rows',
    ],
    [
      'charts in rows and columns',
      { mark: 'point', encoding: { row: { field: 'city' }, column: { field: 'city' } } },
      1_000,
      'rows',
    ],
    ['many layers', { layer: times(300, () => ({ mark: 'point' })) }, 10, 'views'],
    ['marks', { layer: times(50, () => ({ mark: 'point', encoding })) }, 1_500, 'marks|2 seconds|groups'],
    [
      'work with each row',
      {
        transform: times(40, (index) => ({ calculate: 'length(join(data("answer"), "aaaaaaaa"))', as: `n${index}` })),
        mark: 'bar',
      },
      10_000,
      '2 seconds',
    ],
    [
      'a number of a billion digits',
      { mark: 'text', encoding: { text: { field: 'amount', format: '0900000000.99f' } } },
      10,
      'format',
    ],
  ])('is stopped with the reason: %s', async (_, spec, count, reason) => {
    await draw({ columns: [city, amount], rows: rowsOf(count), spec: { encoding, ...spec } });
    expect(await notes()).toMatch(new RegExp(reason));
    expect(await page.evaluate('picture().childElementCount')).toBe(0);
  });

  it('is drawn as before where it takes little, also after one that was stopped', async () => {
    const spec = { mark: 'bar', encoding };
    await draw({ columns: [city, amount], rows: rowsOf(1_000), spec: { ...spec, transform: crossed } });
    expect(await notes()).toMatch(/rows/);
    await draw({ columns: [city, amount], rows: rowsOf(100), spec });
    expect(await notes()).toBe('');
    expect(await page.evaluate(`picture().querySelectorAll('.mark-rect.role-mark path').length`)).toBe(100);
  });
});

it('draws all states of the USA in the picture, Alaska and Hawaii below the others', async () => {
  const state = { name: 'state', type: 'string', role: 'dimension' };
  const rows = [
    ['Alaska', '1'],
    ['Hawaii', '2'],
    ['Maine', '3'],
    ['Kansas', '4'],
  ];
  await draw({
    columns: [state, { name: 'amount', type: 'number', role: 'measure' }],
    rows,
    map: { shapes: 'us-states' },
  });
  expect(await notes()).toBe('');
  const boxes = await page.evaluate<{ tops: number[]; areInside: boolean; all: number }>(`(() => {
    const { left, right, top, bottom } = picture().getBoundingClientRect();
    const all = [...picture().querySelectorAll('.mark-shape path')].map((each) => each.getBoundingClientRect());
    const areInside = all.every((one) => one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom);
    return { tops: all.slice(-4).map((one) => one.top), areInside, all: all.length };
  })()`);
  expect([boxes.areInside, boxes.all]).toEqual([true, 51]);
  const [alaska = 0, hawaii = 0, maine = 0, kansas = 0] = boxes.tops;
  expect(maine < kansas && kansas < alaska && kansas < hawaii).toBe(true);
});
