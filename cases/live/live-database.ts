import type { Engine } from '@orrery/engines';
import type { CaseDialect } from '../compile-case.ts';

/** A kind of database server, other than DuckDB, that the cases run on. */
export interface LiveDatabase extends CaseDialect {
  readonly name: string;
  /** The tables of `fixtures/` in a database of their own. */
  open(): Promise<OpenDatabase>;
}

export interface OpenDatabase extends AsyncDisposable {
  readonly engine: Engine;
}
