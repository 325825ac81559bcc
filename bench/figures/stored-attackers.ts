import { serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { type Figure, ms, percentile, timeMs } from '../measure.ts';
import { type BenchServer, startServer } from '../server-process.ts';
import { loadStored, sale, sales, type Stored, storeDeployment } from '../stored-deployments.ts';

const attackers = 6;
const samples = 60;
/** Memory of the engines of all stored deployments together: half the memory of all engines. */
const engineMemoryMb = 512;
const mostSlowdown = 3;
/** Memory of the deployments' threads and answers, in addition to that of the engines. */
const besideEnginesMb = 256;

interface Place {
  readonly project: string;
  readonly data: string;
}

const attack = `cubes:
  - name: products
    sql: SELECT a.range * b.range AS product FROM range(10000000) a, range(10000000) b
    measures:
      - { name: total, type: sum, sql: product }
      - { name: different, type: count_distinct, sql: product }
  - name: lists
    sql: SELECT list(range) AS numbers FROM range(1000000000)
    measures:
      - { name: longest, type: max, sql: len(numbers) }
`;
const attacks = ['products.total', 'products.different', 'lists.longest'];

/** Measures one account's uncached loads, alone and while six deployments of another account use all they can. */
export async function besideStoredAttackers(place: Place): Promise<readonly Figure[]> {
  const { quiet, hostile } = await storeDeployments(place.data);
  const server = await startServer({
    ...place,
    environment: { ORRERY_ENGINE_MEMORY_MB: String(2 * engineMemoryMb) },
  });
  let isOver = false;
  const attackAlways = async (deployment: Stored, measure: string) => {
    while (!isOver) await loadStored(server, deployment, { measures: [measure] }).catch(() => undefined); // most are refused
  };
  let noise: readonly Promise<void>[] = [];
  try {
    await measure(server, quiet);
    const alone = await measure(server, quiet);
    noise = hostile.flatMap((deployment) => attacks.map((each) => attackAlways(deployment, each)));
    await new Promise((done) => setTimeout(done, 3_000));
    const beside = await measure(server, quiet);
    const slowdown = beside.p95 / alone.p95;
    const grown = beside.mostMb - alone.mostMb;
    const mostGrown = engineMemoryMb + besideEnginesMb;
    return [
      {
        name: `uncached load beside ${attackers} stored deployments of another account that take what they can, p95`,
        measured: `${ms(beside.p95)} (${slowdown.toFixed(2)}x, worst ${ms(beside.worst)})`,
        baseline: `${ms(alone.p95)} alone (worst ${ms(alone.worst)})`,
        bound: `${mostSlowdown}x`,
        isWithin: slowdown <= mostSlowdown,
      },
      {
        name: 'memory beside them, at most',
        measured: `${beside.mostMb.toFixed(0)} MiB`,
        baseline: `${alone.mostMb.toFixed(0)} MiB without them; stored engines may have ${engineMemoryMb} MiB`,
        bound: `${mostGrown} MiB more`,
        isWithin: grown <= mostGrown,
      },
    ];
  } finally {
    isOver = true;
    await server.stop();
    await Promise.all(noise);
  }
}

async function measure(server: BenchServer, deployment: Stored) {
  const took: number[] = [];
  let mostBytes = 0;
  for (let round = 0; round < samples; round += 1) {
    took.push(await timeMs(() => loadStored(server, deployment, sale)));
    mostBytes = Math.max(mostBytes, (await server.vitals()).residentBytes);
  }
  return { p95: percentile(took, 0.95), worst: Math.max(...took), mostMb: mostBytes / 2 ** 20 };
}

async function storeDeployments(dataDirectory: string) {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  try {
    const [quietAccount, hostileAccount] = [
      await metadata.accounts.create('quiet'),
      await metadata.accounts.create('hostile'),
    ];
    const quiet = await storeDeployment(metadata, quietAccount.id, 'sales', sales);
    const hostile: Stored[] = [];
    for (let number = 0; number < attackers; number += 1) {
      hostile.push(await storeDeployment(metadata, hostileAccount.id, `attack ${number}`, attack));
    }
    return { quiet, hostile };
  } finally {
    await metadata.close();
  }
}
