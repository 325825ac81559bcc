import { chmodSync, mkdtempSync } from 'node:fs';

/**
 * Makes a folder of its own for a build that is not complete, with the rights of every other new folder: a server may run
 * as another user than the one who installs, who would be its only reader otherwise.
 *
 * @param prefix of its path
 */
export function makingFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o777 & ~process.umask());
  return folder;
}
