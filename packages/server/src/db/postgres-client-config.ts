import { type ClientConfig, types } from 'pg';
import type { PostgresAddress } from '../config/database-url.ts';

/** A server that does not answer for this long is gone. */
const connectTimeoutMs = 5_000;
/** Longer than any statement of ours takes. */
const queryTimeoutMs = 10_000;
/** `bigint`: instants and counts, which a double holds exactly for longer than anything here lasts. */
const int8 = 20;

export function clientConfig(address: PostgresAddress): ClientConfig {
  const { host, port, user, password, database, tls } = address;
  return {
    host,
    port,
    user,
    database,
    ...(password === undefined ? {} : { password }),
    ssl: tls,
    application_name: 'orrery',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        // The signatures differ per format; this one serves text, which is all `pg` asks for.
        oid === int8 ? Number : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
    },
  };
}
