import { serveMetadata, type ServedMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { zipOfTexts } from '../../packages/deployments/src/version/zip-for-test.ts';
import { changeVersions } from '../../tests/change-versions.ts';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { type Figure, ms, percentile, timeMs } from '../measure.ts';
import { type BenchServer, startServer } from '../server-process.ts';

const attackers = 6;
const samples = 60;
/** Memory of the engines of all stored deployments together: half the memory of all engines. */
const engineMemoryMb = 512;
const mostSlowdown = 3;
/** Memory of the deployments' threads and answers, in addition to that of the engines. */
const besideEnginesMb = 256;
const by = { via: 'command' } as const;

interface Place {
  readonly project: string;
  readonly data: string;
}

interface Stored {
  readonly id: number;
  readonly authorization: string;
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

const sales = `cubes:
  - name: sales
    sql: SELECT range % 7 AS kind FROM range(1000000)
    dimensions:
      - { name: kind, sql: kind, type: number }
    measures:
      - { name: count, type: count }
`;
const sale = { measures: ['sales.count'], dimensions: ['sales.kind'], cache: 'no-cache' };

/** Measures one account's uncached loads, alone and while six deployments of another account use all they can. */
export async function besideStoredAttackers(place: Place): Promise<readonly Figure[]> {
  const { quiet, hostile } = await storeDeployments(place.data);
  const server = await startServer({
    ...place,
    environment: { ORRERY_ENGINE_MEMORY_MB: String(2 * engineMemoryMb) },
  });
  let isOver = false;
  const attackAlways = async (deployment: Stored, measure: string) => {
    while (!isOver) await load(server, deployment, { measures: [measure] }).catch(() => undefined); // most are refused
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
    took.push(await timeMs(() => load(server, deployment, sale)));
    mostBytes = Math.max(mostBytes, (await server.vitals()).residentBytes);
  }
  return { p95: percentile(took, 0.95), worst: Math.max(...took), mostMb: mostBytes / 2 ** 20 };
}

function load(server: BenchServer, { id, authorization }: Stored, query: object): Promise<Buffer> {
  const path = `/d/${id}/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
  return server.read(path, { authorization });
}

async function storeDeployments(dataDirectory: string) {
  const metadata = await serveMetadata({ dataDirectory, account: 'default', mayMigrate: true }, Date);
  try {
    const [quietAccount, hostileAccount] = [
      await metadata.accounts.create('quiet'),
      await metadata.accounts.create('hostile'),
    ];
    const quiet = await store(metadata, quietAccount.id, 'sales', sales);
    const hostile: Stored[] = [];
    for (let number = 0; number < attackers; number += 1) {
      hostile.push(await store(metadata, hostileAccount.id, `attack ${number}`, attack));
    }
    return { quiet, hostile };
  } finally {
    await metadata.close();
  }
}

async function store(metadata: ServedMetadata, accountId: number, name: string, model: string): Promise<Stored> {
  const { changes, deployments } = metadata;
  const versions = changeVersions(metadata);
  const { id } = await changes.changeRights({ accountId, by }, (change) => deployments.create(change, name));
  const archive = zipOfTexts({
    'orrery.yml': 'data_sources:\n  default:\n    type: duckdb\n    allow: []\n',
    'model/cubes.yml': model,
  });
  const { version } = await versions.upload({ accountId, by }, id, { archive });
  await versions.activate({ accountId, by }, id, version.id);
  const [apiSecret = ''] = await deployments.secretsOf(id);
  const request = { deployment: { apiSecret }, securityContext: {}, expiresInSeconds: 3_600, clock: Date };
  const token = await mintToken(request, { algorithms: ['HS256'], scopes: ['data'] });
  return { id, authorization: token ?? '' };
}
