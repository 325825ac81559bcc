import BetterSqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import type { Tables } from './database.ts';
import { metadataJournal, migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Whether its `id` numbers itself. */
  readonly isNumbered: boolean;
}

/**
 * Describes the tables of the metadata store after the given steps, each after the tables it refers to. They are built
 * in a new database in memory: a real one may hold other tables, and later steps change and remove earlier ones.
 *
 * @param steps the first steps of all
 */
export async function tablesAt(steps: readonly string[]): Promise<readonly TableShape[]> {
  const sqlite = new BetterSqlite(':memory:');
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) });
  try {
    await migrate(database, new Map([...migrations].slice(0, steps.length)));
    const { rows } = await sql<{ name: string; sql: string }>`
      SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`.execute(
      database,
    );
    const made = rows.filter(({ name }) => name !== metadataJournal.table);
    const references = new Map<string, readonly string[]>();
    for (const { name } of made) {
      const { rows: keys } = await sql<{ table: string }>`
        SELECT "table" FROM pragma_foreign_key_list(${name})`.execute(database);
      references.set(
        name,
        keys.map(({ table }) => table),
      );
    }
    const shapes = new Map<string, TableShape>();
    for (const { name, sql: text } of made) {
      const { rows: columns } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${name})`.execute(
        database,
      );
      shapes.set(name, {
        name,
        columns: columns.map((column) => column.name),
        isNumbered: /autoincrement/i.test(text),
      });
    }
    return inOrder(references).flatMap((name) => shapes.get(name) ?? []);
  } finally {
    await database.destroy();
  }
}

/** Sorts the names so that each follows those it refers to. */
function inOrder(references: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const ordered = new Set<string>();
  const visit = (name: string, trail: readonly string[]) => {
    if (ordered.has(name)) return;
    if (trail.includes(name)) throw new Error(`tables refer to each other in a circle: ${[...trail, name].join(', ')}`);
    for (const other of references.get(name) ?? []) if (other !== name) visit(other, [...trail, name]);
    ordered.add(name);
  };
  for (const name of references.keys()) visit(name, []);
  return [...ordered];
}
