import type { Column, ColumnId, Relation, Scalar, SharedRelation } from '../relation/index.ts';
import type { Expression, Select } from '../syntax/index.ts';
import type { SqlType } from '../types/index.ts';
import { refuseUnsupported } from '../refusal.ts';
import type { ModelTables } from './model-tables.ts';
import type { ExpressionContext } from './place.ts';
import type { NameScope } from './scope.ts';

/** Levels of expressions and sub-selects inside each other. */
const mostLevels = 1_000;
/** Common table expressions, and columns that a statement computes, in all. */
const mostColumns = 100_000;

/** Parameters of a statement, by number from 1. */
export interface StatementParameters {
  /** Types that are declared, or that a use has decided. */
  readonly types: Map<number, SqlType>;
  /** Values in PostgreSQL's text form, which stand in place of the parameters; absent while types are sought. */
  readonly values?: ReadonlyMap<number, string | null>;
}

/** A common table expression by the name that statements below see. */
export interface CommonName {
  readonly name: string;
  readonly shared: number;
  readonly columns: readonly Column[];
  /** Inside of itself: the number of a recursion. */
  readonly recursion?: number;
  /** The relation itself, where it reads columns of the select around it. It is read once. */
  readonly alone?: { readonly relation: Relation; isRead: boolean };
}

/** The state of binding one statement. */
export interface StatementBinder {
  readonly tables: ModelTables;
  readonly shared: SharedRelation[];
  readonly parameters: StatementParameters;
  next: ColumnId;
  level: number;
  /** Whether something of the catalogs was named. */
  readsCatalog: boolean;
  /** Whether a relation was named that tells the types of the columns of tables. */
  readsColumnTypes: boolean;
  /** Binds an expression inside of another. */
  expression(place: ExpressionContext, expression: Expression): Scalar;
  /** Binds a select inside of another. @param outer names of the select around it */
  select(select: Select, outer: NameScope): BoundSelect;
}

export function newColumn(binder: StatementBinder, name: string, type: SqlType): Column {
  if (binder.next > mostColumns) refuseUnsupported('sql.too-large', `A statement may compute ${mostColumns} columns`);
  const id = binder.next;
  binder.next += 1;
  return { id, name, type };
}

/** Runs a step one level further in. @throws StatementRefused when there are too many levels */
export function deeper<Result>(binder: StatementBinder, position: number | undefined, step: () => Result): Result {
  if (binder.level >= mostLevels) {
    refuseUnsupported('sql.too-deep', `Statements may have ${mostLevels} levels`, position);
  }
  binder.level += 1;
  try {
    return step();
  } finally {
    binder.level -= 1;
  }
}

/** A SELECT that was bound: its rows, and the columns it shows. */
export interface BoundSelect {
  readonly relation: Relation;
  readonly output: readonly Column[];
}
