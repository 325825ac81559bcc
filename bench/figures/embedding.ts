import { Agent } from 'node:http';
import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { hammer } from '../hammer.ts';
import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import { sendRequest } from '../send-request.ts';
import { firstChart } from './frames.ts';
import { type BenchServer, type ServerPlace, startServer } from '../server-process.ts';

const connections = 16;
const sessionsEach = 250;
const viewers = 10_000;
const checks = 2_000;
const charts = 20;
const rounds = 60;
const turns = 3;
const sessionsASecond = 500;
const by = { via: 'command' } as const;

/** Measures sessions of viewers of embedded content, and a dashboard that one of them looks at, on SQLite. */
export async function embedding(place: ServerPlace): Promise<readonly Figure[]> {
  const key = await fillStore(place.data);
  const server = await startServer(place);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask: Ask = (method, path, body, authorization = `Bearer ${key}`) =>
    sendRequest(server, agent, { method, path: `/api/v1${path}`, body, authorization });
  try {
    const few = await sessions(ask, 'one viewer');
    const publicId = await publish(ask);
    const { sessionId } = JSON.parse(await ask('POST', '/embed/generate-session', viewer(0)));
    const { token } = JSON.parse(await ask('POST', '/embed/session/token', { sessionId }));
    return [
      ...few,
      await authenticated(ask, token),
      ...(await dashboard(ask, publicId, token)),
      await loadsBeside(server, ask),
      await firstChart(async () => {
        const made = JSON.parse(await ask('POST', '/embed/generate-session', viewer(0)));
        return `http://127.0.0.1:${server.port}/embed/dashboard/${publicId}?session=${made.sessionId}`;
      }),
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

type Ask = (method: string, path: string, body?: object, authorization?: string) => Promise<string>;

/** @returns the key of an admin */
async function fillStore(dataDirectory: string): Promise<string> {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  const { accountId, accounts, attributes, changes, embedTenants, groups, settings } = metadata;
  const key = await accounts.takeFirstKey(accountId);
  await changes.changeRights({ accountId, by }, async (change) => {
    await settings.update(change, { limits: { externalUsers: 2 * viewers } });
    for (const name of ['north', 'south']) await groups.create(change, { name });
    for (const name of ['city', 'team', 'desk']) await attributes.create(change, { name, type: 'string' });
    const inputs = Array.from({ length: viewers }, (_, number) => ({ externalId: `other${number}` }));
    await embedTenants.addUsers(change, null, inputs);
  });
  await metadata.close();
  if (key === undefined) throw new Error('the store had given its key out already');
  return key;
}

function viewer(number: number, city = 'Oslo') {
  const userAttributes = [
    { name: 'city', value: city },
    { name: 'team', value: 'red' },
    { name: 'desk', value: '7' },
  ];
  return { deploymentId: 1, externalId: `u${number}`, groups: ['north', 'south'], userAttributes };
}

async function sessions(ask: Ask, whose: string): Promise<readonly Figure[]> {
  const generate = (number: number, city?: string) => ask('POST', '/embed/generate-session', viewer(number, city));
  for (let number = 0; number < connections; number += 1) await generate(number);
  const rate = async (cityOf: (round: number) => string | undefined) => {
    const made: string[] = [];
    const took = await timeMs(() =>
      Promise.all(
        Array.from({ length: connections }, async (_, connection) => {
          for (let round = 0; round < sessionsEach; round += 1) {
            made.push(JSON.parse(await generate(connection, cityOf(round))).sessionId);
          }
        }),
      ),
    );
    return { perSecond: (connections * sessionsEach * 1000) / took, made };
  };
  const unchanged = await rate(() => undefined);
  const changing = await rate((round) => `city ${round % 7}`);
  // Exchanges while other connections make sessions.
  const latencies: number[] = [];
  const [more] = await Promise.all([
    rate(() => undefined),
    (async () => {
      for (const sessionId of unchanged.made.slice(0, 500)) {
        latencies.push(await timeMs(() => ask('POST', '/embed/session/token', { sessionId })));
      }
    })(),
  ]);
  const about = `${connections} connections, SQLite, beside ${viewers.toLocaleString('en')} other viewers`;
  return [
    {
      name: `sessions made, nothing changes of ${whose} a connection, ${about}`,
      measured: `${unchanged.perSecond.toFixed(0)} a second`,
      baseline: '',
      bound: '1,500 a second',
      isWithin: unchanged.perSecond >= 1_500,
    },
    {
      name: `sessions made, each with another value of an attribute, ${about}`,
      measured: `${changing.perSecond.toFixed(0)} a second`,
      baseline: `${unchanged.perSecond.toFixed(0)} a second without`,
      bound: '0.67x',
      isWithin: changing.perSecond >= 0.67 * unchanged.perSecond,
    },
    {
      name: 'exchange of a session while others are made, p99',
      measured: `${ms(percentile(latencies, 0.99))}, p50 ${ms(median(latencies))}`,
      baseline: `${more.perSecond.toFixed(0)} sessions a second beside it`,
      bound: '15 ms',
      isWithin: percentile(latencies, 0.99) <= 15,
    },
  ];
}

async function authenticated(ask: Ask, token: string): Promise<Figure> {
  const samples: Record<'viewer' | 'key', number[]> = { viewer: [], key: [] };
  const me = {
    viewer: () => ask('GET', '/users/embed-theme', undefined, `Embed-Token ${token}`),
    key: () => ask('GET', '/users/embed-theme'),
  };
  for (let round = -100; round < checks; round += 1) {
    for (const who of ['viewer', 'key'] as const) {
      const took = await timeMs(me[who]);
      if (round >= 0) samples[who].push(took);
    }
  }
  const more = (median(samples.viewer) - median(samples.key)) * 1000;
  return {
    name: 'a request with an embed token, beside one with an API key, p50',
    measured: `${(median(samples.viewer) * 1000).toFixed(0)} µs`,
    baseline: `${(median(samples.key) * 1000).toFixed(0)} µs`,
    bound: '30 µs more',
    isWithin: more <= 30,
  };
}

/** Measures cached loads of another caller while sessions are made at a fixed rate. */
async function loadsBeside(server: BenchServer, ask: Ask): Promise<Figure> {
  const query = { measures: ['orders.count'], dimensions: ['orders.status'], limit: 25 };
  const target = { port: server.port, head: server.requestHead('load', query) };
  const rates: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  const made: number[] = [];
  await server.load(query);
  await hammer(target, { connections: 16, forMs: 1_000 });
  for (let turn = 0; turn < turns; turn += 1) {
    rates.alone.push((await hammer(target, { connections: 16, forMs: 2_000 })).perSecond);
    const crowd = keepMaking(ask);
    rates.beside.push((await hammer(target, { connections: 16, forMs: 2_000 })).perSecond);
    made.push(await crowd.stop());
  }
  const share = median(rates.beside) / median(rates.alone);
  return {
    name: `cached loads of another caller while ${sessionsASecond} sessions a second are made, 16 connections`,
    measured: `${median(rates.beside).toFixed(0)} a second (${share.toFixed(2)}x), ${median(made).toFixed(0)} sessions a second`,
    baseline: `${median(rates.alone).toFixed(0)} a second alone`,
    bound: '0.8x',
    isWithin: share >= 0.8,
  };
}

/** Makes sessions at a fixed rate until it is stopped. */
function keepMaking(ask: Ask): { stop(): Promise<number> } {
  const from = performance.now();
  const asked: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - from) / 1000) * sessionsASecond;
    while (asked.length < due) asked.push(ask('POST', '/embed/generate-session', viewer(asked.length % connections)));
  }, 4);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return (asked.length * 1000) / (performance.now() - from);
    },
  };
}

async function publish(ask: Ask): Promise<string> {
  const place = '/deployments/1';
  const { id } = JSON.parse(await ask('POST', `${place}/workbooks`, { name: 'Sales' }));
  const widgets = [];
  for (let number = 0; number < charts; number += 1) {
    const jsonQuery = JSON.stringify({
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      limit: 100 + number,
    });
    const report = JSON.parse(await ask('POST', `${place}/reports`, { workbookId: id, name: `${number}`, jsonQuery }));
    const position = { x: 0, y: number, w: 1, h: 1 };
    widgets.push({ id: `chart-${number}`, type: 'CHART', position, config: { reportId: report.id } });
  }
  const published = await ask('POST', `${place}/workbooks/${id}/publish`, { workbookId: id, config: { widgets } });
  await ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  return JSON.parse(published).publicId;
}

async function dashboard(ask: Ask, publicId: string, token: string): Promise<readonly Figure[]> {
  const whole: number[] = [];
  const single: number[] = [];
  const load = (body: object) => ask('POST', `/embed/dashboard/${publicId}/data`, body, `Embed-Token ${token}`);
  for (let round = -10; round < rounds; round += 1) {
    const all = await timeMs(async () => {
      const lines = (await load({})).trimEnd().split('\n');
      if (lines.length !== charts + 2 || lines.some((line) => line.includes('"error"'))) throw new Error(lines[0]);
    });
    const one = await timeMs(() => load({ charts: ['chart-0'] }));
    if (round < 0) continue;
    whole.push(all);
    single.push(one);
  }
  return [
    {
      name: `dashboard of ${charts} charts with cached data: its last chart, p50`,
      measured: ms(median(whole)),
      baseline: `${ms(median(single))}: one chart by itself`,
      bound: '60 ms; 15 ms',
      isWithin: median(whole) <= 60 && median(single) <= 15,
    },
  ];
}
