import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { prepareShop } from '../examples/shop/prepare.ts';
import { streamChat, takeKey, viewer } from './chat-stream.ts';
import { type BenchServer, type Calls, pathOf, startServer } from './server-process.ts';

/** Requests before those that are counted. */
const warm = 10;

const counted = 5;

/** The data end the day before, so that the answers do not depend on the day of the run. */
const today = '2026-11-01';

/** Calls of our functions for each request, by its name. */
export type CallsByRequest = Readonly<Record<string, Calls>>;

/**
 * Counts the calls of functions of ours on the main thread for one request of each kind to a server of the demo, in
 * production mode, when code is warm. Threads of engines, parsers and models are not in it. Of several requests the one
 * with the fewest calls counts: work of the background may run beside the others.
 */
export async function traceRequests(): Promise<CallsByRequest> {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-trace-'));
  try {
    const [project, data] = [join(directory, 'shop'), join(directory, 'data')];
    await writeShop(project);
    mkdirSync(data);
    const key = await takeKey({ dataDirectory: data, account: 'default', mayMigrate: true }, 100);
    const server = await startServer({ project, data, isTraced: true, environment: { ORRERY_JOBS: '0' } });
    try {
      return await traceAll(server, key);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Number of calls of all functions. */
export function callsIn(ran: Calls): number {
  return functionsIn(ran).reduce((sum, { calls }) => sum + calls, 0);
}

export function functionsIn(ran: Calls) {
  return Object.values(ran).flat();
}

async function writeShop(project: string): Promise<void> {
  const demo = resolve(import.meta.dirname, '../examples/shop');
  for (const part of ['orrery.yml', 'model', 'agents'])
    cpSync(join(demo, part), join(project, part), { recursive: true });
  await prepareShop({ directory: join(project, 'data'), today });
}

async function traceAll(server: BenchServer, key: string): Promise<CallsByRequest> {
  const agent = new Agent({ keepAlive: true });
  const query = (number: number) => ({
    measures: ['orders.count'],
    dimensions: ['orders.status'],
    filters: [{ member: 'orders.number', operator: 'gt', values: [String(1000 + number)] }],
  });
  const statement = (number: number) =>
    `SELECT status, MEASURE(count) FROM orders WHERE number > ${1000 + number} GROUP BY 1`;
  const question = (number: number) =>
    streamChat(
      server,
      { agent, key, most: 0 },
      { sessionSettings: viewer('one'), input: `how many orders in ${1900 + number}` },
    );
  const get = (route: string) => server.get(`/cubejs-api/v1/${route}`);
  const requests: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    '/v1/load, new query': (number) => server.post('load', { query: query(number) }),
    '/v1/load, same query': () => server.post('load', { query: query(0) }),
    '/v1/sql, new query': (number) => server.get(pathOf('sql', query(number))),
    '/v1/sql, same query': () => server.get(pathOf('sql', query(0))),
    '/v1/dry-run, new query': (number) => server.get(pathOf('dry-run', query(number))),
    '/v1/meta': () => get('meta'),
    '/v1/cubesql, new statement': (number) => server.post('cubesql', { query: statement(number) }),
    'question of chat, answered by the analyst': question,
  };
  const found: Record<string, Calls> = {};
  for (const [name, ask] of Object.entries(requests)) found[name] = await trace(server, ask);
  agent.destroy();
  return found;
}

async function trace(server: BenchServer, ask: (number: number) => Promise<unknown>): Promise<Calls> {
  for (let number = 0; number < warm; number += 1) await ask(number);
  let fewest: Calls | undefined;
  for (let number = warm; number < warm + counted; number += 1) {
    await server.calls();
    await ask(number);
    const ran = await server.calls();
    if (!fewest || callsIn(ran) < callsIn(fewest)) fewest = ran;
  }
  return fewest ?? {};
}
