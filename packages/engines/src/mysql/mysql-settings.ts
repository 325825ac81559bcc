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
  /** Rule for the server's address; absent: any address. */
  readonly network?: NetworkRule;
  /** Name of the connections in the server's own views. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Maximum number of statements that run at a time; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time one statement may hold a connection, including the reading of its rows. */
  readonly timeoutMs: number;
}
