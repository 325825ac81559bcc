import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { serverDirectory } from './server-directory.ts';
import { type RunningServer, type ServerKind, type ServerPlace, sharedServer, startServer } from './shared-server.ts';

const user = 'orrery';
const missing =
  "These tests need a MariaDB server: install Debian's package mariadb-server (apt-get install mariadb-server), or let `mariadb-install-db` and `mariadbd` be on the PATH.";

export interface TestDatabase {
  /** `mysql://user:password@127.0.0.1:port/database`, of a user that may do anything. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, empty database on the one MariaDB server of this test run. */
export async function mariadbDatabase(): Promise<TestDatabase> {
  const server = await sharedServer(mariadb());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asOwner(server, `CREATE DATABASE ${name}`);
  return { url: urlOf(server, name), drop: () => asOwner(server, `DROP DATABASE ${name}`) };
}

/** Starts a separate server, for tests that stop it, or that need other settings (`require_secure_transport=ON`). */
export async function ownMariadb(settings: readonly string[] = []): Promise<RunningServer & { readonly url: string }> {
  const folder = join(serverDirectory(), `mariadb-${randomBytes(8).toString('hex')}`);
  const server = await startServer(mariadb(settings), folder);
  return { ...server, url: urlOf(server, 'mysql') };
}

async function asOwner(server: ServerPlace, statement: string): Promise<void> {
  const connection = await createConnection({ uri: urlOf(server, 'mysql') });
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}

function urlOf({ folder, port }: ServerPlace, database: string): string {
  return `mysql://${user}:${readPassword(folder)}@127.0.0.1:${port}/${database}`;
}

function mariadb(settings: readonly string[] = []): ServerKind {
  return {
    name: 'mariadb',
    account: 'mysql',
    missing,
    prepare: (folder, run) => {
      const password = randomBytes(16).toString('hex');
      writeFileSync(passwordFile(folder), password);
      writeFileSync(
        usersFile(folder),
        `CREATE USER IF NOT EXISTS ${user}@'127.0.0.1' IDENTIFIED BY '${password}';
GRANT ALL ON *.* TO ${user}@'127.0.0.1' WITH GRANT OPTION;
`,
      );
      run(programOf('mariadb-install-db', ['/usr/bin']), [
        '--no-defaults',
        `--datadir=${folder}`,
        '--auth-root-authentication-method=socket',
        '--skip-test-db',
        '--skip-name-resolve',
        ...frugal,
      ]);
    },
    command: (folder, port) => [
      programOf('mariadbd', ['/usr/sbin']),
      '--no-defaults',
      `--datadir=${folder}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${folder}/socket`,
      `--pid-file=${folder}/server.pid`,
      `--init-file=${usersFile(folder)}`,
      '--skip-name-resolve',
      '--max-connections=300',
      // Common settings of servers: they reveal statements that rely on UTC or on a text comparison.
      '--default-time-zone=-05:00',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_general_ci',
      ...frugal,
      ...settings.map((setting) => `--${setting}`),
    ],
    tryToConnect: async (folder, port) => {
      const connection = await createConnection({ host: '127.0.0.1', port, user, password: readPassword(folder) });
      await connection.end();
    },
  };
}

/** No data of a test's server has to survive it. */
const frugal = [
  '--skip-log-bin',
  '--performance-schema=OFF',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=32M',
  '--innodb-log-file-size=8M',
  '--innodb-doublewrite=0',
  '--innodb-fast-shutdown=3',
  '--innodb-flush-method=nosync',
  '--sync-frm=OFF',
  '--aria-pagecache-buffer-size=8M',
  '--key-buffer-size=1M',
];

function passwordFile(folder: string): string {
  return `${folder}.password`;
}

function usersFile(folder: string): string {
  return `${folder}.users.sql`;
}

function readPassword(folder: string): string {
  return readFileSync(passwordFile(folder), 'utf8');
}

function programOf(name: string, usual: readonly string[]): string {
  const folders = [...usual, ...(process.env.PATH ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find((program) => existsSync(program));
  if (found === undefined) throw new Error(missing);
  return found;
}
