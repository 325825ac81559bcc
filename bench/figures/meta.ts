import { type Figure, median, ms, percentile, timeMs } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

/** Measures a complete `/v1/meta` answer of the wide model. */
export async function metaOfWideModel(server: BenchServer): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [encoding, label] of [
    ['identity', 'plain'],
    ['gzip', 'gzip'],
  ] as const) {
    let bytes = 0;
    const samples: number[] = [];
    for (let round = -20; round < 100; round += 1) {
      const took = await timeMs(async () => {
        bytes = (await server.read('/cubejs-api/v1/meta', { 'accept-encoding': encoding })).byteLength;
      });
      if (round >= 0) samples.push(took);
    }
    figures.push({
      name: `/v1/meta of that model, ${label}`,
      measured: `${ms(median(samples))} (p95 ${ms(percentile(samples, 0.95))})`,
      baseline: `${(bytes / 1e6).toFixed(1)} MB, read whole by the client`,
      bound: '3 ms',
      isWithin: median(samples) <= 3,
    });
  }
  return figures;
}
