import type { HistoryEntry } from './history-entry.ts';

/** Storage of the history; no method may block the event loop. */
export interface HistoryKeeper {
  /** @returns the ids of the entries, in their order */
  append(items: readonly HistoryItem[]): Promise<readonly number[]>;
  list(filter: HistoryFilter): Promise<HistoryPage>;
  find(deploymentId: number, id: number): Promise<KeptEntry | undefined>;
  /**
   * Removes a few entries that are too old or too many.
   * @returns whether there are more of them
   */
  prune(limits: HistoryLimits): Promise<boolean>;
  close(): Promise<void>;
}

export interface HistoryItem {
  readonly entry: HistoryEntry;
  /** Id of the entry to add to. */
  readonly id: number | undefined;
}

/** Statements are present with a single entry only. */
export interface KeptEntry extends HistoryEntry {
  readonly id: number;
}

/** The end of a page, newest first. */
export interface HistoryPosition {
  readonly startedAt: number;
  readonly id: number;
}

export interface HistoryFilter {
  readonly deploymentId: number;
  /** Epoch milliseconds, `[from, to)`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly status?: number | undefined;
  readonly errorCode?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly isCached?: boolean | undefined;
  readonly member?: string | undefined;
  readonly requestId?: string | undefined;
  readonly tenant?: string | undefined;
  readonly slowerThanMs?: number | undefined;
  readonly after?: HistoryPosition | undefined;
  readonly first: number;
}

export interface HistoryPage {
  /** Newest first; a page may hold fewer than requested when few of many match the filter. */
  readonly entries: readonly KeptEntry[];
  /** Where the next page continues; absent at the end. */
  readonly end: HistoryPosition | undefined;
}

export interface HistoryLimits {
  /** Entries from before this instant are removed. */
  readonly olderThan: number;
  /** Approximate maximum number of entries. */
  readonly mostEntries: number;
}
