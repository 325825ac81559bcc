/** Figures of the history since the process started. */
export interface HistoryFigures {
  /** Start of the count, in epoch milliseconds. */
  readonly since: number;
  /** Number of entries that wait to be written. */
  readonly buffered: number;
  /** Queries written since the start. */
  readonly written: number;
  readonly dropped: number;
  readonly failedWrites: number;
}
