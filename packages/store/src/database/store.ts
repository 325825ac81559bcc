import type { Database } from './database.ts';
import type { Epochs } from './epochs.ts';

/** The metadata store, which holds everything that is not in files. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly database: Database;
  /** Opens epochs for a process that remembers what it has read; commands do not need them. @throws StoreUnavailable */
  openEpochs(): Promise<Epochs>;
  close(): Promise<void>;
}
