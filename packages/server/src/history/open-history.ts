import { join } from 'node:path';
import type { Store } from '@orrery/store';
import type { HistoryKeeper } from './history-keeper.ts';

/**
 * The history of a store: in the metadata database where it is PostgreSQL, else in a file of its own, which a thread of
 * its own writes. Beside the metadata it would make every request look up standing again, and wait for its commits.
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
