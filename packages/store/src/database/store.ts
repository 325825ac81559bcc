import type { Database } from './database.ts';
import type { Epochs } from './epochs.ts';

/** The metadata store: where everything is kept that is not in files. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres';
  readonly database: Database;
  /** For a process that remembers what it has read; commands do without. @throws StoreUnavailable */
  openEpochs(): Promise<Epochs>;
  close(): Promise<void>;
}
