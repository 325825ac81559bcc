export interface DuckDbSettings {
  /** Base of relative paths in `database`, `allow` and statements. */
  readonly projectDirectory: string;
  /** A DuckDB file, attached read-only; statements use its tables by their plain names. */
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
  /** The number of threads; by default that of cores. */
  readonly threads?: number;
  /** Folder below which spilled data gets a folder of its own, removed on close. */
  readonly temporaryDirectory: string;
  readonly maxTemporaryMb: number;
  /** Maximum number of statements that run at a time; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time of one statement, including the reading of its rows. */
  readonly timeoutMs: number;
}
