import { join } from 'node:path';
import type { Store } from '@orrery/store';
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
    return new HistoryThread(join(settings.dataDirectory, 'history.db'));
  }
  const { openDatabaseHistory } = await import('./database-history.ts');
  return openDatabaseHistory(store.database, settings.mayMigrate);
}
