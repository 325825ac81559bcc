import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { cacheFolder } from './cache-folder.ts';
import { serverDirectory } from './server-directory.ts';
import { type RunningServer, type ServerKind, sharedServer, startServer } from './shared-server.ts';

const host = '127.0.0.1';
/** Ends what hangs: a library that is started again runs its statements again first. */
const longestMs = 300_000;
const packages = cacheFolder('chdb-26.9.0');

const missing = existsSync(packages)
  ? spawnSync('python3', ['--version']).status === 0
    ? undefined
    : 'there is no python3'
  : `the library chDB is not in ${packages} (.ci/install-chdb fetches it)`;
if (missing !== undefined) console.warn(`Tests of ClickHouse are skipped: ${missing}.`);

/** Whether this machine has the library that stands in for a ClickHouse server. */
export const hasClickhouse = missing === undefined;

/** `describe` for tests that need ClickHouse; without it they are skipped, and a line says what is missing. */
export const describeClickhouse = describe.skipIf(missing !== undefined);

/** A database of its own on the one ClickHouse of this test run. */
export interface ClickhouseDatabase {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Runs a statement without the engine, and returns its rows as text, columns between tabs. @param settings of the request */
  ask(sql: string, settings?: Readonly<Record<string, string>>): Promise<string>;
  drop(): Promise<void>;
}

/** A server of one test, which may end it. */
export function ownClickhouse(name: string): Promise<RunningServer> {
  return startServer(chdb, join(serverDirectory(), name));
}

/** A fresh, empty database. Its tables are in memory, and their columns may be NULL unless they say otherwise. */
export async function clickhouseDatabase(server = sharedServer(chdb)): Promise<ClickhouseDatabase> {
  const { port } = await server;
  const database = `test_${randomBytes(8).toString('hex')}`;
  const ask = async (text: string, given: Readonly<Record<string, string>> = {}) => {
    const settings = { database, default_table_engine: 'Memory', data_type_default_nullable: '1', ...given };
    const response = await fetch(`http://${host}:${port}/?${new URLSearchParams(settings)}`, {
      method: 'POST',
      body: text,
      signal: AbortSignal.timeout(longestMs),
    });
    if (!response.ok) throw new Error(`${await response.text()} in: ${text.slice(0, 1000)}`);
    return response.text();
  };
  await ask(`CREATE DATABASE ${database}`, { database: 'default' });
  const drop = async () => void (await ask(`DROP DATABASE ${database}`, { database: 'default' }));
  return { host, port, database, user: 'default', password: '', ask, drop };
}

const chdb: ServerKind = {
  name: 'clickhouse',
  missing: missing ?? '',
  prepare: (folder) => void mkdirSync(folder),
  command: (folder, port) => [
    'python3',
    join(import.meta.dirname, 'chdb-server.py'),
    packages,
    join(folder, 'data'),
    String(port),
  ],
  tryToConnect: async (_, port) => void (await fetch(`http://${host}:${port}/ping`)),
};
