import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Store } from '../store.ts';
import type { Tables } from '../database.ts';
import { storeOf } from './connect-sqlite.ts';

const waitMs = 5_000;

/**
 * Opens a SQLite file for reading. The file must exist; its bytes, its log and its mode stay the same.
 *
 * A file without a log is not open elsewhere at first, and is read as one that does not change: a connection of the usual kind
 * would make a log and a file of shared memory, and leave them. The driver of servers cannot say so, that of Node can. A
 * server that starts later may write while this reads, which `storeFaults` distinguishes from damage.
 *
 * @throws the driver's error
 */
export function readSqlite(file: string): Store {
  const address = pathToFileURL(file);
  if (!existsSync(`${file}-wal`) && !existsSync(`${file}-journal`)) address.search = '?immutable=1';
  const sqlite = new DatabaseSync(address, { readOnly: true, timeout: waitMs });
  const close = () => {
    if (sqlite.isOpen) sqlite.close();
  };
  const prepare = (text: string): SqliteStatement => {
    const statement = sqlite.prepare(text);
    const given = (values: readonly unknown[]) => values as readonly SQLInputValue[]; // Kysely passes what a column may hold
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...given(values)),
      iterate: (values) => statement.iterate(...given(values)),
      run: (values) => statement.run(...given(values)),
    };
  };
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: { prepare, close } }) });
  return storeOf(file, database, [{ close }]);
}
