import type { CopyOptions } from '@orrery/engines';
import type { DataScope } from '@orrery/kernel';
import type { Select } from '@orrery/sql';
import type { StatementAsker } from '../question/index.ts';
import type { CallerRuntime } from '../runtime.ts';
import type { WireSettings } from './wire-settings.ts';

/** A connection as `pg_stat_activity` shows it to its own user. */
export interface WireActivity {
  readonly processId: number;
  readonly user: string;
  readonly database: string;
  readonly applicationName: string;
  readonly clientAddress: string | null;
  readonly clientPort: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly transactionAt: number | null;
  readonly queryAt: number | null;
  readonly changedAt: number;
  readonly state: 'active' | 'idle' | 'idle in transaction' | 'idle in transaction (aborted)';
  readonly query: string;
}

/** A prepared statement as `pg_prepared_statements` shows it. */
export interface PreparedShown {
  readonly name: string;
  readonly text: string;
  /** OIDs. */
  readonly parameters: readonly number[];
  readonly isFromSql: boolean;
  /** Epoch milliseconds. */
  readonly preparedAt: number;
}

/** An open cursor or portal as `pg_cursors` shows it. */
export interface CursorShown {
  readonly name: string;
  readonly text: string;
  readonly isHeld: boolean;
  readonly isBinary: boolean;
  readonly isScroll: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Memory of a connection in the share of its caller. */
export interface ConnectionMemory {
  /** @throws where the share is used up */
  take(bytes: number): void;
  giveBack(bytes: number): void;
}

/** Facts of a connection that its statements read. */
export interface ConnectionSession {
  readonly settings: WireSettings;
  /** Name of the user that signed in; `settings.role` names the one of SET ROLE. */
  readonly user: string;
  readonly database: string;
  readonly processId: number;
  readonly clientAddress?: string;
  /** Open connections of the same user, with this one. */
  sessions(): readonly WireActivity[];
  /** Prepared statements of the connection. */
  prepared(): readonly PreparedShown[];
  cursors(): readonly CursorShown[];
  /** Memory that the connections of one caller share. */
  readonly kept: ConnectionMemory;
  /** The caller of rows that were asked for with this role, with the rights that hold now. @throws when there are none */
  callerAs(role: string | undefined): Promise<WireCaller>;
  /** Cancels the statement of a connection of the same user, or ends it. @returns whether there was such a connection */
  end(processId: number, how: 'cancel' | 'terminate'): boolean;
}

/** The caller of a statement, with the rights that hold now. */
export interface WireCaller {
  readonly runtime: CallerRuntime;
  readonly principal: DataScope;
  readonly session: ConnectionSession;
  readonly requestId: string;
  /** Whether EXPLAIN shows the SQL of data sources. */
  readonly showsSql: boolean;
  /** Finds a user in whose name the caller may request rows; absent: no other user. */
  readonly userNamed?: ((name: string) => Promise<StatementAsker | undefined>) | undefined;
}

/** An option of EXPLAIN over the wire. */
export interface ExplainShape {
  readonly format: 'text' | 'json';
  readonly isAnalyzed: boolean;
  readonly isVerbose: boolean;
}

/** A query that gives rows. */
export type RowsSource =
  | { readonly kind: 'select'; readonly select: Select }
  /** `of` is absent for statements that have no plan. */
  | { readonly kind: 'explain'; readonly of: WireRows; readonly shape: ExplainShape }
  /** EXPLAIN EXECUTE, which `ConnectionSql.explained` makes an EXPLAIN of the prepared statement. */
  | {
      readonly kind: 'explain-execute';
      readonly name: string;
      readonly arguments: readonly (string | null)[];
      readonly shape: ExplainShape;
    }
  | { readonly kind: 'show'; readonly name: string };

interface StatementPlace {
  /** The text of the statement alone, in which positions of errors are counted. */
  readonly text: string;
  /** Offset of the text in the text that was read. */
  readonly start: number;
}

/** A statement that gives rows. */
export interface WireRows extends StatementPlace {
  readonly kind: 'rows';
  readonly source: RowsSource;
  /** The word of CommandComplete; `SELECT` has the number of its rows behind it. */
  readonly tag: 'SELECT' | 'SHOW' | 'EXPLAIN';
  /** Highest `$n` of the text; 0: none. */
  readonly parameterCount: number;
}

/** Options of COPY for the formats of text. */
export interface WireCopyOptions extends CopyOptions {
  /** Whether a line with the names of the columns comes first; `pieces` do not hold it. */
  readonly hasHeader?: boolean;
}

export type IsolationLevel = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable';

/** Modes of a transaction; absent ones are the defaults of the session. */
export interface TransactionModes {
  readonly isolation?: IsolationLevel;
  readonly isReadOnly?: boolean;
  readonly isDeferrable?: boolean;
}

/** One statement of a text. */
export type WireStatement =
  | WireRows
  | (StatementPlace & {
      readonly kind: 'copy';
      readonly format: 'text' | 'csv' | 'binary';
      readonly options: WireCopyOptions;
      readonly rows: WireRows;
    })
  | (StatementPlace & {
      readonly kind: 'begin';
      readonly modes: TransactionModes;
      readonly tag: 'BEGIN' | 'START TRANSACTION';
    })
  /** `andChain`: COMMIT AND CHAIN. */
  | (StatementPlace & { readonly kind: 'commit' | 'rollback'; readonly andChain: boolean })
  | (StatementPlace & { readonly kind: 'savepoint' | 'release' | 'rollback-to'; readonly name: string })
  /** SET and RESET; without values: the default. `SET TRANSACTION` has `kind: 'set-transaction'`. */
  | (StatementPlace & {
      readonly kind: 'set';
      readonly name: string;
      readonly values?: readonly string[];
      readonly isLocal: boolean;
      readonly tag: 'SET' | 'RESET';
    })
  | (StatementPlace & { readonly kind: 'reset-all' })
  /** `isForSession`: SET SESSION CHARACTERISTICS AS TRANSACTION. */
  | (StatementPlace & {
      readonly kind: 'set-transaction';
      readonly modes: TransactionModes;
      readonly isForSession: boolean;
    })
  /** SET ROLE, SET user, SET SESSION AUTHORIZATION; without a name: the user that signed in. */
  | (StatementPlace & {
      readonly kind: 'set-role';
      readonly name?: string;
      readonly isLocal: boolean;
      readonly tag: 'SET' | 'RESET';
    })
  | (StatementPlace & {
      readonly kind: 'declare';
      readonly name: string;
      readonly isHeld: boolean;
      readonly isBinary: boolean;
      /** SCROLL was written, which is refused. */
      readonly isScroll: boolean;
      readonly rows: WireRows;
    })
  | (StatementPlace & {
      readonly kind: 'fetch';
      readonly name: string;
      readonly count: number | 'all';
      /** MOVE: rows are passed, and not sent. */
      readonly isMove: boolean;
    })
  /** Without a name: ALL. */
  | (StatementPlace & { readonly kind: 'close' | 'deallocate'; readonly name?: string })
  | (StatementPlace & {
      readonly kind: 'prepare';
      readonly name: string;
      /** OIDs; 0 where the type is `unknown`. */
      readonly types: readonly number[];
      readonly statement: WireStatement;
    })
  | (StatementPlace & {
      readonly kind: 'execute';
      readonly name: string;
      /** Values in text form; null for NULL. */
      readonly arguments: readonly (string | null)[];
    })
  | (StatementPlace & { readonly kind: 'discard'; readonly what: 'all' | 'plans' | 'sequences' | 'temp' })
  /** CREATE TEMPORARY TABLE and VIEW, and SELECT INTO TEMPORARY; `ConnectionSql.change` does it. */
  | (StatementPlace & {
      readonly kind: 'create';
      readonly what: 'table' | 'view';
      readonly name: string;
      readonly columns: readonly string[];
      readonly isReplacing: boolean;
      readonly ifMissing: boolean;
      readonly hasRows: boolean;
      readonly tag: 'SELECT' | 'CREATE TABLE' | 'CREATE VIEW';
      readonly rows: WireRows;
    })
  | (StatementPlace & {
      readonly kind: 'drop';
      readonly what: 'table' | 'view';
      readonly names: readonly string[];
      readonly ifThere: boolean;
    })
  /** UNLISTEN does nothing, since there is no LISTEN. */
  | (StatementPlace & { readonly kind: 'unlisten' })
  /** A statement that is not answered: it is refused when it is described or run, after the statements before it. */
  | (StatementPlace & { readonly kind: 'refused'; readonly error: Error });

/** A column as RowDescription has it. */
export interface AnnouncedColumn {
  readonly name: string;
  readonly oid: number;
  /** Bytes of a value; -1 for varying ones. */
  readonly size: number;
  /** -1: none. */
  readonly modifier: number;
}

/** A parameter as Bind has it. */
export interface BoundParameter {
  readonly bytes: Uint8Array | null;
  readonly isBinary: boolean;
}

export interface DescribedWire {
  /** OIDs. */
  readonly parameters: readonly number[];
  /** Absent for statements that give no rows. */
  readonly columns?: readonly AnnouncedColumn[];
}

/** How the rows of a statement are asked for. */
export interface WireRun {
  /** OIDs that Parse declared; 0 where it left them open. */
  readonly declared: readonly number[];
  readonly parameters: readonly BoundParameter[];
  /** Result formats of Bind: none (text), one for all columns, or one for each. */
  readonly formats: readonly (0 | 1)[];
  readonly framing: 'rows' | 'copy-text' | 'copy-csv' | 'copy-binary';
  readonly copy?: WireCopyOptions;
  /** The columns that were described; a statement that has other ones by now fails with `cached plan must not change result type`. */
  readonly described?: readonly AnnouncedColumn[] | undefined;
}

export interface WireResult {
  readonly columns: readonly AnnouncedColumn[];
  /** Result format of each column. */
  readonly formats: readonly (0 | 1)[];
  /** Whole messages of rows, as fast as they are taken; head, header and tail of a COPY are not among them. Ending it early (`return`) ends the statement. */
  readonly pieces: AsyncGenerator<Uint8Array, void>;
  /** Says that a piece is not used any more, whose memory may then be freed; absent where that does not matter. */
  release?(piece: Uint8Array): void;
  /** Whether the rows hold a place of an engine that others wait for; absent for rows that hold none. */
  isWaitedFor?(): boolean;
  /** Checks that a caller may still take these rows; absent where they are of no user. @throws StatementInvalid */
  requireStill?(caller: WireCaller): Promise<void>;
}

/** Fields of an ErrorResponse. */
export interface WireErrorFields {
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** From 1, in characters of the statement's own text. */
  readonly position?: number;
}

/** SQL of connections. */
export interface ConnectionSql {
  /** Reads every statement of a text; an empty one has none. @throws StatementInvalid for wrong syntax (42601) */
  read(text: string, caller: WireCaller): Promise<readonly WireStatement[]>;
  /**
   * Describes a statement; FETCH and EXECUTE are not described here, since their columns are those of the cursor or of the
   * prepared statement.
   *
   * @param declared OIDs of Parse; 0 and 1043 are texts of unknown type @throws what `ask` throws
   */
  describe(
    statement: WireStatement,
    declared: readonly number[],
    caller: WireCaller,
    signal: AbortSignal,
  ): Promise<DescribedWire>;
  /** Runs a statement. @throws what `ask` throws; so do `pieces` */
  rows(
    statement: WireRows | Extract<WireStatement, { kind: 'copy' }>,
    run: WireRun,
    caller: WireCaller,
    signal: AbortSignal,
  ): Promise<WireResult>;
  /**
   * Makes or drops what lives as long as the connection, and no longer than its settings.
   *
   * @returns the tag of CommandComplete, with the number of rows where it has one @throws as `rows`
   */
  change(
    statement: Extract<WireStatement, { kind: 'create' | 'drop' }>,
    caller: WireCaller,
    signal: AbortSignal,
  ): Promise<{ readonly tag: string; readonly notice?: string }>;
  /** Drops all that `change` has made, for DISCARD ALL and DISCARD TEMP. */
  discardTemporary(session: ConnectionSession): void;
  /** EXPLAIN EXECUTE over the prepared statement that its name means, which runs with the arguments as parameters. */
  explained(statement: WireRows, prepared: WireStatement): WireRows;
  /** Arguments of EXECUTE as Bind has them. */
  argumentsOf(statement: Extract<WireStatement, { kind: 'execute' }>): readonly BoundParameter[];
  errorFields(error: unknown): WireErrorFields;
}
