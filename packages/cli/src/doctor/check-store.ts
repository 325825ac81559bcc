import { accessSync, constants, existsSync, statSync } from 'node:fs';
import type { Settings } from '@orrery/config';
import { keySourceOf } from '@orrery/deployments';
import {
  asOperatorError,
  connectToRead,
  databaseFile,
  Keyring,
  pendingMigrations,
  type Store,
  storeClock,
  storeFaults,
} from '@orrery/store';
import { type Diagnosis, reasonOf } from './diagnosis.ts';
import { nearestTo } from './nearest-to.ts';

/** Clocks that differ by more than this move the ends of tokens, sessions and schedules noticeably. */
const mostApartMs = 2_000;

/** Checks the metadata store and its master key, and compares its clock with that of this machine. Writes nothing. */
export async function checkStore(settings: Settings, clock: { now(): number }): Promise<readonly Diagnosis[]> {
  const part = 'store';
  const file = databaseFile(settings.dataDirectory);
  const name = settings.databaseAddress ? 'PostgreSQL' : `SQLite in ${settings.dataDirectory}`;
  let store: Store | undefined;
  try {
    if (!settings.databaseAddress && !isThere(settings.dataDirectory, file)) {
      return [{ level: 'ok', part, says: `${name}, which is made by \`orrery start\`` }];
    }
    const faults = await storeFaults(settings);
    store = await connectToRead(settings);
    const state = faults.length > 0 ? damaged(name, faults) : await stateOf(store, name);
    const key = state.level === 'wrong' ? [] : [await keyOf(store, settings)];
    return [state, ...key, await clockOf(store, file, clock)];
  } catch (error) {
    const wayOut = settings.databaseAddress
      ? 'start the database, or correct ORRERY_DATABASE_URL'
      : 'give the folder and its files to this user, or name another one with --data or ORRERY_DATA';
    return [{ level: 'wrong', part, says: `${name}: ${reasonOf(asOperatorError(error, settings))}`, wayOut }];
  } finally {
    await store?.close();
  }
}

/**
 * @throws Error where the folder is a file, what is in it cannot be seen, or a start could not open it: that reads and writes
 * the file and its log, and sets the rights of the file, as its owner only or root may
 */
function isThere(folder: string, file: string): boolean {
  const nearest = nearestTo(folder);
  if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is a file, and no folder`);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return false;
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return false;
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(part)) accessSync(part, constants.R_OK | constants.W_OK);
  }
  const user = process.getuid?.() ?? 0; // Windows has no owners of this kind
  const { uid: owner } = statSync(file);
  if (user !== 0 && user !== owner) throw new Error(`${file} belongs to the user ${owner}, and this is ${user}`);
  return true;
}

function damaged(name: string, faults: readonly string[]): Diagnosis {
  const wayOut = 'stop the servers that use it, then `orrery restore FILE --replace`, which keeps the damaged file';
  return { level: 'wrong', part: 'store', says: `${name} is damaged: ${faults.join('; ')}`, wayOut };
}

async function stateOf({ database }: Store, name: string): Promise<Diagnosis> {
  const part = 'store';
  try {
    const { length } = await pendingMigrations(database);
    if (length === 0) return { level: 'ok', part, says: `${name}, whole and up to date` };
    const says = `${name}, whole, ${length} ${length === 1 ? 'step' : 'steps'} behind this version`;
    return { level: 'note', part, says, wayOut: 'make a backup, then `orrery start` or `orrery migrate`' };
  } catch (error) {
    const wayOut = 'install that version; `orrery upgrade --check` of a version says whether it reads the store';
    return { level: 'wrong', part, says: reasonOf(error), wayOut };
  }
}

async function keyOf({ database }: Store, settings: Settings): Promise<Diagnosis> {
  const part = 'master key';
  const source = keySourceOf(settings);
  try {
    const id = await Keyring.check(database, source);
    if (id === undefined) return { level: 'ok', part, says: 'the store has no secrets yet' };
    return { level: 'ok', part, says: `${source.name} opens the secrets of the store (key ${id})` };
  } catch (error) {
    const wayOut = 'give the key that sealed them: in ORRERY_SECRET_KEY, or as master.key in the data folder';
    return { level: 'wrong', part, says: reasonOf(error), wayOut };
  }
}

async function clockOf({ database, kind }: Store, file: string, clock: { now(): number }): Promise<Diagnosis> {
  const part = 'clock';
  const shows = new Date(clock.now()).toISOString();
  const begun = clock.now();
  const theirs = kind === 'postgres' ? await storeClock(database) : undefined;
  const ended = clock.now();
  if (theirs !== undefined) {
    const apartMs = theirs < begun ? begun - theirs : Math.max(0, theirs - ended);
    const seconds = (apartMs / 1_000).toFixed(1);
    if (apartMs <= mostApartMs) return { level: 'ok', part, says: `${shows}, ${seconds} s from that of the store` };
    const says = `${shows}, ${seconds} s ${theirs < begun ? 'ahead of' : 'behind'} that of the store`;
    return { level: 'wrong', part, says, wayOut: 'set both machines by NTP' };
  }
  const writtenAt = statSync(file).mtimeMs;
  if (writtenAt <= ended + mostApartMs) return { level: 'ok', part, says: shows };
  const says = `${shows}, but the store was last written at ${new Date(writtenAt).toISOString()}`;
  return { level: 'wrong', part, says, wayOut: 'set this machine, and the one that holds the data folder, by NTP' };
}
