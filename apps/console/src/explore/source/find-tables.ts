import type { SqlTables } from '../../api/source-sql.ts';

/** Tables with a name that contains a text first, then those with such a column; all of them without a text. */
export function findTables(tables: SqlTables['items'], search: string): SqlTables['items'] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return tables;
  const has = (name: string) => name.toLowerCase().includes(wanted);
  const named = tables.filter(({ schema, name }) => has(`${schema}.${name}`));
  const others = tables.filter((table) => !named.includes(table) && table.columns.some(({ name }) => has(name)));
  return [...named, ...others];
}
