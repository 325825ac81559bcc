import type { NetworkRule } from '../network/index.ts';
import type { ServerTls } from '../server-tls.ts';

/** A ClickHouse server, reached by HTTP. */
export interface ClickhouseSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: ServerTls;
  /** Rule for the server's address; absent: any address. */
  readonly network?: NetworkRule;
  /** The beginning of query ids, as the server's own views show them. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Maximum number of statements that run at a time; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time one statement may take, including the reading of its rows. */
  readonly timeoutMs: number;
}
