import type { Engine } from '@orrery/engines';
import type { CaseDialect } from '../compile-case.ts';

/** A kind of database server, other than DuckDB, that the cases run on. */
export interface LiveDatabase extends CaseDialect {
  readonly name: string;
  /** Whether this machine has no such server: tests on it are skipped. */
  readonly isMissing?: boolean;
  /** Messages of statements that fail on it and not on others, for a reason that its documentation names. */
  readonly refuses?: RegExp;
  /** Whether several statements run at a time. */
  readonly isAskedTogether?: boolean;
  /** The tables of `fixtures/` in a database of their own. */
  open(): Promise<OpenDatabase>;
}

export interface OpenDatabase extends AsyncDisposable {
  readonly engine: Engine;
}
