import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the names of files last: syncing a file keeps its content, not that it is there. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
