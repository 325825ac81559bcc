import type { Signature, SqlType } from '../types/index.ts';
import type { CannotRender, Rendered } from './duckdb/rendered.ts';

/** `set` returns rows; `ordered` is an aggregate with WITHIN GROUP; `window` only stands before OVER. */
export type FunctionKind = 'scalar' | 'aggregate' | 'ordered' | 'window' | 'set';

/** The product whose documentation defines a function; `model`: a measure of the model. */
export type Origin = 'postgresql' | 'redshift' | 'mysql' | 'excel' | 'model';

/** Types whose values are numbers of objects, shown by their names. */
export type ObjectKind = 'regclass' | 'regtype' | 'regproc' | 'regnamespace' | 'regrole';

/** The objects that a statement may name by number or by name. */
export interface ObjectNames {
  /** Each number with the name that is shown for it. */
  list(kind: ObjectKind): readonly (readonly [oid: number, shown: string])[];
  /** Finds the number of a name as statements write it: quoted where it has to be, with or without its schema. */
  find(kind: ObjectKind, name: string): number | undefined;
}

/** Facts that the catalogs show of the connections of a user; moments in epoch milliseconds. */
interface ConnectionFacts {
  settings(): readonly {
    readonly name: string;
    readonly setting: string | null;
    readonly description: string;
    readonly resetValue: string | null;
    readonly isFixed: boolean;
    readonly source: string;
  }[];
  sessions(): readonly {
    readonly processId: number;
    readonly user: string;
    readonly database: string;
    readonly applicationName: string;
    readonly clientAddress: string | null;
    readonly clientPort: number | null;
    readonly startedAt: number;
    readonly transactionAt: number | null;
    readonly queryAt: number | null;
    readonly changedAt: number;
    readonly state: string;
    readonly query: string;
  }[];
  prepared(): readonly {
    readonly name: string;
    readonly text: string;
    readonly parameters: readonly number[];
    readonly isFromSql: boolean;
    readonly preparedAt: number;
  }[];
  cursors(): readonly {
    readonly name: string;
    readonly text: string;
    readonly isHeld: boolean;
    readonly isBinary: boolean;
    readonly isScroll: boolean;
    readonly createdAt: number;
  }[];
  /** Temporary tables and views of the connection itself. */
  temporary(): readonly {
    /** Differs from those of the others, also of those that are gone. */
    readonly number: number;
    readonly name: string;
    readonly what: 'table' | 'view';
    /** Columns with the OID and the modifier of their types. */
    readonly columns: readonly { readonly name: string; readonly type: number; readonly modifier: number }[];
  }[];
}

/** The part of a statement's session that a rendering may read. */
export interface StatementSession {
  /** IANA name of the zone that days and times without a zone are in. */
  readonly zone: string;
  /** The instant of the statement, as `2024-01-31 10:00:00.000000+00`: `now()` and its relatives all mean it. */
  readonly now: string;
  readonly user: string;
  readonly database: string;
  /** Absent: only types have names. */
  readonly names?: ObjectNames;
  /** Present for the statements of a connection. */
  readonly connection?: SessionConnection | undefined;
}

/** Facts of a connection that functions read. */
interface SessionConnection {
  readonly processId: number;
  /** The user that signed in; `user` is that of SET ROLE. */
  readonly sessionUser: string;
  readonly clientAddress: string | null;
  /** @returns the value; `null` where a setting has none; undefined for unknown names */
  setting(name: string): string | null | undefined;
  /** Notes a call of `set_config`, which happens when the statement runs. @returns the value as it is shown */
  change(name: string, value: string, isLocal: boolean): string;
  readonly catalog: ConnectionFacts;
}

/** Writes a call of an aggregate of DuckDB with the DISTINCT, ORDER BY, FILTER and OVER of the statement. */
export type WriteCall = (name: string, texts: readonly string[]) => string;

/** How a statement calls an aggregate. */
export interface CallForm {
  readonly isDistinct: boolean;
  /** Whether WITHIN GROUP sorts descending. */
  readonly isDescending: boolean;
}

/**
 * The form in which DuckDB computes it: a text with `$1`, `$2` for the arguments (of an aggregate or window function:
 * its name), or a function where types or constants decide. The answer equals PostgreSQL's for every value, or is an
 * error. `cannot` is the reason for a missing text.
 */
export type DuckDbRendering =
  | string
  | { readonly cannot: string }
  | ((
      args: readonly Rendered[],
      result: SqlType,
      session: StatementSession,
      call: WriteCall,
      form: CallForm,
    ) => Rendered | CannotRender | string);

/** One signature of a function or operator. */
export interface FunctionEntry extends Signature {
  readonly name: string;
  readonly kind: FunctionKind;
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  /** Whether the answer is NULL as soon as an argument is. Aggregates skip NULL instead. */
  readonly isStrict: boolean;
  readonly origin: Origin;
  readonly duckdb: DuckDbRendering;
}
