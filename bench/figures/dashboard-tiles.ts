import { Agent } from 'node:https';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { type Browser, openChromium } from '../../tests/browser/chromium.ts';
import { openBarePage } from '../bare-page.ts';
import { type Figure, median, ms } from '../measure.ts';
import { type PageTasks, traceTasks } from '../page-tasks.ts';
import { readWhole, type ServerPlace, startServer } from '../server-process.ts';
import { thirtyTiles } from '../thirty-tiles.ts';

const rounds = 9;
const by = { via: 'command' } as const;

/** Measures how long somebody waits for a dashboard of thirty tiles, with cached answers and nothing cached in Chromium. */
export async function dashboardOfTiles(place: Pick<ServerPlace, 'project' | 'data'>): Promise<readonly Figure[]> {
  await keepBuilt('console');
  const { key, session } = await makeMaker(place.data);
  const [server, browser, bare] = await Promise.all([
    startServer({ ...place, isSecure: true }),
    openChromium({ isMeasured: true }),
    openBarePage(),
  ]);
  const agent = new Agent({ keepAlive: true });
  const origin = `https://127.0.0.1:${server.port}`;
  const ask: Ask = async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (await readWhole(`${origin}/api/v1${path}`, { agent, method, headers }, JSON.stringify(body))).toString();
  };
  try {
    const publicId = await publish(ask);
    const pages = {
      tiles: { url: `${origin}/dashboards/${publicId}`, session },
      bare: { url: bare.address, session },
    };
    const samples = { tiles: { 1: [], 4: [] }, bare: { 1: [], 4: [] } } as Samples;
    for (let round = -1; round < rounds; round += 1) {
      await ask('POST', `/embed/dashboard/${publicId}/data`, {});
      for (const name of ['tiles', 'bare'] as const) {
        for (const slowness of [1, 4] as const) {
          const found = await open(browser, { ...pages[name], slowness });
          if (round >= 0) samples[name][slowness].push(found);
        }
      }
    }
    return figuresOf(samples);
  } finally {
    agent.destroy();
    bare.close();
    await Promise.all([server.stop(), browser.close()]);
  }
}

type Ask = (method: string, path: string, body: object) => Promise<string>;
type Samples = Record<'tiles' | 'bare', Record<1 | 4, Sample[]>>;

interface Sample extends PageTasks {
  readonly inViewMs: number;
  readonly allMs: number;
  readonly dataRequests: number;
  readonly metaRequests: number;
}

/** @returns the key and the session of somebody who makes dashboards and looks at them */
async function makeMaker(dataDirectory: string): Promise<{ readonly key: string; readonly session: string }> {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  const { accountId, apiKeys, changes, signIn, users } = metadata;
  const made = await changes.make({ accountId, by }, async (change) => {
    const { id: userId } = await users.create(change, { username: 'maker', role: 'admin', status: 'invited' });
    return { userId, link: await signIn.invite(change, userId) };
  });
  const { session } = await signIn.redeem(made.link.text, 'a long password of the benchmark', { address: '127.0.0.1' });
  const key = await changes.make({ accountId, by }, (change) =>
    apiKeys.create(change, { userId: made.userId, name: 'bench', deployments: 'all' }),
  );
  await metadata.close();
  return { key: key.text, session: session.text };
}

async function publish(ask: Ask): Promise<string> {
  const place = '/deployments/1';
  const { id: workbookId } = JSON.parse(await ask('POST', `${place}/workbooks`, { name: 'Overview' }));
  const widgets = [];
  for (const { name, report, position } of thirtyTiles()) {
    const { id: reportId } = JSON.parse(await ask('POST', `${place}/reports`, { workbookId, ...report }));
    widgets.push({ id: name.toLowerCase().replace(' ', '-'), type: 'CHART', position, config: { reportId } });
  }
  const body = { workbookId, config: { widgets } };
  return JSON.parse(await ask('POST', `${place}/workbooks/${workbookId}/publish`, body)).publicId;
}

/**
 * Looks for what is drawn, at every frame before which something changed. Once everything in view is, it goes down the page, always to the
 * first tile that is not drawn.
 */
const watch = `
  const drawn = '.orrery-plot > :not([data-is-next]) :is(svg, canvas), .orrery-kpi-place > :not([data-is-next]) dl, [role=row] [role=gridcell], .drawn';
  const tell = { inViewMs: 0, allMs: 0 };
  window.tell = tell;
  let isChanged = true;
  new MutationObserver(() => (isChanged = true)).observe(document, { childList: true, subtree: true, attributes: true });
  const look = () => {
    requestAnimationFrame(look);
    if (!isChanged || tell.allMs > 0) return;
    isChanged = false;
    const all = [...document.querySelectorAll('.tile-place, .drawn')];
    const left = all.filter((each) => !each.matches('.drawn') && !each.querySelector(drawn));
    if (all.length > 0) {
      if (tell.inViewMs === 0 && !left.some((each) => each.getBoundingClientRect().top < innerHeight))
        tell.inViewMs = performance.now();
      if (left.length === 0) tell.allMs = performance.now();
      else if (tell.inViewMs > 0) left[0].scrollIntoView({ block: 'start' });
    }
  };
  requestAnimationFrame(look);
`;

interface Opened {
  readonly url: string;
  readonly session: string;
  readonly slowness: 1 | 4;
}

async function open(browser: Browser, { url, session, slowness }: Opened): Promise<Sample> {
  const page = await browser.open('about:blank');
  try {
    await page.send('Security.enable');
    await page.send('Security.setIgnoreCertificateErrors', { ignore: true });
    const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
    await page.send('Emulation.setDeviceMetricsOverride', size);
    const cookie = { name: '__Host-orrery-session', value: session, path: '/', secure: true, httpOnly: true };
    if (url.startsWith('https:')) await page.send('Network.setCookie', { url, ...cookie });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watch });
    if (slowness > 1) await slowDown(page.send, slowness);
    const endTrace = await traceTasks(page);
    await page.send('Page.navigate', { url });
    const endsAt = performance.now() + 60_000;
    for (;;) {
      await new Promise((done) => setTimeout(done, 100));
      const { inViewMs, allMs } = await page.evaluate<Sample>('window.tell ?? {}').catch(() => ({}) as Partial<Sample>);
      if (inViewMs && allMs) return { inViewMs, allMs, ...(await endTrace()), ...countsOf(page.requests) };
      if (performance.now() > endsAt) throw new Error(`not all tiles were drawn: ${page.console.join('; ')}`);
    }
  } finally {
    await page.close();
  }
}

/** A processor that is slower by a factor, and a line of 10 Mbit/s with 40 ms to the server and back. */
async function slowDown(send: (method: string, parameters?: object) => Promise<unknown>, rate: number): Promise<void> {
  await send('Emulation.setCPUThrottlingRate', { rate });
  const throughput = 10_000_000 / 8;
  const line = { offline: false, latency: 40, downloadThroughput: throughput, uploadThroughput: throughput };
  await send('Network.emulateNetworkConditions', line);
}

function countsOf(requests: readonly string[]): Pick<Sample, 'dataRequests' | 'metaRequests'> {
  const paths = requests.filter((each) => each.startsWith('http')).map((each) => new URL(each).pathname);
  const count = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length;
  return { dataRequests: count(/\/(?:data|load|load-each)$/), metaRequests: count(/\/meta$/) };
}

function figuresOf({ tiles, bare }: Samples): readonly Figure[] {
  const of = (samples: readonly Sample[], what: keyof Sample) => median(samples.map((each) => each[what]));
  const both = (what: keyof Sample) => ({
    measured: `${ms(of(tiles[1], what))}; ${ms(of(tiles[4], what))} slow`,
    baseline: `${ms(of(bare[1], what))}; ${ms(of(bare[4], what))} slow: a page that only mounts React`,
  });
  const name = 'dashboard of 30 tiles with cached data, Chromium, nothing cached in it';
  const counts = [...tiles[1], ...tiles[4]].map(({ dataRequests, metaRequests }) => ({ dataRequests, metaRequests }));
  const most = (what: 'dataRequests' | 'metaRequests') => Math.max(...counts.map((each) => each[what]));
  const [data, meta] = [most('dataRequests'), most('metaRequests')];
  return [
    {
      name: `${name}: what is in view, p50`,
      ...both('inViewMs'),
      bound: '1.0 s; 3.0 s slow',
      isWithin: of(tiles[1], 'inViewMs') <= 1_000 && of(tiles[4], 'inViewMs') <= 3_000,
    },
    {
      name: `${name}: all tiles, going down the page, p50`,
      ...both('allMs'),
      bound: '2.5 s',
      isWithin: of(tiles[1], 'allMs') <= 2_500,
    },
    {
      name: `${name}: its longest task on the clock of the thread, p50`,
      ...both('longestMs'),
      bound: '150 ms slow',
      isWithin: of(tiles[4], 'longestMs') <= 150,
    },
    {
      name: `${name}: requests for data and for meta, most`,
      measured: `${data}; ${meta}`,
      baseline: `${ms(of(tiles[1], 'wholeMs'))} of tasks in all; ${ms(of(tiles[4], 'wholeMs'))} slow`,
      bound: '1; 1',
      isWithin: data <= 1 && meta <= 1,
    },
  ];
}
