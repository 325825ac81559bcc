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
   * Set for an uploaded project: `init` only makes temporary views, and a database may contain no view, macro or column
   * that calls forbidden functions.
   */
  readonly isForeign?: boolean;
  readonly memoryLimitMb: number;
  /** By default the number of cores. */
  readonly threads?: number;
  /** Spilled data goes to a folder of its own below this one, removed on close. */
  readonly temporaryDirectory: string;
  readonly maxTemporaryMb: number;
  /** Statements beyond this many wait for one to end. */
  readonly maxRunning: number;
  /** Maximum time of one statement, including the reading of its rows. */
  readonly timeoutMs: number;
}
