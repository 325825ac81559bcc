import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onFreePort } from './free-port.ts';
import type { CertificateFiles } from './make-certificate.ts';
import { serverDirectory } from './server-directory.ts';
import { launchServer, prepareServer, type ServerKind, type ServerPlace, sharedServer } from './shared-server.ts';

const user = 'orrery';
const connectMs = 2000;
const missing =
  "These tests need a PostgreSQL server: install Debian's package postgresql (apt-get install postgresql), or let `initdb` and `postgres` be on the PATH.";

export interface TestDatabase {
  /** `postgres://user:password@127.0.0.1:port/database`, of a role that may do anything. */
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * A fresh database on the one PostgreSQL server of this test run.
 *
 * @param template database to copy; absent: the new one is empty
 */
export async function postgresDatabase(template?: string): Promise<TestDatabase> {
  return makeDatabase(await sharedServer(postgres()), template);
}

/** A server that a test may stop and start. */
export interface OwnPostgres {
  readonly url: string;
  /** Stops at once, as a crash does. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * @param settings that differ from the shared server's, such as `fsync=on`
 * @param certificate of the server; without one it does not speak TLS
 */
export async function ownPostgres(
  settings: readonly string[] = [],
  certificate?: CertificateFiles,
): Promise<OwnPostgres> {
  const kind = postgres(certificate ? [...settings, 'ssl=on'] : settings);
  const folder = join(serverDirectory(), `postgres-${randomBytes(8).toString('hex')}`);
  prepareServer(kind, folder);
  if (certificate) installCertificate(join(folder, 'data'), certificate);
  let server = await onFreePort((port) => launchServer(kind, folder, port));
  const { port } = server;
  return {
    url: urlOf(server, 'postgres'),
    stop: async () => {
      process.kill(server.pid, 'SIGQUIT');
      await server.ended;
    },
    start: async () => {
      server = await launchServer(kind, folder, port);
    },
  };
}

/** Installs the certificate. The server requires that it owns its key and that no other account can read it. */
function installCertificate(data: string, { key, certificate }: CertificateFiles): void {
  const { uid, gid } = statSync(data);
  for (const [from, name] of [
    [key, 'server.key'],
    [certificate, 'server.crt'],
  ] as const) {
    copyFileSync(from, join(data, name));
    chmodSync(join(data, name), 0o600);
    chownSync(join(data, name), uid, gid);
  }
}

async function makeDatabase(server: ServerPlace, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Copies files instead of pages: a tenth of the time for a small database on a server that writes nothing to disk at once.
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: urlOf(server, name), drop: () => asOwner(`DROP DATABASE ${name} WITH (FORCE)`) };
}

function urlOf({ folder, port }: ServerPlace, database: string): string {
  const password = readFileSync(passwordFile(folder), 'utf8').trim();
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

function passwordFile(folder: string): string {
  return `${folder}.password`;
}

function postgres(settings: readonly string[] = []): ServerKind {
  return {
    name: 'postgres',
    account: 'postgres',
    missing,
    prepare: (folder, run) => {
      writeFileSync(passwordFile(folder), randomBytes(16).toString('hex'));
      run(programOf('initdb'), [
        `--pgdata=${folder}`,
        `--username=${user}`,
        `--pwfile=${passwordFile(folder)}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Sorts by a language instead of code points, as most databases do, so that a forgotten COLLATE shows.
        '--locale=C.UTF-8',
        '--locale-provider=icu',
        '--icu-locale=en-US',
        '--no-sync',
        '--no-instructions',
      ]);
    },
    command: (folder, port) => [
      programOf('postgres'),
      '-D',
      folder,
      '-p',
      String(port),
      ...[
        'listen_addresses=127.0.0.1',
        'unix_socket_directories=',
        'fsync=off',
        'synchronous_commit=off',
        'full_page_writes=off',
        // Tests make a database each, eleven megabytes that nothing is recovered from.
        'wal_level=minimal',
        'max_wal_senders=0',
        'max_wal_size=4GB',
        'checkpoint_timeout=1h',
        'shared_buffers=512MB',
        'autovacuum=off',
        'max_connections=200',
        'timezone=America/New_York', // whatever does not say UTC shows
        'jit=off', // compiles a long statement for seconds that reads ten rows
        ...settings,
      ].flatMap((setting) => ['-c', setting]),
    ],
    tryToConnect: async (folder, port) => {
      const client = new pg.Client({
        connectionString: urlOf({ folder, port }, 'postgres'),
        connectionTimeoutMillis: connectMs,
      });
      await client.connect();
      await client.end();
    },
  };
}

/** Debian keeps the programs of each version in a folder of its own; the newest one is used. */
function programOf(name: string): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find((program) => existsSync(program));
  if (found === undefined) throw new Error(missing);
  return found;
}
