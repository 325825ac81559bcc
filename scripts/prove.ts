import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditOf, shippedWith } from './package/audit.ts';
import { buildPackage } from './package/build-package.ts';
import { Random } from './prove/random.ts';
import { missingOf } from '../tests/servers/trino/trino-server.ts';
import { crash } from './prove/crash.ts';
import { describeCrashes, describeSoak, faultsOfCrashes, faultsOfSoak } from './prove/report.ts';
import { soak } from './prove/soak.ts';
import { proveZones, zoneNames } from './prove/zone-transitions.ts';
import { root } from './take-steps.ts';

/**
 * Runs the proofs that take too long for every change. They compare more queries with the definition of fan-out, and
 * queries of random models with an evaluator that knows no SQL (`--only numbers --runs 50000`; with
 * `--engine trino` all of them on one engine). They ask the same query in
 * other forms and by other faces (`--only beside`). They read random
 * queries again from the SQL that they are printed as (`--only printed`), and compare their rows
 * (`--only printed-rows`; on three engines over HTTP: `--only pairs`). They compare random conditions of statements with
 * PostgreSQL (`--only conditions`), over columns of every type too (`--only types`). They compare values that are written
 * from memory with their texts, 100,000 of each type (`--only written`). They test every change of thirty zones, run random queries against the demo for minutes, and kill a writing
 * server two hundred times. They send 200,000 queries of random identities under random policies (`npm run prove --
 * isolation`), and run the stories that the tests run on SQLite on both stores (`--only stores`). The tests run a
 * short version of each. `--only python` generates and drives clients of Python, for which it
 * installs their packages; `--only sso` signs people in at Keycloak, which it fetches by Maven; `--only archive` makes the
 * archive for linux x64, and runs it without network; `--only container` carries out the steps of its Dockerfile as root, and
 * runs the image; `--only proxy` puts Caddy in front of three nodes, as the files of Compose do; `--only audit`
 * asks the registry for known vulnerabilities of all that ships. `--only trino` runs the cases on Trino 476, kills a worker
 * of a cluster, and reads Parquet by Hive and Iceberg; it fetches their jars by Maven. `--only grammars` parses the
 * statements for engines that only have SQL, with a parser of Python. `--only wire` puts the same questions by clients of
 * Python, Java, Go and Rust to PostgreSQL and to Orrery's port for it, which it installs in the user's cache, and sends
 * 10,000 mutated streams of messages and 10,000 statements with changed words to the port.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    minutes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '200' },
    connections: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    only: { type: 'string' },
    engine: { type: 'string' },
  },
});

const given = [values.seed, values.runs ?? 0, values.minutes, values.kills, values.connections];
const [seed, runs, minutes, kills, connections] = given.map(Number);
if (![seed, runs, minutes, kills, connections].every((number) => number !== undefined && number >= 0)) {
  throw new Error('--seed, --runs, --minutes, --kills and --connections take numbers');
}

const filesOfWrittenValues = [
  'packages/engines/src/value-text',
  'packages/engines/src/duckdb/decode/written-values.test.ts',
  'packages/server/src/faces/data/export/csv-rows.test.ts',
];

/** @returns the faults, or what is missing here for the proof */
type ProofStep = () => Promise<readonly string[] | { readonly missing: string }>;

const proofs: Readonly<Record<string, ProofStep>> = {
  'fan-out': () => proveByTest('cases/fan-out-definition.test.ts', runs || 400),
  numbers: () =>
    prove(['cases/proof'], {
      ...questionsFor(runs || 400),
      ...(values.engine === undefined ? {} : { ORRERY_PROVE_ENGINE: values.engine }),
    }),
  queryable: () => proveByTest('packages/semantic/src/plan/describe/queryable-members.test.ts', 150),
  beside: () => proveByTest('cases/beside', runs || 1_000),
  printed: () => proveByTest('cases/printed.test.ts', runs || 10_000),
  'printed-rows': () => proveByTest('cases/printed-rows.test.ts', runs || 400),
  pairs: () => proveByTest('cases/statements/pairs.test.ts', runs || 2_000),
  conditions: () => proveByTest('cases/statements/filter-trees.test.ts', runs || 2_000),
  types: () => proveByTest('cases/statements/typed-columns.test.ts', runs || 600),
  isolation: () => proveByTest('cases/isolation', runs || 200_000),
  written: () => proveByTests(filesOfWrittenValues, runs || 100_000),
  zones: async () => {
    const random = new Random(seed ?? 0);
    const report = await proveZones({ zones: zoneNames, transitionsPerZone: Number.POSITIVE_INFINITY, random });
    console.log(`${report.zones} zones, ${report.transitions} changes, ${report.buckets} buckets`);
    return report.faults;
  },
  soak: async () => {
    const today = new Date().toISOString().slice(0, 10);
    const durationMs = (minutes ?? 0) * 60_000;
    const report = await soak({ seed: seed ?? 0, durationMs, connections: connections ?? 0, today });
    console.log(describeSoak(report));
    return faultsOfSoak(report);
  },
  stores: () => prove(storiesOfStores(), { ORRERY_PROVE_STORES: 'both' }),
  python: () => proveByTest('tests/clients/python', 1),
  archive: () => proveByTest('tests/package/archive.test.ts', 1),
  container: () => proveByTest('tests/package/container.test.ts', 1),
  audit: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-audit-'));
    try {
      await buildPackage(folder);
      return (
        (await auditOf(shippedWith(folder))) ?? {
          missing: 'no registry here answers the question, so nothing is known',
        }
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  proxy: () => proveByTest('tests/package/proxy.test.ts', 1),
  grammars: () => proveByTest('tests/prove/grammars.test.ts', 1),
  sso: () => proveByTest('tests/clients/keycloak', 1),
  wire: () =>
    prove(['tests/prove/wire', 'tests/postgres-wire'], {
      ...questionsFor(1),
      ORRERY_WIRE_STREAMS: String(runs || 10_000),
      ORRERY_WIRE_SEED: String(seed),
    }),
  trino: async () => {
    const code = await run(join(root, '.ci/install-trino'), ['prove']);
    if (code !== 0) return [`.ci/install-trino ended with code ${code}, see above`];
    const oldest = '476';
    const catalog = (name: 'memory' | 'tpch' | 'hive' | 'iceberg') => ({ [name]: { 'connector.name': name } });
    const lacks =
      missingOf(oldest, { ...catalog('memory'), ...catalog('tpch') }) ??
      missingOf('483', { ...catalog('tpch'), ...catalog('hive'), ...catalog('iceberg') });
    if (lacks !== undefined) return { missing: lacks };
    const environment = questionsFor(runs || 150);
    return [
      ...(await prove(['cases/live', '-t', 'Trino'], { ...environment, ORRERY_TRINO: oldest })),
      ...(await prove(['tests/prove/trino-cluster.test.ts', 'tests/prove/trino-lake.test.ts'], environment)),
    ];
  },
  provisioning: () => proveByTest('tests/prove/provisioning.test.ts', runs || 50),
  crash: async () => {
    const report = await crash({ kills: kills ?? 0, seed: seed ?? 0, today: new Date().toISOString().slice(0, 10) });
    console.log(describeCrashes(report));
    return faultsOfCrashes(report);
  },
};

const only = values.only ?? positionals[0];
// One takes hours, some need registries, Python, Java or Caddy, one compresses Node: they only run when they are named.
const onlyByName: ReadonlySet<string> = new Set([
  'archive',
  'audit',
  'container',
  'grammars',
  'isolation',
  'proxy',
  'python',
  'sso',
  'trino',
  'wire',
]);
const chosen = Object.entries(proofs).filter(([name]) => (only === undefined ? !onlyByName.has(name) : only === name));
if (values.engine !== undefined && only !== 'numbers') throw new Error('--engine is for --only numbers');
if (chosen.length === 0) throw new Error(`--only takes one of ${Object.keys(proofs).join(', ')}`);
console.log(`Seed ${seed}; repeat with: npm run prove -- --seed ${seed}`);
for (const [name, faultsOf] of chosen) {
  console.log(`\n${name}`);
  const faults = await faultsOf();
  if ('missing' in faults) {
    console.log(`SKIPPED: ${faults.missing}`);
    continue;
  }
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  console.log(faults.length === 0 ? 'holds' : `FAILED with ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

/** Test files whose stories run on one store in `npm test`. */
function storiesOfStores(): readonly string[] {
  const files = globSync('{packages,tests}/**/*.test.ts', { cwd: root, exclude: (name) => name === 'node_modules' });
  return files.filter((file) => readFileSync(join(root, file), 'utf8').includes('storyKinds'));
}

function proveByTest(file: string, questions: number): Promise<readonly string[]> {
  return proveByTests([file], questions);
}

function proveByTests(files: readonly string[], questions: number): Promise<readonly string[]> {
  return prove(files, questionsFor(questions));
}

function questionsFor(questions: number): Readonly<Record<string, string>> {
  return { ORRERY_PROVE_RUNS: String(questions), ORRERY_PROVE_SEED: String(seed) };
}

async function prove(
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const code = await run('vitest', ['run', ...files, '--reporter=dot'], environment);
  return code === 0 ? [] : [`vitest ended with code ${code}, see above`];
}

/** @returns the code it ends with */
function run(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
}
