import type { Engine } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import type { Rewrites } from '../compile-case.ts';

/** A kind of database server that the cases run on, beside DuckDB. */
export interface LiveDatabase {
  readonly name: string;
  readonly dialect: Dialect;
  /** An author's SQL in the models of the cases, where this server wants it written otherwise. */
  readonly rewrites: Rewrites;
  /** The tables of `fixtures/` in a database of their own. */
  open(): Promise<OpenDatabase>;
}

export interface OpenDatabase extends AsyncDisposable {
  readonly engine: Engine;
}
