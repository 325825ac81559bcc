/** A statement within another one: its text, and the offset of it in the whole text; -1 where the text is made. */
export interface InnerText {
  readonly text: string;
  readonly start: number;
}

/** Modes of a transaction that a statement names. */
export interface WrittenModes {
  readonly isolation?: string;
  readonly isReadOnly?: boolean;
  readonly isDeferrable?: boolean;
}

/** An option of COPY or EXPLAIN by its name in lower case; a list has several values, an option alone none. */
export interface WrittenOption {
  readonly name: string;
  readonly values: readonly string[];
  readonly isStar: boolean;
  readonly position: number;
}

/** A temporary table, and the statement that gives its rows. */
export interface TemporaryRows {
  readonly name: string;
  readonly inner: InnerText;
}

/** A statement that works on the session of a connection. */
export type SessionStatement =
  | { readonly kind: 'begin'; readonly modes: WrittenModes; readonly tag: 'BEGIN' | 'START TRANSACTION' }
  | { readonly kind: 'commit' | 'rollback'; readonly andChain: boolean }
  | { readonly kind: 'savepoint' | 'release' | 'rollback-to'; readonly name: string }
  | { readonly kind: 'set-transaction'; readonly modes: WrittenModes; readonly isForSession: boolean }
  | {
      readonly kind: 'declare';
      readonly name: string;
      readonly isHeld: boolean;
      readonly isBinary: boolean;
      readonly isScroll: boolean;
      readonly inner: InnerText;
    }
  | {
      readonly kind: 'fetch';
      readonly name: string;
      readonly count: number | 'all';
      readonly isMove: boolean;
      readonly isForward: boolean;
    }
  | { readonly kind: 'close' | 'deallocate'; readonly name?: string }
  | { readonly kind: 'prepare'; readonly name: string; readonly types: readonly string[]; readonly inner: InnerText }
  /** Undefined: an argument that is no constant. */
  | { readonly kind: 'execute'; readonly name: string; readonly arguments: readonly (string | null | undefined)[] }
  | { readonly kind: 'discard'; readonly what: 'all' | 'plans' | 'sequences' | 'temp' }
  | { readonly kind: 'unlisten' }
  /** CREATE TEMPORARY TABLE or VIEW; `inner` gives its rows. */
  | (TemporaryRows & {
      readonly kind: 'create';
      readonly what: 'table' | 'view';
      readonly columns: readonly string[];
      readonly isReplacing: boolean;
      /** IF NOT EXISTS. */
      readonly ifMissing: boolean;
      /** Whether the rows are kept; false for a table without rows. */
      readonly hasRows: boolean;
    })
  | {
      readonly kind: 'drop';
      readonly what: 'table' | 'view';
      readonly names: readonly string[];
      /** IF EXISTS. */
      readonly ifThere: boolean;
    }
  | {
      readonly kind: 'copy';
      readonly inner?: InnerText;
      /** Where it does not send rows to the client: why it is refused. */
      readonly refused?: string;
      readonly options: readonly WrittenOption[];
    };
