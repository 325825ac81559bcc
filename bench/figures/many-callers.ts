import type { Figure } from '../measure.ts';
import { compilesOf } from '../model-metrics.ts';
import type { BenchServer } from '../server-process.ts';

const callers = 100_000;
const connections = 16;
const mostBytes = 1024 ** 3;

/**
 * Measures callers with a security context each, over one model that reads none of the contexts: their memory, and the
 * number of compilations.
 */
export async function manyCallers(server: BenchServer, metricsToken: string): Promise<readonly Figure[]> {
  const query = { measures: ['customers.count'] };
  await server.load(query);
  const compiles = await compilesOf(server, metricsToken);
  const before = (await server.vitals()).residentBytes;
  let asked = 0;
  const startedAt = performance.now();
  const ask = async (): Promise<void> => {
    while (asked < callers) {
      asked += 1;
      const claims = { sub: `caller-${asked}`, tenant: `tenant-${asked % 20_000}`, session: `${asked}`.repeat(8) };
      await server.load(query, { authorization: await server.tokenFor(claims) });
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = (await server.vitals()).residentBytes;
  const recompiles = (await compilesOf(server, metricsToken)) - compiles;
  const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
  return [
    {
      name: 'memory after 100,000 callers with security contexts of their own',
      measured: `${mb(after)}, ${recompiles} recompilations`,
      baseline: `${mb(before)} after the first; asked in ${seconds.toFixed(0)} s`,
      bound: '1024 MiB, none',
      isWithin: after < mostBytes && recompiles === 0,
    },
  ];
}
