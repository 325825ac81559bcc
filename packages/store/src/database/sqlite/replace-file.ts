import { link, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { hasCode } from '../has-code.ts';
import { syncDirectory } from '../sync-directory.ts';

/**
 * Puts a SQLite file in the place of a damaged one, which is kept with its log under a name that was free. No process may
 * have either open. The place always has a file: an empty store would be made of none. Before the log is removed, a text takes the
 * place: the damaged file without its log might be read as an older state. The text with the log is no database, or one in which
 * SQLite misses the pages that the log does not have: never an older state. A server that opens it may write to the log, also to the
 * one kept, which is the same file.
 *
 * @param by whole file on the same file system, closed @param now part of the name, in milliseconds since 1970 @returns the
 * new path of the damaged file @throws the system's error; the damaged file is then in its place with its log, or kept under the other name
 */
export async function replaceFile(file: string, by: string, now: number): Promise<string> {
  const whole = new BetterSqlite(by);
  try {
    whole.pragma('journal_mode = DELETE'); // nothing of it is left in a log, which would stay behind
  } finally {
    whole.close();
  }
  const aside = await keep(file, `${file}.damaged-${new Date(now).toISOString().replaceAll(/\.\d+|[-:]/g, '')}`);
  syncDirectory(dirname(file));
  const between = `${by}.between`;
  await writeFile(between, noDatabase, { mode: 0o600, flush: true });
  await rename(between, file);
  syncDirectory(dirname(file));
  for (const part of ['-wal', '-shm']) await rm(`${file}${part}`, { force: true });
  await rename(by, file);
  syncDirectory(dirname(file));
  return aside;
}

const noDatabase = `The metadata store was being restored when this ended. Restore it again: orrery restore FILE --replace.
The damaged store is in the file beside this one whose name goes on with 'damaged'.
`;

/** Gives the file and its log second names. @returns that of the file */
async function keep(file: string, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const aside = number === 1 ? wanted : `${wanted}-${number}`;
    try {
      await link(file, aside);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw error;
    }
    await link(`${file}-wal`, `${aside}-wal`).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
    return aside;
  }
}
