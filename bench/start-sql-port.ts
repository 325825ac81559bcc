import { freePort } from '../tests/servers/free-port.ts';
import { type BenchServer, type ServerPlace, startServer } from './server-process.ts';

/** A server with the port for clients of PostgreSQL. */
export interface BenchSqlPort {
  readonly server: BenchServer;
  /** The address of the port for a caller with these claims. */
  urlFor(claims: Readonly<Record<string, string>>): Promise<string>;
}

/** Starts a server as `startServer` does, in development mode unless it serves TLS. */
export async function startSqlPort(place: ServerPlace): Promise<BenchSqlPort> {
  const port = await freePort();
  const server = await startServer({
    ...place,
    isDevelopment: place.isSecure !== true,
    environment: { ...place.environment, ORRERY_SQL_PORT: String(port) },
  });
  return {
    server,
    urlFor: async (claims) => `postgres://bench:${await server.tokenFor(claims)}@127.0.0.1:${port}/1`,
  };
}
