import type { Engine } from '@orrery/engines';
import type { CaseDialect } from '../compile-case.ts';

/** A kind of database server that the cases run on, beside DuckDB. */
export interface LiveDatabase extends CaseDialect {
  readonly name: string;
  /** The tables of `fixtures/` in a database of their own. */
  open(): Promise<OpenDatabase>;
}

export interface OpenDatabase extends AsyncDisposable {
  readonly engine: Engine;
}
