import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { onTestFinished } from 'vitest';
import { Shop } from '../../cases/statements/shop.ts';
import { model, tables } from '../contract/sql-acceptance-model.ts';

export interface SampleServer extends AsyncDisposable {
  readonly shop: Shop;
  readonly port: number;
  readonly token: string;
  /** A client of node-pg that is connected, and ends with the test. */
  connect(config?: ClientConfig): Promise<Client>;
  /** Runs psql with these arguments. */
  psql(...args: readonly string[]): Promise<{ readonly out: string; readonly errors: string }>;
}

const run = promisify(execFile);

/** The sample model of the contract, or another one, on DuckDB, served in development mode with a port of PostgreSQL's protocol. */
export async function openSampleServer(written = { model, tables }): Promise<SampleServer> {
  const shop = await Shop.of('duckdb', written.model, written.tables);
  const { token, composition } = shop.served;
  const port = await composition.listenForSql(0);
  const environment = {
    ...process.env,
    PGPASSWORD: token,
    PGCONNECT_TIMEOUT: '10',
    LC_ALL: 'C.UTF-8',
    PGTZ: undefined,
  };
  return {
    shop,
    port,
    token,
    connect: async (config = {}) => {
      const client = new Client({
        ...{ host: '127.0.0.1', port, user: 'cube', password: token, database: 'anything' },
        ...config,
      });
      client.on('error', () => undefined);
      await client.connect();
      onTestFinished(() => client.end().catch(() => undefined));
      return client;
    },
    psql: async (...args) => {
      const address = `host=127.0.0.1 port=${port} user=cube dbname=anything`;
      const all = ['-X', '-A', '-t', '-d', address, ...args];
      const { stdout, stderr } = await run('psql', all, { env: environment }).catch(
        (error: { readonly stdout: string; readonly stderr: string }) => error,
      );
      return { out: stdout.trimEnd(), errors: stderr.trimEnd() };
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}
