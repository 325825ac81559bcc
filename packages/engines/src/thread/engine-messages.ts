import type { EngineSource } from '../engine-source.ts';
import type { ResultColumn, Statement } from '../engine.ts';
import type { RowEncoding, Rows } from '../encode/index.ts';
import type { EngineActivity } from './engine-activity.ts';
import type { ThreadFailure } from './thread-failure.ts';

/** What the thread is given when it starts. */
export interface EngineThreadData {
  readonly sources: ReadonlyMap<string, EngineSource>;
  /** Of one answer's rows. */
  readonly maxResultBytes: number;
  readonly activity: EngineActivity;
}

/** What the thread can be asked for; `source` is the name of one of its sources. */
export type EngineAct =
  | { readonly kind: 'open'; readonly source: string }
  | { readonly kind: 'check'; readonly source: string }
  | {
      readonly kind: 'rows';
      readonly source: string;
      readonly statement: Statement;
      readonly encoding: RowEncoding;
      /** Whether rows that are many leave while they are written, as far as it is allowed. */
      readonly inPieces: boolean;
    }
  | { readonly kind: 'first-value'; readonly source: string; readonly statement: Statement }
  | { readonly kind: 'columns'; readonly source: string; readonly statement: Statement };

/** What each act gives. */
export interface EngineGains {
  readonly open: undefined;
  readonly check: undefined;
  readonly rows: Rows;
  readonly 'first-value': string | boolean | null;
  readonly columns: readonly ResultColumn[];
}

/** To the thread. Each `act` is answered once, when nothing of it runs any more; also one that was cancelled. */
export type ToEngines =
  | { readonly kind: 'act'; readonly id: number; readonly act: EngineAct }
  /** All pieces of its rows together may have so many bytes. */
  | { readonly kind: 'allow'; readonly id: number; readonly bytes: number }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Stops what runs, closes the engines, answers `closed`. */
  | { readonly kind: 'close' };

export type FromEngines =
  /** The next rows of an act that is not answered yet. */
  | { readonly kind: 'pieces'; readonly id: number; readonly pieces: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: 'gained'; readonly id: number; readonly gain: EngineGains[EngineAct['kind']] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ThreadFailure }
  /** A fault of ours; the thread stops what runs and takes nothing new. */
  | { readonly kind: 'broken'; readonly failure: ThreadFailure }
  | { readonly kind: 'closed' };
