import BetterSqlite from 'better-sqlite3';
import { serveSerially } from '@orrery/kernel';
import type { CheckpointOutcome, CheckpointRequest } from './checkpoints.ts';
import { isPassing } from './sqlite-file.ts';

// Runs in its own thread: a checkpoint copies pages and waits for the disk, which would hold up requests.
serveSerially(({ file, mode, waitMs }: CheckpointRequest): CheckpointOutcome => {
  const sqlite = new BetterSqlite(file, { fileMustExist: true, timeout: waitMs });
  try {
    sqlite.pragma('synchronous = NORMAL'); // first the log, then the file, before the log may be overwritten
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get(); // a connection knows its log when it has read
    sqlite.pragma('wal_checkpoint(PASSIVE)'); // holds up nothing, and leaves little to do while writers wait
    const isBusy = sqlite.pragma(`wal_checkpoint(${mode})`, { simple: true }) !== 0;
    if (!isBusy) beginLog(sqlite);
    return isBusy ? 'busy' : 'copied';
  } finally {
    sqlite.close();
  }
});

/** Writes the first page of the next log: SQLite waits for the disk before the second, in the thread that writes the first. */
function beginLog(sqlite: BetterSqlite.Database): void {
  try {
    sqlite.pragma(`user_version = ${sqlite.pragma('user_version', { simple: true })}`);
  } catch (error) {
    if (!isPassing(error)) throw error; // another connection has begun it
  }
}
