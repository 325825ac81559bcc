import type { Signature, SqlType } from '../types/index.ts';
import type { CannotRender, Rendered } from './duckdb/rendered.ts';

/** `set` returns rows; `ordered` is an aggregate with WITHIN GROUP; `window` only stands before OVER. */
export type FunctionKind = 'scalar' | 'aggregate' | 'ordered' | 'window' | 'set';

/** The product whose documentation defines a function; `model`: a measure of the model. */
export type Origin = 'postgresql' | 'redshift' | 'mysql' | 'excel' | 'model';

/** The part of a statement's session that a rendering may read. */
export interface StatementSession {
  /** IANA name of the zone that days and times without a zone are in. */
  readonly zone: string;
  /** The instant of the statement, as `2024-01-31 10:00:00.000000+00`: `now()` and its relatives all mean it. */
  readonly now: string;
  readonly user: string;
  readonly database: string;
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
