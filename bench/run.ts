import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { directDuckDb } from './direct-duckdb.ts';
import { activeDeployments } from './figures/active-deployments.ts';
import { allRows } from './figures/all-rows.ts';
import { approximateCounts } from './figures/approximate-counts.ts';
import { cachedLoad } from './figures/cached-load.ts';
import { chat } from './figures/chat.ts';
import { chatOfNodes } from './figures/chat-nodes.ts';
import { clientLoad } from './figures/client-load.ts';
import { compileWhileServing } from './figures/compile-while-serving.ts';
import { dashboardOfTiles } from './figures/dashboard-tiles.ts';
import { dayGrouping } from './figures/day-grouping.ts';
import { dueNotifications } from './figures/due-notifications.ts';
import { graphql, graphqlBombs } from './figures/graphql.ts';
import { newFolders } from './figures/folders.ts';
import { idleConnections } from './figures/idle-connections.ts';
import { metadataStore } from './figures/metadata-store.ts';
import { oauthTokens } from './figures/oauth.ts';
import { pageOfPeople } from './figures/people.ts';
import { longAnswers } from './figures/long-answers.ts';
import { exports } from './figures/exports.ts';
import { largeResults } from './figures/large-results.ts';
import { manyAtOnce } from './figures/many-at-once.ts';
import { manyCallers } from './figures/many-callers.ts';
import { mcp } from './figures/mcp.ts';
import { metaOfWideModel } from './figures/meta.ts';
import { modelTypes } from './figures/model-types.ts';
import { memoryAfterMixedQueries } from './figures/mixed-memory.ts';
import { noisyNeighbour } from './figures/noisy-neighbour.ts';
import { multiStage } from './figures/multi-stage.ts';
import { planOneQuery } from './figures/plan.ts';
import { planOneStatement } from './figures/plan-statement.ts';
import { planWithPolicies } from './figures/policies.ts';
import { embedding } from './figures/embedding.ts';
import { postgresPort } from './figures/postgres-port.ts';
import { provisioning } from './figures/provisioning.ts';
import { publishing } from './figures/publishing.ts';
import { rollingWindows } from './figures/rolling-windows.ts';
import { rowRules } from './figures/row-rules.ts';
import { signIns } from './figures/sign-ins.ts';
import { sqlCatalogs } from './figures/sql-catalogs.ts';
import { idleSockets, loadsOverSockets, socketCycles, subscriptions } from './figures/sockets.ts';
import { spills } from './figures/spills.ts';
import { startToFirstLoad } from './figures/start.ts';
import { besideStoredAttackers } from './figures/stored-attackers.ts';
import { longStatements, statements } from './figures/statements.ts';
import { rowsFromTrino } from './figures/trino.ts';
import { uncachedLoad } from './figures/uncached-load.ts';
import { besideViewers } from './figures/viewers.ts';
import { wideModelCompile } from './figures/wide-model.ts';
import { pageOfWorkspace } from './figures/workspace.ts';
import { describeMachine, measuredCommit, speedOfOneThread } from './machine.ts';
import type { Figure } from './measure.ts';
import { writeOrdersOnPostgres } from './orders-on-postgres.ts';
import { writeOrdersProject } from './orders-project.ts';
import { type BenchServer, type ServerPlace, startServer } from './server-process.ts';
import { wideModel } from './wide-model.ts';
import { writeModel } from './write-model.ts';

/** Each started server registers its cleanup for the end of the process. */
process.setMaxListeners(100);

/**
 * Measures every figure that has a bound and writes `bench/results.md`: `npm run bench`, about a quarter of an hour on
 * two cores. `npm run bench -- rows spills` measures these parts alone and writes nothing.
 */
const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const figures: Figure[] = [];
const speedBefore = speedOfOneThread();
const cubesOfTheWider = 1_000;
const metricsToken = 'a-token-of-the-benchmark-for-its-own-metrics';

function report(found: readonly Figure[]): void {
  for (const figure of found) {
    figures.push(figure);
    console.log(`${figure.isWithin ? 'ok  ' : 'MISS'} ${figure.name}: ${figure.measured} (bound ${figure.bound})`);
  }
}

function place(name: string): { readonly project: string; readonly data: string } {
  const [project, data] = [join(folder, name), join(folder, `${name}-data`)];
  mkdirSync(project, { recursive: true });
  mkdirSync(data, { recursive: true });
  return { project, data };
}

function writeWideProject(directory: string, cubes?: number): void {
  writeModel(directory, wideModel(cubes));
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
}

async function during(server: BenchServer, what: string, act: () => Promise<readonly Figure[]>): Promise<void> {
  await server.forgetStalls();
  report(await act());
  const { longestStallMs } = await server.vitals();
  report([
    {
      name: `longest stall of the event loop, ${what}`,
      measured: `${longestStallMs.toFixed(1)} ms`,
      baseline: '',
      bound: '20 ms',
      isWithin: longestStallMs <= 20,
    },
  ]);
}

async function withServer(place: ServerPlace, act: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startServer(place);
  try {
    await act(server);
  } finally {
    await server.stop();
  }
}

const orders = place('orders');
const { database } = await writeOrdersProject(orders.project);
const fresh = (name: string): ServerPlace => ({ project: orders.project, data: place(name).data });

/** Parts of a run by name, in the order in which a whole run measures them. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  start: async () => report(await startToFirstLoad(orders)),
  store: async () => {
    report(await metadataStore());
    report(await pageOfPeople());
    report(await pageOfWorkspace());
    report(await publishing());
    report(await dueNotifications());
    report(await newFolders(fresh('folders')));
  },
  people: async () => {
    report(await provisioning(fresh('provisioning')));
    report(await oauthTokens({ project: orders.project, data: [place('oauth-one').data, place('oauth-other').data] }));
    report(await signIns());
  },
  embedding: async () => {
    report(await embedding(fresh('embedding')));
    report(await dashboardOfTiles(fresh('dashboard')));
    report(await besideViewers());
  },
  chat: async () => {
    report(await chat(place('chat').data));
    report(await chatOfNodes([place('chat-one').data, place('chat-other').data]));
  },
  deployments: async () => {
    report(await besideStoredAttackers(fresh('stored')));
    report(await activeDeployments(fresh('active')));
  },
  answers: () =>
    withServer(orders, async (server) => {
      const direct = await directDuckDb(database);
      await during(server, 'exports', () => exports(server));
      await during(server, 'uncached loads', () => uncachedLoad(server, direct, 1));
      await during(server, 'statements', () => statements(server));
      report(await mcp(server));
      report(await clientLoad(server));
      await during(server, 'long statements', () => longStatements(server, direct));
      direct.close();
      await during(server, 'day grouping', () => dayGrouping(server, database));
      await during(server, 'measures of several stages', () => multiStage(server, database));
      report(await rollingWindows(database));
      report(await approximateCounts(database));
      report(await rowRules(database));
      await during(server, 'large results', () => largeResults(server));
    }),
  repeated: async () => {
    await withServer(orders, async (server) => {
      await during(server, 'cached loads', () => cachedLoad(server));
      report(await loadsOverSockets(server));
      report(await graphql(server));
      report(await graphqlBombs(server));
    });
    report(await manyAtOnce(orders, place('development').data));
  },
  mixed: () => withServer(orders, (server) => during(server, 'mixed queries', () => memoryAfterMixedQueries(server))),
  rows: async () => {
    const raised = place('raised');
    await writeOrdersProject(raised.project);
    appendFileSync(join(raised.project, 'orrery.yml'), '  max_limit: 5000000\n  max_result_mb: 1024\n');
    await withServer(raised, (server) => during(server, 'long answers', () => longAnswers(server)));
    await withServer(raised, (server) => during(server, 'two million rows', () => allRows(server, database)));
  },
  spills: async () => report(await spills(fresh('spilling'))),
  neighbours: () =>
    withServer(orders, async (server) => {
      const query = (index: number) => ({ measures: ['endless.count'], limit: index + 1 });
      report(await noisyNeighbour(server, { name: 'endless DuckDB queries', query, bound: 2 }));
    }),
  postgres: async () => {
    const warehouse = place('orders-on-postgres');
    const postgres = await writeOrdersOnPostgres(warehouse.project);
    try {
      await withServer({ ...warehouse, environment: postgres.environment }, async (server) => {
        await during(server, 'uncached loads from PostgreSQL', () => uncachedLoad(server, postgres.direct, 1.5));
        const query = (index: number) => ({ measures: ['endless.count'], limit: index + 1 });
        report(await noisyNeighbour(server, { name: 'pg_sleep', query, bound: 1.5 }));
      });
    } finally {
      await postgres.stop();
    }
  },
  'sql-port': async () => {
    report(await postgresPort(place('sql-port')));
    const catalogs = place('sql-catalogs');
    writeWideProject(catalogs.project);
    report(await sqlCatalogs(catalogs));
  },
  trino: async () => report(await rowsFromTrino(place('trino'))),
  connections: async () => {
    report(await idleConnections(orders));
    report(await idleConnections({ ...orders, isSecure: true }));
    report(await idleSockets(orders));
    await withServer({ ...orders, environment: { ORRERY_METRICS_TOKEN: metricsToken } }, async (server) => {
      report(await subscriptions(server, metricsToken));
      report(await socketCycles(server));
    });
  },
  models: async () => {
    report(modelTypes());
    report(await wideModelCompile());
    report(await planOneQuery());
    report(await planOneStatement());
    report(await planWithPolicies());
    const wide = place('wide');
    writeWideProject(wide.project);
    await withServer(wide, (server) =>
      during(server, 'start and /v1/meta of the wide model', () => metaOfWideModel(server)),
    );
    const wider = place('wider');
    writeWideProject(wider.project, cubesOfTheWider);
    await withServer({ ...wider, environment: { ORRERY_METRICS_TOKEN: metricsToken } }, async (server) => {
      const save = (note: string) => writeModel(wider.project, wideModel(cubesOfTheWider, note));
      report(await compileWhileServing(server, { cubes: cubesOfTheWider, metricsToken, save }));
    });
  },
  callers: () =>
    withServer({ ...orders, environment: { ORRERY_METRICS_TOKEN: metricsToken } }, async (server) =>
      report(await manyCallers(server, metricsToken)),
    ),
};

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  for (const name of wanted(positionals, Object.keys(parts))) await parts[name]?.();
  if (positionals.length === 0) writeResults();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @returns all that are known, if none is named */
function wanted(named: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; parts are ${known.join(', ')}`);
  return named.length > 0 ? named : known;
}

function writeResults(): void {
  const rows = figures.map(
    ({ name, measured, baseline, bound, isWithin }) =>
      `| ${name} | ${measured} | ${baseline} | ${bound} | ${isWithin ? 'yes' : 'no'} |`,
  );
  const table = ['| Figure | Measured | Beside | Bound | Within |', '|---|---|---|---|---|', ...rows].join('\n');
  const about = [
    `Medians of one run (\`npm run bench\`) of commit ${measuredCommit()}, on ${describeMachine()}.`,
    `One thread read and wrote ${speedBefore.toFixed(0)} MB of JSON a second before it, ${speedOfOneThread().toFixed(0)} MB after it.`,
  ];
  writeFileSync(join(import.meta.dirname, 'results.md'), `# Figures\n\n${about.join('\n')}\n\n${table}\n`);
}
