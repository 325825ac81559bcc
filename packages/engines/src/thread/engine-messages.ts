import type { BlockToLoad, ResultsSettings } from '../duckdb/index.ts';
import type { EngineSource } from '../engine-source.ts';
import type { ResultColumn, Statement } from '../engine.ts';
import type { RowEncoding, Rows, WrittenRows } from '../encode/index.ts';
import type { FirstTables, TableBounds } from '../table-description.ts';
import type { EngineActivity } from './engine-activity.ts';
import type { ThreadFailure } from './thread-failure.ts';

/** Start data of the thread. */
export interface EngineThreadData {
  readonly activity: EngineActivity;
}

/** Settings of the engines of one runtime. */
export interface EngineHostSettings {
  readonly sources: ReadonlyMap<string, EngineSource>;
  readonly results: ResultsSettings;
  /** Maximum size of the rows of one answer. */
  readonly maxResultBytes: number;
}

/** Requests to the thread; `source` is the name of one of its sources, or of none where a statement runs above blocks. */
export type EngineRequest =
  /** Opens a source, so that the first statement need not wait for it. */
  | { readonly kind: 'open'; readonly source: string }
  /** Succeeds when the source answers. */
  | { readonly kind: 'check'; readonly source: string }
  | {
      readonly kind: 'rows';
      readonly source: string;
      readonly statement: Statement;
      readonly encoding: RowEncoding;
      /** Present: the statement runs above the results of these. */
      readonly blocks?: readonly BlockToLoad[];
    }
  /** The first value of the first row, `null` without rows. */
  | {
      readonly kind: 'first-value';
      readonly source: string;
      readonly statement: Statement;
      readonly blocks?: readonly BlockToLoad[];
    }
  /** The columns of a statement's rows. */
  | { readonly kind: 'columns'; readonly source: string; readonly statement: Statement }
  /** The first rows of a statement in lines, and the columns that the source tells. */
  | { readonly kind: 'written'; readonly source: string; readonly statement: Statement; readonly mostRows: number }
  /** The first tables of a source, see `Engine.describeTables`. */
  | { readonly kind: 'tables'; readonly source: string; readonly most: TableBounds };

/** Request of some kinds. */
export type EngineRequestOf<Kind extends EngineRequest['kind']> = Extract<EngineRequest, { readonly kind: Kind }>;

/** Result of each kind of request. */
export interface EngineResults {
  readonly open: undefined;
  readonly check: undefined;
  readonly rows: Rows;
  readonly 'first-value': string | boolean | null;
  readonly columns: readonly ResultColumn[];
  readonly written: WrittenRows;
  readonly tables: FirstTables;
}

/**
 * Messages to the thread. A host is the engines of one runtime. Each `request` is answered once, when no part of it runs
 * any more, even if it was cancelled; its id differs from those of all hosts of the thread.
 */
export type ToEngines =
  | { readonly kind: 'host'; readonly host: number; readonly settings: EngineHostSettings }
  | {
      readonly kind: 'request';
      readonly host: number;
      readonly id: number;
      readonly request: EngineRequest;
      /** The number of bytes that all pieces of long rows together may have; `undefined`: all rows are sent at the end. */
      readonly allowedBytes: number | undefined;
    }
  /** Changes that number. */
  | { readonly kind: 'allow'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Gives back the memory that idle engines of a host keep for their next statement; answers `emptied`. */
  | { readonly kind: 'empty'; readonly host: number; readonly id: number }
  /** Stops running requests of a host and closes its engines; answers `left`. */
  | { readonly kind: 'leave'; readonly host: number }
  /** Does that for all hosts, and answers `closed`. */
  | { readonly kind: 'close' };

export type FromEngines =
  /** The next rows of a request that is not answered yet. */
  | { readonly kind: 'pieces'; readonly id: number; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: 'done'; readonly id: number; readonly result: EngineResults[EngineRequest['kind']] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ThreadFailure }
  | { readonly kind: 'emptied'; readonly id: number }
  /** Holds the failure of the closing, where it had one. */
  | { readonly kind: 'left'; readonly host: number; readonly failure?: ThreadFailure }
  /** A fault of ours; the thread stops running requests and takes no new ones. */
  | { readonly kind: 'broken'; readonly failure: ThreadFailure }
  | { readonly kind: 'closed' };
