import type { CatalogRelation } from '../../catalog/index.ts';
import type { Relation, SourcedColumn } from '../../relation/index.ts';
import type { SqlType } from '../../types/index.ts';
import { newColumn, type StatementBinder } from '../binder.ts';

/** Relations whose rows depend on the types of the columns of tables. */
const relationsOfTypes: ReadonlySet<string> = new Set(['pg_attribute', 'pg_index', 'columns']);

/** A relation of the catalogs with all of its columns. */
export function readCatalog(
  binder: StatementBinder,
  table: CatalogRelation,
  position: number,
): Extract<Relation, { kind: 'catalog' }> {
  binder.readsCatalog = true;
  if (relationsOfTypes.has(table.name)) binder.readsColumnTypes = true;
  const columns = table.columns.map(
    ({ name, type }): SourcedColumn => ({ ...newColumn(binder, name, type), source: name }),
  );
  const system = systemColumns.map(
    ({ name, type }): SourcedColumn => ({ ...newColumn(binder, name, type), source: name }),
  );
  return { kind: 'catalog', table, columns: [...columns, ...system], position };
}

const systemColumns: readonly { readonly name: string; readonly type: SqlType }[] = [
  { name: 'tableoid', type: { name: 'oid' } },
  { name: 'xmin', type: { name: 'xid' } },
];

/** The columns that `*` shows, and those that have to be named. */
export function shownAndSystem({ columns }: { readonly columns: readonly SourcedColumn[] }) {
  const shown = columns.length - systemColumns.length;
  return { shown: columns.slice(0, shown), system: columns.slice(shown) };
}
