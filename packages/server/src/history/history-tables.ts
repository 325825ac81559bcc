import type { Generated } from 'kysely';

/** The tables of the history: in a separate file with SQLite, in the metadata database with PostgreSQL. */
export interface HistoryTables {
  readonly query_history: QueryHistoryTable;
  readonly query_history_text: QueryHistoryTextTable;
}

/** Columns as in `HistoryEntry`. */
export interface QueryHistoryTable {
  /** Later entries have larger ones. */
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly branch: string | null;
  readonly endpoint: string;
  readonly started_at: number;
  readonly last_started_at: number;
  readonly answers: number;
  readonly request_id: string;
  readonly timings: string;
  readonly total_ms: number;
  readonly total_ms_sum: number;
  readonly tenant: string;
  readonly claims: string;
  readonly query: string | null;
  readonly query_length: number;
  readonly members: string;
  /** Hashes of `query_history_text`, between blanks. */
  readonly statements: string;
  readonly engine_query_ids: string;
  readonly data_source: string | null;
  readonly cache: string;
  readonly row_count: number | null;
  readonly byte_count: number | null;
  readonly status: number;
  readonly error_code: string | null;
}

/** SQL texts, each once: queries of one shape share theirs. */
interface QueryHistoryTextTable {
  readonly hash: string;
  readonly text: string;
  /** Epoch milliseconds; at most an hour before the last entry that names it. */
  readonly used_at: number;
}
