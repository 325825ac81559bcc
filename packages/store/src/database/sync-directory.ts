import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the names of files durable: syncing a file saves its content, but not its directory entry. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
