import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { loadStored, sale, sales, type Stored, storeDeployment } from '../stored-deployments.ts';

const fewest = 8;
const more = [
  { count: 20, mostRatio: 1.3 },
  { count: 100, mostRatio: 1.5 },
] as const;
const loadsOfEach = 200;
/** Memory of the engines of all deployments, half of it for those of the store: eight shares. */
const engineMemoryMb = 2_048;

/** Compares the processor time of a fresh load while more deployments are asked in turn than there are shares of memory. */
export async function activeDeployments(place: {
  readonly project: string;
  readonly data: string;
}): Promise<readonly Figure[]> {
  const stored = await storeDeployments(place.data, Math.max(...more.map(({ count }) => count)));
  const server = await startServer({ ...place, environment: { ORRERY_ENGINE_MEMORY_MB: String(engineMemoryMb) } });
  try {
    const few = await inTurns(server, stored.slice(0, fewest));
    const figures: Figure[] = [];
    for (const { count, mostRatio } of more) {
      const many = await inTurns(server, stored.slice(0, count));
      const ratio = many.processorMs / few.processorMs;
      figures.push({
        name: `processor time of a fresh load with ${count} active deployments`,
        measured: `${ms(many.processorMs)} (${ratio.toFixed(2)}x), answered in ${ms(many.tookMs)}, ${many.mebibytes} MiB`,
        baseline: `${ms(few.processorMs)} with ${fewest}, answered in ${ms(few.tookMs)}, ${few.mebibytes} MiB`,
        bound: `${mostRatio}x`,
        isWithin: ratio <= mostRatio,
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** Asks each once before it measures. */
async function inTurns(server: BenchServer, stored: readonly Stored[]) {
  for (const one of stored) await loadStored(server, one, sale);
  const before = (await server.vitals()).processorMs;
  const took: number[] = [];
  while (took.length < loadsOfEach)
    for (const one of stored) took.push(await timeMs(() => loadStored(server, one, sale)));
  const { processorMs, residentBytes } = await server.vitals();
  return {
    processorMs: (processorMs - before) / took.length,
    tookMs: median(took),
    mebibytes: Math.round(residentBytes / 2 ** 20),
  };
}

async function storeDeployments(dataDirectory: string, count: number): Promise<readonly Stored[]> {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  try {
    const { id } = await metadata.accounts.create('active');
    const stored: Stored[] = [];
    while (stored.length < count) stored.push(await storeDeployment(metadata, id, `sales ${stored.length}`, sales));
    return stored;
  } finally {
    await metadata.close();
  }
}
