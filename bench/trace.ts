import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { streamChat, takeKey, viewer } from './chat-stream.ts';
import { type BenchServer, type Calls, startServer } from './server-process.ts';

/**
 * Counts functions and files of ours that run on the main thread for one request to a running server in production mode,
 * when code is warm: `npm run trace [-- --files | --functions]`. Threads of engines, parsers and models are not in it. Of
 * several requests the one with the fewest functions counts: work of the background may run beside the others.
 */
const { values } = parseArgs({
  options: { files: { type: 'boolean', default: false }, functions: { type: 'boolean', default: false } },
});

/** Requests before those that are counted. */
const warm = 30;

const counted = 5;

const project = resolve(import.meta.dirname, '../examples/shop');
const data = mkdtempSync(join(tmpdir(), 'orrery-trace-'));
try {
  const key = await takeKey({ dataDirectory: data, account: 'default', mayMigrate: true }, 100);
  const server = await startServer({ project, data, isTraced: true });
  try {
    await traceAll(server, key);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(data, { recursive: true });
}

async function traceAll(server: BenchServer, key: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const query = (number: number) => ({
    measures: ['orders.count'],
    dimensions: ['orders.status'],
    filters: [{ member: 'orders.number', operator: 'gt', values: [String(number)] }],
  });
  const statement = (number: number) => `SELECT status, MEASURE(count) FROM orders WHERE number > ${number} GROUP BY 1`;
  const question = (number: number) =>
    streamChat(
      server,
      { agent, key, most: 0 },
      { sessionSettings: viewer('one'), input: `how many orders in ${2000 + number}` },
    );
  await trace('/v1/load, new query', server, (number) => server.post('load', { query: query(number) }));
  await trace('/v1/load, same query', server, () => server.post('load', { query: query(0) }));
  await trace('/v1/cubesql, new statement', server, (number) => server.post('cubesql', { query: statement(number) }));
  await trace('question of chat, answered by the analyst', server, question);
  agent.destroy();
}

async function trace(name: string, server: BenchServer, ask: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 0; number < warm; number += 1) await ask(number);
  let fewest: Calls | undefined;
  for (let number = warm; number < warm + counted; number += 1) {
    await server.calls();
    await ask(number);
    const ran = await server.calls();
    if (!fewest || functionsOf(ran).length < functionsOf(fewest).length) fewest = ran;
  }
  report(name, fewest ?? {});
}

function report(name: string, ran: Calls): void {
  const functions = functionsOf(ran);
  const calls = functions.reduce((sum, one) => sum + one.calls, 0);
  const files = Object.keys(ran).toSorted();
  const packages = new Set(files.map((file) => file.split('/')[1]));
  console.log(
    `${name}: ${functions.length} functions, ${calls} calls, ${files.length} files, ${packages.size} packages`,
  );
  if (!values.files && !values.functions) return;
  for (const file of files) {
    console.log(`  ${file}`);
    if (values.functions) for (const one of ran[file] ?? []) console.log(`    ${one.calls} ${one.name}`);
  }
}

function functionsOf(ran: Calls) {
  return Object.values(ran).flat();
}
