/** What the history does, since the process started. */
export interface HistoryFigures {
  /** Entries that wait to be written. */
  readonly buffered: number;
  /** Queries, since the process started. */
  readonly written: number;
  readonly dropped: number;
  readonly failedWrites: number;
}
