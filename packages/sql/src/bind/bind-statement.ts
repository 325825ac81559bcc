import type { BoundStatement } from '../relation/index.ts';
import type { Select } from '../syntax/index.ts';
import { bindSelect } from './bind-select.ts';
import { bindExpression } from './bind-expression.ts';
import type { StatementBinder, StatementParameters } from './binder.ts';
import type { ModelTables } from './model-tables.ts';

/**
 * Resolves the names of a statement by the tables that its caller may name, and gives every expression its type.
 *
 * @param parameters the types that uses decide are added to its own
 * @throws StatementRefused
 */
export function bindStatement(
  select: Select,
  tables: ModelTables,
  parameters: StatementParameters = { types: new Map() },
): BoundStatement {
  const binder: StatementBinder = {
    tables,
    shared: [],
    parameters,
    next: 1,
    level: 0,
    readsCatalog: false,
    readsColumnTypes: false,
    expression: bindExpression,
    select: (inner, outer) => bindSelect(binder, inner, outer),
  };
  const { relation, output } = bindSelect(binder, select);
  const catalog = binder.readsCatalog ? { catalog: tables.catalog } : {};
  const { shared, next, readsColumnTypes } = binder;
  return { relation, shared, output, next, readsColumnTypes, ...catalog };
}
