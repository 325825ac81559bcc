/** Settings of the engine for work above the results of blocks. Plain data: they may be sent to a worker thread. */
export interface ResultsSettings {
  /** Memory of one statement: the rows of its blocks, and what is made of them. */
  readonly memoryLimitMb: number;
  readonly threads: number;
  /** Maximum number of statements that run at a time; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time of one statement, with its blocks and the reading of its rows. */
  readonly timeoutMs: number;
}
