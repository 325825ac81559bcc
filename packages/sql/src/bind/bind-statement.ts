import type { BoundStatement } from '../relation/index.ts';
import type { Select } from '../syntax/index.ts';
import type { SqlType } from '../types/index.ts';
import { bindSelect } from './bind-select.ts';
import { bindExpression } from './bind-expression.ts';
import type { StatementBinder } from './binder.ts';
import type { ModelTables } from './model-tables.ts';

/**
 * Resolves the names of a statement by the tables that its caller may name, and gives every expression its type.
 *
 * @param parameters types of parameters that the caller declares, by number from 1
 * @throws StatementRefused
 */
export function bindStatement(
  select: Select,
  tables: ModelTables,
  parameters: ReadonlyMap<number, SqlType> = new Map(),
): BoundStatement {
  const binder: StatementBinder = {
    tables,
    shared: [],
    parameters: new Map(parameters),
    next: 1,
    level: 0,
    expression: bindExpression,
    select: (inner, outer) => bindSelect(binder, inner, outer),
  };
  const { relation, output } = bindSelect(binder, select);
  return { relation, shared: binder.shared, output, next: binder.next };
}
