export interface DuckDbSettings {
  /** Relative paths in `database`, `allow` and in statements start here. */
  readonly projectDirectory: string;
  /** A DuckDB file, attached read-only; its tables answer to their plain names. */
  readonly database?: string;
  /** The only folders statements may read. */
  readonly allow: readonly string[];
  /** Run on every new connection, after the attachment. Trusted unless they are foreign: they come from the project file. */
  readonly init: readonly string[];
  /**
   * The files and `init` come from somebody who may not do what the project file may: `init` makes temporary views and
   * nothing else, and a database brings no view, macro or column that calls what statements may not call.
   */
  readonly isForeign?: boolean;
  readonly memoryLimitMb: number;
  /** Defaults to the number of cores. */
  readonly threads?: number;
  /** Spilled data goes to a folder of its own below this one, removed on close. */
  readonly temporaryDirectory: string;
  readonly maxTemporaryMb: number;
  /** Statements beyond this many wait for one to end. */
  readonly maxRunning: number;
  /** How long one statement may hold a connection, the reading of its rows included. */
  readonly timeoutMs: number;
}
