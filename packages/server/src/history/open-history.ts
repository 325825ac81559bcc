import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToRead, type Store } from '@orrery/store';
import type { HistoryKeeper } from './history-keeper.ts';

/**
 * Opens the history of a store: in the metadata database with PostgreSQL, else in a file of its own, which a thread
 * writes. In the metadata file, every write would make requests read rights again, and wait for its commits.
 */
export async function openHistory(
  store: Pick<Store, 'kind' | 'database'>,
  settings: { readonly dataDirectory: string; readonly mayMigrate: boolean },
): Promise<HistoryKeeper> {
  if (store.kind === 'sqlite') {
    const { HistoryThread } = await import('./history-thread.ts');
    return new HistoryThread(historyFile(settings.dataDirectory));
  }
  const { openDatabaseHistory } = await import('./database-history.ts');
  return openDatabaseHistory(store.database, settings.mayMigrate);
}

/**
 * Lists the steps that the history of a store would take; none where there is no history yet. Writes nothing.
 *
 * @throws OperatorError when a newer version wrote it, the driver's error where it cannot be read
 */
export async function stepsOfHistory(
  store: Pick<Store, 'kind' | 'database'>,
  dataDirectory: string,
): Promise<readonly string[]> {
  const { missingHistorySteps } = await import('./database-history.ts');
  if (store.kind === 'postgres') return missingHistorySteps(store.database);
  const file = historyFile(dataDirectory);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  const history = await connectToRead({ dataDirectory }, file);
  try {
    return await missingHistorySteps(history.database);
  } finally {
    await history.close();
  }
}

const historyFile = (dataDirectory: string) => join(dataDirectory, 'history.db');
