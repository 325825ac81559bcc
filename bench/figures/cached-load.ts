import { hammer } from '../hammer.ts';
import { type Figure, median, ms, percentile, timeInTurns } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

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

/** `/v1/load` of an answer that is kept: many small ones, and a large one plain and compressed. */
export async function cachedLoad(server: BenchServer): Promise<readonly Figure[]> {
  const request = { port: server.port, head: server.requestHead('load', small) };
  await hammer(request, { connections: 16, forMs: 2_000 });
  const { perSecond, latencies } = await hammer(request, { connections: 16, forMs: 6_000 });
  const p99 = percentile(latencies, 0.99);
  const samples = await timeInTurns(
    {
      plain: () => server.load(large),
      gzip: () => server.load(large, { 'accept-encoding': 'gzip' }),
    },
    100,
  );
  const bytes = (await server.load(large)).length / 1_000_000;
  const compressed = (encoding: 'plain' | 'gzip', samplesOf: readonly number[]): Figure => ({
    name: `cached load of 10,000 rows, ${encoding}, p50`,
    measured: `${ms(median(samplesOf))} (p95 ${ms(percentile(samplesOf, 0.95))})`,
    baseline: `${bytes.toFixed(1)} MB, read whole by the client`,
    bound: '3 ms',
    isWithin: median(samplesOf) <= 3,
  });
  return [
    {
      name: 'cached load, 16 connections',
      measured: `${Math.round(perSecond)} per second, p99 ${ms(p99)}`,
      baseline: '',
      bound: '8000 per second, p99 10 ms',
      isWithin: perSecond >= 8000 && p99 <= 10,
    },
    compressed('plain', samples.plain),
    compressed('gzip', samples.gzip),
  ];
}
