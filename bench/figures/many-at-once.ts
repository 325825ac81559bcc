import { hammer } from '../hammer.ts';
import { type Figure, median } from '../measure.ts';
import { type BenchServer, pathOf, type ServerPlace, startServer } from '../server-process.ts';
import { startBareServer } from '../start-bare-server.ts';

const small = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status', 'customers.city'],
  limit: 25,
};
const document = '{ cube(limit: 25) { orders { count total status } customers { city } } }';
const eachOf = 12;
const connections = 16;
const turns = 5;
const turnMs = 1_500;
/** Requests until the code of a road is compiled; before, each of them costs several times as much. */
const compiledAfter = 20_000;

/** Requests that are sent in turn, and how many plain loads one of them stands for. */
interface Road {
  readonly server: BenchServer;
  readonly requests: readonly string[];
  readonly loads: number;
}

interface RoadCost {
  /** Processor time of the whole server for one load, in microseconds. */
  readonly microseconds: number;
  readonly perSecond: number;
}

/**
 * Measures roads to the same kept answer in turns, in one run: many queries of a page by one request, GraphQL, many
 * tokens, many security contexts, and development mode. Each is compared with plain loads of one token.
 */
export async function manyAtOnce(orders: ServerPlace, developmentData: string): Promise<readonly Figure[]> {
  const server = await startServer(orders);
  const development = await startServer({ ...orders, data: developmentData, isDevelopment: true });
  const bare = await startBareServer({ small: Buffer.from(await server.load(small)) });
  try {
    const roads = {
      load: { server, requests: [server.requestHead('load', small)], loads: 1 },
      each: { server, requests: [server.requestWithBody('load-each', pageOf(eachOf))], loads: eachOf },
      graphql: { server, requests: [headOf(server, pathOfDocument)], loads: 1 },
      tokens: { server, requests: await ofCallers(server, 2_000), loads: 1 },
      contexts: { server, requests: await ofCallers(server, 10_000), loads: 1 },
      development: { server: development, requests: [development.requestHead('load', small)], loads: 1 },
    };
    const costs = await costsInTurns(roads);
    const rates: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const target = { port: bare.port, head: bare.requestHead('small') };
      rates.push((await hammer(target, { connections, forMs: turnMs })).perSecond);
    }
    const bareRate = median(rates);
    const { load } = costs;
    const beside = (name: string, road: RoadCost, most: number): Figure => {
      const ratio = road.microseconds / load.microseconds;
      return {
        name: `processor time of ${name}`,
        measured: `${road.microseconds.toFixed(0)} µs for a load (${ratio.toFixed(2)}x)`,
        baseline: `${load.microseconds.toFixed(0)} µs by /v1/load, one token`,
        bound: `${most}x`,
        isWithin: ratio <= most,
      };
    };
    const share = costs.development.perSecond / load.perSecond;
    const tokens = costs.tokens.perSecond / bareRate;
    return [
      beside(`${eachOf} kept answers by one /v1/load-each`, costs.each, 0.8),
      beside('a kept answer by GraphQL', costs.graphql, 1.5),
      beside('kept answers for 2,000 tokens in turn', costs.tokens, 1.5),
      beside('kept answers for 10,000 security contexts in turn', costs.contexts, 1.5),
      beside('kept answers in development mode, its log included', costs.development, 1.25),
      {
        name: `cached load, ${connections} connections, in development mode`,
        measured: `${Math.round(costs.development.perSecond)} per second (${share.toFixed(2)}x)`,
        baseline: `${Math.round(load.perSecond)} per second in production mode`,
        bound: '0.8x',
        isWithin: share >= 0.8,
      },
      {
        name: `cached load, ${connections} connections, 2,000 tokens in turn`,
        measured: `${Math.round(costs.tokens.perSecond)} per second (${tokens.toFixed(2)}x)`,
        baseline: `${Math.round(bareRate)} per second by a bare server`,
        bound: '0.35x',
        isWithin: tokens >= 0.35,
      },
    ];
  } finally {
    await Promise.all([bare.stop(), server.stop(), development.stop()]);
  }
}

async function costsInTurns<K extends string>(roads: Readonly<Record<K, Road>>): Promise<Record<K, RoadCost>> {
  // Built from the keys of `roads` in the next line.
  const names = Object.keys(roads) as K[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as RoadCost[]])) as Record<K, RoadCost[]>;
  for (const { server, requests } of Object.values<Road>(roads)) {
    await hammer({ port: server.port, head: requests }, { connections, forMs: 0, atLeast: compiledAfter });
  }
  for (let turn = -1; turn < turns; turn += 1) {
    for (const name of names) {
      const cost = await costOf(roads[name]);
      if (turn >= 0) samples[name].push(cost);
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        microseconds: median(samples[name].map(({ microseconds }) => microseconds)),
        perSecond: median(samples[name].map(({ perSecond }) => perSecond)),
      },
    ]),
  ) as Record<K, RoadCost>;
}

async function costOf({ server, requests, loads }: Road): Promise<RoadCost> {
  const target = { port: server.port, head: requests };
  // Sends each request twice before the turn: a repeated one is examined again after some seconds.
  await hammer(target, { connections, forMs: 0, atLeast: 2 * Math.max(requests.length, connections) });
  const before = (await server.vitals()).processorMs;
  const { perSecond, latencies } = await hammer(target, { connections, forMs: turnMs });
  const took = (await server.vitals()).processorMs - before;
  return { microseconds: (took * 1000) / (latencies.length * loads), perSecond: perSecond * loads };
}

function pageOf(count: number) {
  return { queries: Array.from({ length: count }, (_, index) => ({ id: `tile-${index}`, query: small })) };
}

const pathOfDocument = `/cubejs-api/graphql?query=${encodeURIComponent(document)}`;

function headOf(server: BenchServer, path: string): string {
  return server.requestHead('load', small).replace(pathOf('load', small), path);
}

/** The same load for callers with a token and a security context each. */
async function ofCallers(server: BenchServer, count: number): Promise<readonly string[]> {
  const head = server.requestHead('load', small);
  const tokens = await Promise.all(
    Array.from({ length: count }, (_, index) => server.tokenFor({ sub: `caller-${index}`, tenant: `t-${index}` })),
  );
  return tokens.map((token) => head.replace(/authorization: [^\r]*/, `authorization: ${token}`));
}
