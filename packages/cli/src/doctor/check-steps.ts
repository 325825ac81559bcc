import { existsSync } from 'node:fs';
import type { Settings } from '@orrery/config';
import { stepsOfHistory } from '@orrery/server';
import { connectToRead, databaseFile, pendingMigrations, type Store } from '@orrery/store';
import { checkStore } from './check-store.ts';
import { type Diagnosis, reasonOf } from './diagnosis.ts';

/**
 * Checks the metadata store and the query history, and names each step that this version would take to bring them up to date.
 * Writes nothing.
 */
export async function checkSteps(settings: Settings, clock: { now(): number }): Promise<readonly Diagnosis[]> {
  const found = await checkStore(settings, clock);
  const { databaseAddress, dataDirectory } = settings;
  if (found[0]?.level === 'wrong' || !(databaseAddress || existsSync(databaseFile(dataDirectory)))) return found;
  const store = await connectToRead(settings);
  try {
    const names = await pendingMigrations(store.database);
    const steps = names.map((name): Diagnosis => ({ level: 'note', part: 'step', says: `${name} would be taken` }));
    const back: Diagnosis = { level: 'note', part: 'way back', says: wayBack };
    return [...found, ...(names.length > 0 ? [...steps, back] : []), ...(await checkHistory(store, dataDirectory))];
  } finally {
    await store.close();
  }
}

const wayBack = 'an earlier version reads the store no more after these steps; a backup of before can be restored';

/** A server starts and answers without a history. */
async function checkHistory(store: Store, dataDirectory: string): Promise<readonly Diagnosis[]> {
  const part = 'history';
  try {
    const names = await stepsOfHistory(store, dataDirectory);
    return names.map((name) => ({
      level: 'note',
      part,
      says: `${name} would be taken; an earlier version keeps no history after it`,
    }));
  } catch (error) {
    return [{ level: 'note', part, says: reasonOf(error) }];
  }
}
