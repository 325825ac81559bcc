import { type ClientConfig, types } from 'pg';
import type { ConnectionOptions } from 'node:tls';
import type { PostgresAddress } from '@orrery/config';

/** Longer than any of our statements takes. */
const queryTimeoutMs = 10_000;
/**
 * `bigint`, read as a number: it holds instants and counts, which a double represents exactly far beyond any lifetime.
 */
const int8 = 20;

export function clientConfig(address: PostgresAddress): ClientConfig {
  const { host, port, user, password, database, applicationName, connectTimeoutMs, tls } = address;
  return {
    host,
    port,
    user,
    database,
    password,
    ssl: tlsOptions(tls),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        // The signatures differ per format; this one handles text, the only format that `pg` requests.
        oid === int8 ? Number : types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
    },
  };
}

function tlsOptions(tls: PostgresAddress['tls']): false | ConnectionOptions {
  switch (tls) {
    case 'off':
      return false;
    case 'encrypted':
      return { rejectUnauthorized: false };
    case 'trusted':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verified':
      return { rejectUnauthorized: true };
  }
}
