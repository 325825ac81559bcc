import { chmodSync } from 'node:fs';
import { makeServerDirectory, removeServerDirectory } from '../tests/servers/server-directory.ts';

/** Measures with a folder for the servers of databases, which are removed at the end, and when a benchmark fails. */
export async function withServers<T>(measure: () => Promise<T>): Promise<T> {
  const servers = makeServerDirectory();
  chmodSync(servers, 0o755); // PostgreSQL runs as a user of its own
  const end = () => removeServerDirectory(servers);
  process.once('exit', end);
  try {
    return await measure();
  } finally {
    process.off('exit', end);
    end();
  }
}
