export interface DuckDbSettings {
  /** Relative paths in `database`, `allow` and in statements start here. */
  readonly projectDirectory: string;
  /** A DuckDB file, attached read-only; its tables answer to their plain names. */
  readonly database?: string;
  /** The only folders statements may read. */
  readonly allow: readonly string[];
  /**
   * Statements that run on every new connection, after the attachment. They come from the project file, and are trusted
   * unless `isForeign` is set.
   */
  readonly init: readonly string[];
  /**
   * Set for an uploaded project: `init` may only create temporary views, and a database may contain no view, macro or
   * column that calls forbidden functions.
   */
  readonly isForeign?: boolean;
  readonly memoryLimitMb: number;
  /** By default the number of cores. */
  readonly threads?: number;
  /** Spilled data goes to a folder of its own below this one, removed on close. */
  readonly temporaryDirectory: string;
  readonly maxTemporaryMb: number;
  /** Maximum number of running statements; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time of one statement, including the reading of its rows. */
  readonly timeoutMs: number;
}
