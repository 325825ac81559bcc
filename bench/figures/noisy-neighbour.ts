import { hammer } from '../hammer.ts';
import { type Figure, ms, percentile, timeMs } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

export interface Noise {
  readonly name: string;
  readonly query: (index: number) => object;
  /** Highest duration of the neighbour's uncached loads, as a multiple of their duration alone. */
  readonly bound: number;
}

const quiet = (round: number) => ({
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status', 'customers.city'],
  filters: [{ member: 'orders.id', operator: 'gt', values: [String(round)] }],
  cache: 'no-cache',
});
const kept = { measures: ['orders.count'], dimensions: ['orders.status'] };
const samples = 60;

/** Measures one tenant's loads alone, and while another tenant runs 64 queries that never end. */
export async function noisyNeighbour(server: BenchServer, { name, query, bound }: Noise): Promise<readonly Figure[]> {
  const authorization = await server.tokenFor({ tenant: 'noisy' });
  const measure = async () => {
    const uncached: number[] = [];
    for (let round = 0; round < samples; round += 1) uncached.push(await timeMs(() => server.load(quiet(round))));
    const request = { port: server.port, head: server.requestHead('load', kept) };
    const { latencies } = await hammer(request, { connections: 4, forMs: 2_000 });
    return { uncached: percentile(uncached, 0.95), cached: percentile(latencies, 0.99) };
  };
  await measure();
  const alone = await measure();
  let isOver = false;
  const noise = Array.from({ length: 64 }, async (_, index) => {
    while (!isOver) await server.load(query(index), { authorization });
  });
  await new Promise((done) => setTimeout(done, 1_000));
  const beside = await measure();
  isOver = true;
  await Promise.all(noise);
  const ratio = beside.uncached / alone.uncached;
  return [
    {
      name: `uncached load beside 64 ${name} of another tenant, p95`,
      measured: `${ms(beside.uncached)} (${ratio.toFixed(2)}x)`,
      baseline: `${ms(alone.uncached)} alone`,
      bound: `${bound}x`,
      isWithin: ratio <= bound,
    },
    {
      name: `cached load beside 64 ${name} of another tenant, p99`,
      measured: ms(beside.cached),
      baseline: `${ms(alone.cached)} alone`,
      bound: '10 ms',
      isWithin: beside.cached <= 10,
    },
  ];
}
