/** Figures of the history since the process started. */
export interface HistoryFigures {
  /** When it started, epoch milliseconds. */
  readonly since: number;
  /** Entries that wait to be written. */
  readonly buffered: number;
  /** Queries, from then on. */
  readonly written: number;
  readonly dropped: number;
  readonly failedWrites: number;
}
