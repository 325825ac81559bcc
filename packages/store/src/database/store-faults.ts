import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { OperatorError } from '@orrery/kernel';
import { connectToRead, databaseFile } from './connect.ts';
import type { Database } from './database.ts';

const most = 5;
const mostTries = 3;

/** SQLITE_CORRUPT and SQLITE_NOTADB, as `node:sqlite` numbers them and as better-sqlite3 names them. */
const damageNumbers = new Set([11, 26]);
const damageNames = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * Reads the whole file of a store on SQLite and names its damage, at most five faults. PostgreSQL checks its own pages, so
 * nothing is read there.
 *
 * A file without a log is read as one that does not change. A server that starts meanwhile may write it, so a whole file
 * looks damaged: it is then read again.
 *
 * @param read opens the store @throws OperatorError where the file changes each time, the driver's error where it cannot be
 * read
 */
export async function storeFaults(
  settings: Parameters<typeof connectToRead>[0],
  read: typeof connectToRead = connectToRead,
): Promise<readonly string[]> {
  if (settings.databaseAddress) return [];
  const file = databaseFile(settings.dataDirectory);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const before = await stateOf(file);
    const store = await read(settings);
    const faults = await faultsIn(store.database).finally(() => store.close());
    if (faults.length === 0) return faults;
    const after = await stateOf(file);
    // With a log, SQLite reads one state whatever others write.
    if ((before.hasLog && after.hasLog) || (before.hasLog === after.hasLog && before.text === after.text))
      return faults;
  }
  throw new OperatorError(`'${file}' changes while it is read; try again, or stop the servers that use it.`);
}

async function stateOf(file: string): Promise<{ readonly hasLog: boolean; readonly text: string }> {
  const logs = await Promise.all(
    ['-wal', '-journal'].map((part) =>
      stat(`${file}${part}`).then(
        () => true,
        () => false,
      ),
    ),
  );
  const { mtimeNs, size, ino } = await stat(file, { bigint: true });
  return { hasLog: logs.includes(true), text: `${ino} ${size} ${mtimeNs}` };
}

async function faultsIn(database: Database): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(${sql.lit(most)})`.execute(database);
    return rows.flatMap(({ quick_check: found }) => (found === 'ok' ? [] : [found]));
  } catch (error) {
    if (isDamage(error)) return [error.message];
    throw error;
  }
}

function isDamage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return damageNumbers.has(Number(error.errcode) & 0xff);
  return 'code' in error && damageNames.test(String(error.code));
}

/** The present by the clock of a store on PostgreSQL, in milliseconds since 1970. */
export async function storeClock(database: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8::text AS now`.execute(database);
  return Number(rows[0]?.now);
}
