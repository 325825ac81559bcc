import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { streamChat, takeKey, viewer } from './chat-stream.ts';
import { type BenchServer, startServer } from './server-process.ts';

/**
 * Counts functions and files of ours that run on the main thread for one request to a running server in production mode,
 * when code is warm: `npm run trace [-- --files]`. Threads of engines, parsers and models are not in it.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } });

/** Requests before the one that is counted. */
const warm = 30;

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
  await server.calls();
  await ask(warm);
  const { functions, calls, files } = await server.calls();
  const packages = new Set(files.map((file) => file.split('/')[1]));
  console.log(`${name}: ${functions} functions, ${calls} calls, ${files.length} files, ${packages.size} packages`);
  if (values.files) for (const file of files.toSorted()) console.log(`  ${file}`);
}
