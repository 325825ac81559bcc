import { type Figure, median, ms } from '../measure.ts';
import { type ServerPlace, startServer } from '../server-process.ts';

/**
 * Measures the time from starting the command to the first answered load, and memory after it. Disk caches are warm
 * except in the first run.
 */
export async function startToFirstLoad(place: ServerPlace): Promise<readonly Figure[]> {
  const samples: number[] = [];
  const memory: number[] = [];
  for (let round = -1; round < 7; round += 1) {
    const started = performance.now();
    const server = await startServer(place);
    await server.load({ measures: ['orders.count'], dimensions: ['orders.status'] });
    const took = performance.now() - started;
    const { residentBytes } = await server.vitals();
    await server.stop();
    if (round < 0) continue;
    samples.push(took);
    memory.push(residentBytes / 2 ** 20);
  }
  return [
    {
      name: 'from the command to the first answered load',
      measured: ms(median(samples)),
      baseline: '',
      bound: '700 ms',
      isWithin: median(samples) <= 700,
    },
    {
      name: 'memory after the first load',
      measured: `${median(memory).toFixed(0)} MiB`,
      baseline: '',
      bound: '200 MiB',
      isWithin: median(memory) <= 200,
    },
  ];
}
