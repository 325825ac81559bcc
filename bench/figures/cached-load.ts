import { hammer } from '../hammer.ts';
import { type Figure, median, ms, percentile, timeInTurns } from '../measure.ts';
import { type BenchServer, pathOf } from '../server-process.ts';
import { type BareServer, startBareServer } from '../start-bare-server.ts';

const small = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status', 'customers.city'],
  limit: 25,
};
const large = {
  dimensions: ['orders.id', 'orders.status', 'orders.created_at', 'customers.name'],
  measures: ['orders.total'],
  order: { 'orders.id': 'asc' },
  limit: 10_000,
};

/** Compared with a server that only sends the same bytes. */
const leastShare = 0.5;
const mostP99 = 8;
const mostForLarge = { plain: 2, gzip: 4 };
const turns = 3;

/**
 * Measures `/v1/load` of cached answers: many small ones, and a large one plain and compressed. Compares them with a
 * bare server that sends the same bytes.
 */
export async function cachedLoad(server: BenchServer): Promise<readonly Figure[]> {
  // Keeps bytes, as the bare server does: decoding compressed bytes as text takes longer than sending them.
  const plain = () => server.read(pathOf('load', large));
  const gzip = () => server.read(pathOf('load', large), { 'accept-encoding': 'gzip' });
  const bare = await startBareServer({
    small: Buffer.from(await server.load(small)),
    plain: await plain(),
    gzip: await gzip(),
  });
  try {
    const samples = await timeInTurns(
      {
        plain,
        gzip,
        barePlain: () => bare.read('plain'),
        bareGzip: () => bare.read('gzip'),
      },
      100,
    );
    return [
      await manySmall(server, bare),
      one('plain', samples.plain, samples.barePlain),
      one('gzip', samples.gzip, samples.bareGzip),
    ];
  } finally {
    await bare.stop();
  }
}

async function manySmall(server: BenchServer, bare: BareServer): Promise<Figure> {
  const ours = { port: server.port, head: server.requestHead('load', small) };
  const theirs = { port: bare.port, head: bare.requestHead('small') };
  const rates: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  const latencies: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  await hammer(ours, { connections: 16, forMs: 2_000 });
  await hammer(theirs, { connections: 16, forMs: 1_000 });
  for (let turn = 0; turn < turns; turn += 1) {
    const [found, bareFound] = [
      await hammer(ours, { connections: 16, forMs: 2_000 }),
      await hammer(theirs, { connections: 16, forMs: 2_000 }),
    ];
    rates.ours.push(found.perSecond);
    rates.theirs.push(bareFound.perSecond);
    for (const latency of found.latencies) latencies.ours.push(latency);
    for (const latency of bareFound.latencies) latencies.theirs.push(latency);
  }
  const [perSecond, barePerSecond] = [median(rates.ours), median(rates.theirs)];
  const share = perSecond / barePerSecond;
  const [p99, bareP99] = [percentile(latencies.ours, 0.99), percentile(latencies.theirs, 0.99)];
  return {
    name: 'cached load, 16 connections',
    measured: `${Math.round(perSecond)} per second (${share.toFixed(2)}x), p99 ${ms(p99)} (${(p99 / bareP99).toFixed(1)}x)`,
    baseline: `${Math.round(barePerSecond)} per second, p99 ${ms(bareP99)} by a bare server`,
    bound: `${leastShare}x, p99 ${mostP99}x`,
    isWithin: share >= leastShare && p99 <= bareP99 * mostP99,
  };
}

function one(encoding: 'plain' | 'gzip', ours: readonly number[], theirs: readonly number[]): Figure {
  const [load, bare] = [median(ours), median(theirs)];
  return {
    name: `cached load of 10,000 rows, ${encoding}, p50`,
    measured: `${ms(load)} (${(load / bare).toFixed(2)}x, p95 ${ms(percentile(ours, 0.95))})`,
    baseline: `${ms(bare)} by a bare server, read whole by the client`,
    bound: `${mostForLarge[encoding]}x`,
    isWithin: load <= bare * mostForLarge[encoding],
  };
}
