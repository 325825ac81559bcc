import { chmodSync } from 'node:fs';
import pg from 'pg';
import { postgresDatabase } from '../tests/servers/postgres.ts';
import { makeServerDirectory, removeServerDirectory } from '../tests/servers/server-directory.ts';

/** A PostgreSQL server on this machine with an empty database. */
interface PostgresOnLoopback {
  readonly url: string;
  readonly client: pg.Client;
  stop(): Promise<void>;
}

/** Starts the server; a benchmark that fails does not leave it behind. */
export async function startPostgres(): Promise<PostgresOnLoopback> {
  const servers = makeServerDirectory();
  chmodSync(servers, 0o755); // the server runs as a user of its own
  const end = () => removeServerDirectory(servers);
  process.once('exit', end);
  const { url } = await postgresDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    client,
    stop: async () => {
      await client.end();
      process.off('exit', end);
      end();
    },
  };
}
