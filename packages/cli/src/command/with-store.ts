import { makeDataDirectory } from '@orrery/runtime';
import type { Settings } from '@orrery/config';
import { connect, type Store, asOperatorError } from '@orrery/store';

/** Opens the store without migrating it, in any state. @throws OperatorError when it does not answer */
export async function withStore<T>(
  settings: Pick<Settings, 'databaseAddress' | 'dataDirectory'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (!settings.databaseAddress) makeDataDirectory(settings.dataDirectory);
  const store = await connect(settings);
  try {
    return await work(store);
  } catch (error) {
    throw asOperatorError(error, settings);
  } finally {
    await store.close();
  }
}
