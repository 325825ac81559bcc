import type { NetworkRule } from '../network/index.ts';
import type { ServerTls } from '../server-tls.ts';

export interface PostgresSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: ServerTls;
  /** Where it may be; absent: anywhere. */
  readonly network?: NetworkRule;
  /** Schemas that plain names are looked up in; empty: what the role has. */
  readonly searchPath: readonly string[];
  /** Name of the connections in the server's own views. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Statements beyond this many wait for one to end. */
  readonly maxRunning: number;
  /** How long one statement may hold a connection, the reading of its rows included. */
  readonly timeoutMs: number;
}
