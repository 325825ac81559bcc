import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { runOrrery, withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { freePort } from '../servers/free-port.ts';
import { makeCertificate } from '../servers/make-certificate.ts';
import { ownPostgres } from '../servers/postgres.ts';
import { postgresTables, writeWireProject } from './same-tables.ts';

const bin = resolve(import.meta.dirname, '../../packages/cli/bin/orrery.js');
const startsWithinMs = 120_000;

/** Address and credential of one side. */
interface WireAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** A server that speaks PostgreSQL's protocol, plain and over TLS on one port. */
export interface WireSide extends AsyncDisposable {
  readonly address: WireAddress;
  restart(): Promise<void>;
}

/** Starts a PostgreSQL server with the tables of `same-tables.ts`. */
export async function postgresSide(): Promise<WireSide> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-wire-'));
  const server = await ownPostgres(['timezone=GMT'], makeCertificate(folder, 'localhost'));
  const url = new URL(server.url);
  const [user, password, database] = ['reader', 'word of a reader', 'shop'];
  await asOwner(server.url, [`CREATE DATABASE ${database}`]);
  url.pathname = `/${database}`;
  await asOwner(url.href, postgresTables(user, password));
  return {
    address: { host: '127.0.0.1', port: Number(url.port), user, password, database },
    restart: async () => {
      // Connections get the message of an ordinary end, 57P01.
      await asOwner(url.href, [
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename IS NOT NULL',
      ]);
      await server.stop();
      await server.start();
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function asOwner(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const one of statements) await client.query(one);
  } finally {
    await client.end();
  }
}

/** Starts Orrery with the cubes of `same-tables.ts`, as a process of its own. */
export async function orrerySide(): Promise<WireSide> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-wire-'));
  const project = join(folder, 'shop');
  writeWireProject(project);
  const [port, sqlPort] = [await freePort(), await freePort()];
  const place = ['--project', project];
  let child = await startOrrery([...place, '--port', String(port), '--sql-port', String(sqlPort)], folder);
  const minted = await runOrrery(['token', ...place, '--expires', '36000'], { directory: folder });
  if (minted.code !== 0) throw new Error(`no token: ${minted.errors}`);
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await ended;
  };
  return {
    address: {
      host: '127.0.0.1',
      port: sqlPort,
      user: 'reader',
      password: minted.output.trim(),
      database: 'shop',
    },
    restart: async () => {
      await stop();
      child = await startOrrery([...place, '--port', String(port), '--sql-port', String(sqlPort)], folder);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startOrrery(flags: readonly string[], folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bin, 'start', '--dev', '--tls-self-signed', ...flags], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutSettings(process.env), ORRERY_DATA: join(folder, '.orrery'), ORRERY_LOG_LEVEL: 'error' },
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let printed = '';
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text) => (printed += text));
  for (const deadline = Date.now() + startsWithinMs; ; await new Promise((done) => setTimeout(done, 50))) {
    if (/\/readyz/.test(printed)) return child;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Orrery does not start: ${printed}`);
  }
}
