import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'mysql2';
import { openSocket } from '../network/index.ts';
import type { ServerTls } from '../server-tls.ts';
import type { MysqlSettings } from './mysql-settings.ts';

const keepAliveAfterMs = 30_000;

/** Lists all options of the driver, so that a caller cannot set any. */
export function connectionOptions(settings: MysqlSettings): ConnectionOptions {
  const { host, port, database, user, password, tls, applicationName, connectTimeoutMs } = settings;
  return {
    host,
    port,
    database,
    user,
    password,
    ...tlsOptions(tls),
    ...(settings.network ? { stream: () => guarded(settings) } : {}),
    connectTimeout: connectTimeoutMs,
    connectAttributes: { program_name: applicationName },
    charset: 'utf8mb4_general_ci',
    // Refuses when a server requests a file of the client, and announces this when it connects.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    enableCleartextPlugin: false,
    enableKeepAlive: true,
    keepAliveInitialDelay: keepAliveAfterMs,
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    decimalNumbers: false,
    dateStrings: true,
    jsonStrings: true,
    trace: false,
  };
}

/** Like the driver's own socket. */
function guarded(settings: MysqlSettings): Socket {
  return openSocket(settings).setNoDelay(true).setKeepAlive(true, keepAliveAfterMs);
}

function tlsOptions({ mode, authorities }: ServerTls): Pick<ConnectionOptions, 'ssl'> {
  const ca = authorities === undefined ? {} : { ca: authorities };
  switch (mode) {
    case 'off':
      return {};
    case 'encrypted':
      return { ssl: { rejectUnauthorized: false } };
    case 'trusted':
      return { ssl: { ...ca, rejectUnauthorized: true, verifyIdentity: false } };
    case 'verified':
      return { ssl: { ...ca, rejectUnauthorized: true, verifyIdentity: true } };
  }
}
