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

/** A common table expression by the name that statements below see. */
export interface CommonName {
  readonly name: string;
  readonly shared: number;
  readonly columns: readonly Column[];
}

/** The state of binding one statement. */
export interface StatementBinder {
  readonly tables: ModelTables;
  readonly shared: SharedRelation[];
  /** Types of parameters, where they are declared or were decided; by number from 1. */
  readonly parameters: Map<number, SqlType>;
  next: ColumnId;
  level: number;
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
