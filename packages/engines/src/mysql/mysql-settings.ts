import type { NetworkRule } from '../network/index.ts';
import type { ServerTls } from '../server-tls.ts';

/** A MariaDB or MySQL server; the server reports which of the two it is. */
export interface MysqlSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: ServerTls;
  /** Rule for its address; when absent, any. */
  readonly network?: NetworkRule;
  /** Name of the connections in the server's own views. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Statements beyond this many wait for one to end. */
  readonly maxRunning: number;
  /** How long one statement may hold a connection, the reading of its rows included. */
  readonly timeoutMs: number;
}
