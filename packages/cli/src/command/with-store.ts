import { makeDataDirectory } from '../../../runtime/src/source/data-directory.ts';
import type { Settings } from '../../../config/src/settings.ts';
import { connect } from '../../../store/src/database/connect.ts';
import type { Store } from '../../../store/src/database/store.ts';
import { toldToOperator } from '../../../store/src/database/store-unavailable.ts';

/** Works on the store as it is, whatever is in it. @throws OperatorError when it does not answer */
export async function withStore<T>(
  settings: Pick<Settings, 'databaseAddress' | 'dataDirectory'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  if (!settings.databaseAddress) makeDataDirectory(settings.dataDirectory);
  const store = await connect(settings);
  try {
    return await work(store);
  } catch (error) {
    throw toldToOperator(error, settings);
  } finally {
    await store.close();
  }
}
