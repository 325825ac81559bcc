import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fencedBlocks } from '../../docs/fenced-blocks.ts';
import { buildReact } from '../../scripts/pages/build-react.ts';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { type Browser, openChromium, type Page } from '../browser/chromium.ts';
import { root } from '../sources.ts';
import { ViewerService } from './viewer-service.ts';

const place = '/api/v1/deployments/1';
const day = 86_400_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let viewers: ViewerService;
let browser: Browser;
let host: Server;
let hostOrigin: string;
let origin: string;
let publicId: string;
let folder: string;
let time = Date.now();
let sessions = 0;

beforeAll(async () => {
  await keepBuilt('console'); // has the page for HTML of others
  folder = mkdtempSync(join(tmpdir(), 'orrery-react-'));
  viewers = await ViewerService.open('sqlite', {
    project: join(import.meta.dirname, 'react-project'),
    now: () => time,
  });
  ({ origin } = viewers.service.served);
  publicId = await publish();
  await build();
  host = createServer((request, response) => void answer(request.url ?? '', request.method ?? '', response));
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  hostOrigin = `http://localhost:${(host.address() as AddressInfo).port}`;
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  host?.close();
  await viewers?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the package as it is published, and two programs that import it: that of the documentation, and that of tests. */
async function build(): Promise<void> {
  const built = join(folder, 'node_modules/@orrery/embed');
  mkdirSync(built, { recursive: true });
  await buildReact(built);
  const exports = { './react': './react.js' };
  writeFileSync(join(built, 'package.json'), JSON.stringify({ name: '@orrery/embed', type: 'module', exports }));
  for (const name of ['react', 'react-dom', 'scheduler'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
  symlinkSync(join(root, 'node_modules/@tanstack'), join(folder, 'node_modules/@tanstack'), 'dir');
  const page = readFileSync(join(root, 'docs/react.md'), 'utf8');
  const documented = fencedBlocks(page).find(({ use }) => use === 'app.tsx')?.text ?? '';
  writeFileSync(join(folder, 'app.tsx'), documented);
  const fixture = readFileSync(join(root, 'packages/embed/src/react/program-fixture.tsx'), 'utf8');
  writeFileSync(join(folder, 'program.tsx'), fixture.replace("'./index.ts'", "'@orrery/embed/react'"));
  const made = await rolldown({
    cwd: folder,
    input: { app: join(folder, 'app.tsx'), program: join(folder, 'program.tsx') },
    platform: 'browser',
    tsconfig: false,
    logLevel: 'silent', // libraries say that they are for browsers
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const files = '[name].js';
  await made.write({
    dir: join(folder, 'pages'),
    format: 'esm',
    minify: true,
    entryFileNames: files,
    chunkFileNames: files,
  });
  await made.close();
}

/** The server of a product: its pages under a strict policy, and sessions for its users. */
async function answer(url: string, method: string, response: import('node:http').ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://host');
  if (method === 'POST' && pathname === '/session') {
    sessions += 1;
    if (searchParams.get('user') === 'late') return void response.end('{"sessionId":"spent"}');
    const { text } = await viewers.ask('POST', '/api/v1/embed/generate-session', sessionOf(searchParams.get('user')));
    response.setHeader('content-type', 'application/json').end(text);
  } else if (method === 'POST' && pathname === '/token') {
    const token = await viewers.dataTokenOf(await viewers.tokenFor(sessionOf(searchParams.get('user'))));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ token }));
  } else if (pathname.endsWith('.js')) {
    response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, 'pages', pathname)));
  } else if (pathname === '/host.css') {
    response
      .setHeader('content-type', 'text/css')
      .end('.chat { display: block; height: 600px } h1 { color: rgb(1, 2, 3) }');
  } else {
    const policy = [
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:",
      `connect-src 'self' ${origin}; frame-src ${origin}; require-trusted-types-for 'script'`,
    ].join('; ');
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Product</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><link rel="stylesheet" href="/host.css">
<body data-server="${origin}" data-dashboard="${publicId}" data-data="${origin}/cubejs-api/v1">
<main id="app"></main><script type="module" src="${pathname === '/app' ? '/app.js' : '/program.js'}"></script>`);
  }
}

function sessionOf(user: string | null) {
  const company = user === 'bob' ? 'globex-inc' : 'acme-corp';
  return { deploymentId: 1, externalId: user ?? 'ann', embedTenantName: company, securityContext: { company } };
}

async function publish(): Promise<string> {
  const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name: 'Sales' })).body;
  const chart = async (name: string, query: object, at: object, visualization: object) => {
    const given = { workbookId: id, name, jsonQuery: JSON.stringify(query), meta: { visualization } };
    const report = await viewers.ask('POST', `${place}/reports`, given);
    return { id: name, type: 'CHART', position: at, config: { reportId: report.body.id } };
  };
  const byCity = { measures: ['sales.amount'], dimensions: ['sales.city'], order: { 'sales.city': 'asc' } };
  const html = { kind: 'html', spec: { template: '<h3>{{result._first.city}}</h3>' } };
  const widgets = [
    {
      id: 'city',
      type: 'FILTER',
      position: { x: 0, y: 0, w: 12, h: 2 },
      config: { semanticView: 'sales', member: 'city', operator: 'equals', dimensionType: 'string', title: 'City' },
    },
    await chart('Cities', byCity, { x: 0, y: 2, w: 6, h: 7 }, { kind: 'table' }),
    await chart('Drawn', byCity, { x: 6, y: 2, w: 6, h: 7 }, { kind: 'vega' }),
    await chart('Html', byCity, { x: 0, y: 9, w: 6, h: 4 }, html),
  ];
  const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
    workbookId: id,
    title: 'Sales',
    config: { widgets },
  });
  await viewers.ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  return published.body.publicId;
}

async function open(path: string): Promise<Page> {
  const page = await browser.open(`${hostOrigin}${path}`);
  return page;
}

/** The tree of the part that is shown. */
const tree = `[...document.querySelectorAll('[data-theme]')].map((each) => each.shadowRoot).filter(Boolean)`;
const textOf = (selector: string) =>
  `${tree}.flatMap((each) => [...each.querySelectorAll('${selector}')]).map((each) => each.textContent).join(' ')`;
const shows = (page: Page, expression: string, value: unknown) =>
  expect.poll(() => page.evaluate(expression)).toEqual(value);
const rows = 'JSON.stringify(program.report?.result?.data)';

async function picture(page: Page, name: string): Promise<void> {
  const pictures = process.env['ORRERY_PICTURES'];
  if (pictures === undefined) return;
  const { data } = (await page.send('Page.captureScreenshot', { format: 'png' })) as { data: string };
  writeFileSync(join(pictures, `${name}.png`), Buffer.from(data, 'base64'));
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no script of others in, and this one comes by the protocol of the browser.
  await page.evaluate(axe);
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}

/** Nothing of the page's own policy was violated, and nobody but the product and the server was asked. */
function isQuiet(page: Page): void {
  expect(page.console.filter((text) => !/webrtc/.test(text))).toEqual([]);
  const foreign = page.requests.filter((url) => ![hostOrigin, origin, 'data:'].some((start) => url.startsWith(start)));
  expect(foreign).toEqual([]);
}

it('the program of the documentation shows a chart, rows and a dashboard of its viewer, under a strict policy', async () => {
  const page = await open('/app');
  await shows(page, `[...document.querySelectorAll('li')].map((each) => each.textContent).toSorted()`, [
    'Bergen: €4',
    'Oslo: €3',
  ]);
  await shows(page, `${tree}.map((each) => each.querySelectorAll('svg').length > 0)`, [true, true]);
  await expect.poll(() => page.evaluate<string>(textOf('td'))).toContain('Bergen');
  await expect.poll(() => page.evaluate<string>(`${tree}[0].querySelector('svg').textContent`)).toContain('Oslo');
  // Neither styles the other.
  expect(await page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)).toBe('rgb(1, 2, 3)');
  expect(await page.evaluate(`getComputedStyle(${tree}[1].querySelector('h1')).color`)).not.toBe('rgb(1, 2, 3)');
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 1200,
    height: 1400,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await picture(page, 'react-app');
  expect(await violationsOf(page)).toEqual([]);
  isQuiet(page);
  await page.close();
});

it('viewers of two companies see their own rows, in strict mode by one session each', async () => {
  const before = sessions;
  for (const [user, cities] of [
    ['ann', 'Bergen €4 Oslo €3'],
    ['bob', 'Rome €8'],
  ] as const) {
    const page = await open(`/?part=dashboard&user=${user}`);
    await shows(page, textOf('[aria-label=Cities] td'), cities);
    await shows(page, `document.querySelector('#status').textContent`, 'open 1');
    expect(
      await page.evaluate(`[JSON.stringify(sessionStorage), JSON.stringify(localStorage), location.search]`),
    ).toEqual([...['{}', '{}'], `?part=dashboard&user=${user}`]);
    isQuiet(page);
    await page.close();
  }
  expect(sessions - before).toBe(2);
});

it('a dashboard follows its filters, tells what the viewer has set, and comes back as the same viewer', async () => {
  const page = await open('/?part=dashboard');
  await shows(page, 'program.loads > 0', true);
  await page.evaluate(`program.setFilters({ 'sales.city': { value: ['Oslo'] } })`);
  await shows(page, `!(${textOf('td')}).includes('Bergen')`, true);
  const choices = `${tree}[0].querySelector('.choices')`;
  await page.evaluate(`${choices}.open = true`);
  await shows(page, `${choices}.textContent.includes('Bergen')`, true);
  await page.evaluate(
    `[...${choices}.querySelectorAll('label')].find((each) => each.textContent === 'Bergen').click()`,
  );
  await shows(page, 'program.filters.at(-1)?.filters', {
    'sales.city': { operator: 'equals', value: ['Oslo', 'Bergen'] },
  });
  await shows(page, `(${textOf('td')}).includes('Bergen')`, true);
  const before = sessions;
  await page.evaluate('program.setShown(false)');
  await shows(page, 'document.querySelector("main p").textContent', 'Another page');
  await page.evaluate('program.setShown(true)');
  await expect.poll(() => page.evaluate<string>(textOf('td'))).toContain('Oslo');
  expect(sessions).toBe(before);
  isQuiet(page);
  await page.close();
});

it('a dashboard is dark, and narrow, without faults of accessibility', async () => {
  const page = await open('/?part=dashboard&theme=dark');
  await shows(page, 'program.loads > 0', true);
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 360,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await shows(page, `${tree}[0].querySelectorAll('svg').length > 0`, true);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, 'react-dashboard-dark-360');
  await page.close();
});

it('a report runs members and statements, says what is wrong, and lets the last one win', async () => {
  const page = await open('/?part=report');
  await shows(page, `document.querySelector('#views').textContent`, 'sales: orders.amount');
  const act = (call: string) => page.evaluate(`program.context.${call}`);
  await act(`setSelectedSemanticView('sales')`);
  const ask = (updates: object) => act(`updateLogicalQueryAndRunQuery(${JSON.stringify(updates)})`);
  await ask({ dimensions: ['placed_at.month'], measures: ['amount'] });
  const months = [
    ['2026-01-01T00:00:00.000', '1'],
    ['2026-02-01T00:00:00.000', '6'],
  ];
  await shows(page, rows, JSON.stringify(months));
  await shows(page, `${tree}[0]?.querySelectorAll('.orrery-chart-picture svg').length`, 1);
  await act(`addFilterForColumn('sales.city')`);
  await shows(page, 'program.report.logicalQuery.filters.length', 1);
  await ask({ filters: [{ name: 'sales.city', type: 'equals', value: 'Oslo', memberType: 'dimension' }] });
  await shows(page, rows, JSON.stringify([months[0], ['2026-02-01T00:00:00.000', '2']]));
  await ask({
    filters: [{ name: 'sales.placed_at', type: 'greater_than', value: '2026-02-10', memberType: 'dimension' }],
  });
  await shows(page, rows, JSON.stringify([['2026-02-01T00:00:00.000', '4']]));
  await act(`removeFilterByColumnId('sales.placed_at')`);
  await shows(page, rows, JSON.stringify(months));
  await ask({ filters: [{ name: 'sales.city', type: 'custom', value: 'x', memberType: 'dimension' }] });
  await shows(page, `document.querySelector('#problem').textContent.includes('custom')`, true);
  await ask({ filters: [], measures: ['sales.nothing'] });
  await shows(page, `document.querySelector('#problem').textContent.includes('sales.nothing')`, true);
  await page.evaluate(`Promise.all([
    program.context.runQuery('SELECT city FROM sales WHERE city = $$Oslo$$ GROUP BY 1'),
    program.context.runQuery('SELECT team, MEASURE(amount) FROM sales GROUP BY 1 ORDER BY 1'),
    program.context.runQuery('SELECT team FROM sales GROUP BY 1 ORDER BY 1', true),
  ])`);
  await shows(page, rows, '[["blue"],["red"]]');
  expect(await page.evaluate('program.report.sqlQuery')).toContain('SELECT team FROM');
  expect(await page.evaluate('program.report.result.isTruncated')).toBe(false);
  await act(`runQuery('SELECT team FROM sales GROUP BY 1 ORDER BY 1 LIMIT 1')`);
  await shows(page, 'program.report.result.isTruncated', true);
  await act('clearReport()');
  await shows(page, 'program.report.result === undefined && program.report.sqlQuery === ""', true);
  await page.close();
});

it('the earlier provider lets the page keep the report', async () => {
  const page = await open('/?part=earlier');
  await shows(page, `document.querySelector('#views').textContent`, 'sales: orders.amount');
  await page.evaluate(`program.context.runQuery('SELECT MEASURE(amount) FROM sales')`);
  await shows(page, rows, '[["7"]]');
  expect(await page.evaluate('program.updates.at(-1)')).toBe('result,isLoading');
  expect(await page.evaluate(`Object.keys(JSON.parse(localStorage.getItem('report')))`)).toEqual([
    'sqlQuery',
    'logicalQuery',
  ]);
  await page.evaluate(`program.context.runQuery('SELECT nothing FROM sales')`);
  await shows(page, 'program.errors.length', 1);
  await page.close();
});

it('with a token of another viewer, the rows of the one before are gone, also those on their way', async () => {
  const page = await open('/?part=earlier');
  await shows(page, `document.querySelector('#views').textContent`, 'sales: orders.amount');
  await page.evaluate(`program.context.runQuery('SELECT MEASURE(amount) FROM sales')`);
  await shows(page, rows, '[["7"]]');
  await page.evaluate(`(async () => {
    const { token } = await (await fetch('/token?user=bob', { method: 'POST' })).json();
    window.ofAnn = program.context;
    window.late = program.context.runQuery('SELECT MEASURE(amount) FROM sales', true);
    program.setToken(token);
  })()`);
  await shows(page, rows, undefined);
  await shows(page, 'program.report.isLoading', false);
  await page.evaluate(`late.then(() => ofAnn.runQuery('SELECT MEASURE(amount) FROM sales'))`);
  expect(await page.evaluate(rows)).toBe(undefined);
  await page.evaluate(`program.context.runQuery('SELECT MEASURE(amount) FROM sales')`);
  await shows(page, rows, '[["8"]]');
  await page.close();
});

it('functions that are written anew for each render ask nothing again', async () => {
  const tokens = await open('/?part=earlier&inline=');
  await shows(tokens, `document.querySelector('#views').textContent`, 'sales: orders.amount');
  const again = `(async () => {
    for (let times = 0; times < 20; times += 1) {
      program.renderAgain();
      await new Promise((resolve) => setTimeout(resolve));
    }
  })()`;
  const asked = () => tokens.requests.filter((url) => url.includes('/meta')).length;
  const once = asked();
  await tokens.evaluate(again);
  await tokens.evaluate(`program.context.runQuery('SELECT MEASURE(amount) FROM sales')`);
  await shows(tokens, rows, '[["7"]]');
  expect(asked()).toBe(once);
  await tokens.close();
  const page = await open('/?part=inline&user=late');
  await shows(page, `document.querySelector('#status').textContent`, 'expired ');
  const before = sessions;
  await page.evaluate(again);
  expect(sessions - before).toBeLessThan(10);
  await page.close();
});

it('goes on after a day with a new session of the viewer, and says so without one', async () => {
  const kept = await open('/?part=dashboard');
  const once = await open('/?part=dashboard&once=');
  for (const page of [kept, once]) await shows(page, 'program.loads > 0', true);
  time += day;
  for (const page of [kept, once]) {
    await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${day} }
      document.dispatchEvent(new Event('visibilitychange'))`);
  }
  await shows(once, `${tree}[0].querySelector('.banner').textContent`, 'This embedded session has expired.');
  expect(await once.evaluate<string>(textOf('td'))).toContain('Oslo');
  await shows(kept, 'program.loads > 1', true);
  await shows(kept, `document.querySelector('#status').textContent`, 'open 1');
  expect(await kept.evaluate(`${tree}[0].querySelector('.banner').hidden`)).toBe(true);
  for (const page of [kept, once]) await page.close();
});

it('asks nothing as anybody else while its session is none', async () => {
  const page = await open('/?part=dashboard&user=late');
  await shows(page, `${tree}[0]?.querySelector('.message p')?.textContent`, 'This embedded session has expired.');
  expect(page.requests.filter((url) => url.includes('/embed/dashboard/'))).toEqual([]);
  await page.close();
});

it('a chat answers its viewer', async () => {
  const page = await open('/?part=chat');
  await shows(page, `${tree}[0]?.querySelector('textarea') !== null && ${tree}[0] !== undefined`, true);
  await shows(page, `Boolean(${tree}[0].querySelector('textarea'))`, true);
  await page.evaluate(`(() => {
    const field = ${tree}[0].querySelector('textarea');
    field.value = 'amount by city';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
  })()`);
  await shows(
    page,
    `${tree}[0].querySelectorAll('.turn').length === 1 && !${tree}[0].querySelector('.composer .stop')`,
    true,
  );
  expect(await page.evaluate<string>(textOf('.turn'))).toMatch(/Oslo[\s\S]*Bergen|Bergen[\s\S]*Oslo/);
  expect(await page.evaluate<string>(textOf('.turn'))).not.toContain('Rome');
  expect(await page.evaluate('[document.title, history.state]')).toEqual(['Product', null]);
  expect(await violationsOf(page)).toEqual([]);
  await picture(page, 'react-chat');
  isQuiet(page);
  await page.close();
});

it('is small: what a page with a report loads before its first chart', () => {
  const first = ['react.js', 'react-markdown.js', 'react-own-chart.js', 'react-formatter.js', 'react-table-of.js'];
  const built = join(folder, 'node_modules/@orrery/embed');
  const bytes = first.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(75_000); // not minified
});
