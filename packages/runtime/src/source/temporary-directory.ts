import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';

/** Folder for all processes that use a data folder. */
const folder = 'temporary';
/** Process id and start, in epoch milliseconds: ids are reused. Both may be equal in two containers, what follows is not. */
const ownedName = /^(\d+)-(\d+)(?:-[0-9a-f]+)?$/;
const nameOfProcess = () => `${process.pid}-${Math.floor(performance.timeOrigin)}-${randomBytes(8).toString('hex')}`;
const ownName = nameOfProcess();
const lockMark = '.lock';
/** Another process looks at a lock for a moment only. */
const mostTries = 5;

/**
 * Locks that this process holds, by the folders that they protect. The system ends them with the process, however that ends, and
 * other containers see them.
 */
const held = new Map<string, Database>();

/** Folder for temporary files of this process's engines; created when needed. */
export function temporaryDirectory(dataDirectory: string): string {
  return join(dataDirectory, folder, ownName);
}

/**
 * Locks the folder for temporary files of this process, so that other processes know that it is in use, also those in another
 * container. Where the data folder cannot be written, or its file system has no locks, they judge by the process id.
 *
 * @param lock takes a lock of a file system @returns whether it is locked
 */
export async function claimTemporaryDirectory(dataDirectory: string, lock = lockOf): Promise<boolean> {
  const own = temporaryDirectory(dataDirectory);
  if (held.has(own)) return true;
  try {
    await mkdir(dirname(own), { recursive: true });
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      if (attempt > 0) await pause(20 + 30 * Math.random());
      const taken = await lock(own);
      if (!taken) continue;
      // Another process may have found the file before it was locked, and removed it.
      if (await isThere(lockFile(own))) {
        held.set(own, taken);
        return true;
      }
      taken.close();
    }
  } catch {
    // Fails where the folder cannot be written or locked, in which engines may still work.
  }
  await rm(lockFile(own), { force: true }).catch(() => undefined); // it would look like that of a process that was killed
  return false;
}

/** Removes it when nothing of this process is open any more. */
export async function removeTemporaryDirectory(dataDirectory: string): Promise<void> {
  const own = temporaryDirectory(dataDirectory);
  await rm(own, { recursive: true, force: true });
  const lock = held.get(own);
  held.delete(own);
  await rm(lockFile(own), { force: true });
  lock?.close();
}

/** Names of the files with the ports that a process listens on. */
const portFiles = { http: 'port', sql: 'sql-port' } as const;

/**
 * Notes in the data folder that this process serves it on `port`, until the temporary files of the process are removed.
 *
 * @param protocol HTTP, or that of PostgreSQL
 */
export async function notePort(
  dataDirectory: string,
  port: number,
  protocol: keyof typeof portFiles = 'http',
): Promise<void> {
  const own = temporaryDirectory(dataDirectory);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, portFiles[protocol]), String(port), { mode: 0o600 });
}

async function notedPort(directory: string, protocol: keyof typeof portFiles): Promise<number | undefined> {
  const port = await readFile(join(directory, portFiles[protocol]), 'utf8').catch(() => undefined);
  return port === undefined ? undefined : Number(port);
}

/** Process that uses a data folder, or did so when it was killed. */
export interface DataFolderProcess {
  /** Folder of its temporary files. */
  readonly directory: string;
  /** The port on which it serves the data folder; absent where it noted none, or the note cannot be read. */
  readonly port: number | undefined;
  /** The port for clients of PostgreSQL, likewise. */
  readonly sqlPort: number | undefined;
  /** `lives`, here or in another container; `ended`; `not-here` where it may live in another container, or on another machine. */
  readonly state: 'lives' | 'ended' | 'not-here';
}

/**
 * Finds the processes that have temporary files in the data folder.
 *
 * @param lock takes a lock of a file system @throws the system's error where the folder cannot be read
 */
export async function processesOf(dataDirectory: string, lock = lockOf): Promise<readonly DataFolderProcess[]> {
  const canLock = once(() => hasLocks(dataDirectory, lock));
  const names = await namesIn(dataDirectory);
  return Promise.all(
    names
      .filter((name) => !name.endsWith(lockMark))
      .map(async (name) => {
        const directory = join(dataDirectory, folder, name);
        return {
          directory,
          port: await notedPort(directory, 'http'),
          sqlPort: await notedPort(directory, 'sql'),
          state: await stateOf(directory, { name, lock, canLock }),
        };
      }),
  );
}

/**
 * Removes files of processes that ended without cleaning up: killed, out of memory, power failure.
 *
 * @param lock takes a lock of a file system
 */
export async function removeLeftovers(dataDirectory: string, lock = lockOf): Promise<void> {
  const canLock = once(() => hasLocks(dataDirectory, lock));
  const names = await namesIn(dataDirectory);
  const owned = new Set(names.map((name) => (name.endsWith(lockMark) ? name.slice(0, -lockMark.length) : name)));
  await Promise.all(
    [...owned].map(async (name) => {
      const directory = join(dataDirectory, folder, name);
      if (directory === temporaryDirectory(dataDirectory)) return;
      const taken = await lockThatIsFree(directory, lock);
      if (!taken && mayLive(ownedName.exec(name))) return;
      if (!taken && names.includes(`${name}${lockMark}`) && (await canLock())) return;
      await rm(directory, { recursive: true, force: true });
      await rm(lockFile(directory), { force: true });
      taken?.close();
    }),
  );
}

function namesIn(dataDirectory: string): Promise<readonly string[]> {
  return readdir(join(dataDirectory, folder)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}

async function stateOf(
  directory: string,
  { name, lock, canLock }: { readonly name: string; readonly lock: typeof lockOf; canLock(): Promise<boolean> },
): Promise<DataFolderProcess['state']> {
  if (held.has(directory)) return 'lives';
  const taken = await lockThatIsFree(directory, lock);
  taken?.close();
  if (taken) return 'ended';
  if (mayLive(ownedName.exec(name))) return 'lives';
  return (await isThere(lockFile(directory))) && (await canLock()) ? 'lives' : 'not-here';
}

/**
 * Tries whether the file system of the data folder has locks, by a file that no other process looks at: of a lock that fails, SQLite
 * says what it says of one that another process holds.
 *
 * @returns also true where nothing can be tried
 */
async function hasLocks(dataDirectory: string, lock: typeof lockOf): Promise<boolean> {
  if (held.has(temporaryDirectory(dataDirectory))) return true;
  const tried = join(dataDirectory, folder, nameOfProcess());
  try {
    await mkdir(tried);
    const taken = await lock(join(tried, 'tried'));
    taken?.close();
    return taken !== undefined;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_IOERR'));
  } finally {
    await rm(tried, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Answers again what it answered first. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

const lockFile = (directory: string) => `${directory}${lockMark}`;

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Takes the lock of a folder. @returns absent where the file is missing, another process has locked it, or locks fail */
function lockThatIsFree(directory: string, lock: typeof lockOf): Promise<Database | undefined> {
  return lock(directory, { fileMustExist: true }).catch(() => undefined);
}

/** @returns absent where another process has locked it, or the system has no lock left @throws where the file cannot be opened or locked */
async function lockOf(
  directory: string,
  options: { readonly fileMustExist?: boolean } = {},
): Promise<Database | undefined> {
  const { default: BetterSqlite } = await import('better-sqlite3');
  const database = new BetterSqlite(lockFile(directory), { ...options, timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // writes no file
    return database;
  } catch (error) {
    database.close();
    if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Judges by the process id, which is that of another process in another container. */
function mayLive(name: RegExpExecArray | null): boolean {
  if (!name) return true;
  const [pid, startedAt] = [Number(name[1]), Number(name[2])];
  // A thread of this process begins later than the process.
  return pid === process.pid ? startedAt >= Math.floor(performance.timeOrigin) : isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
