import { homedir } from 'node:os';
import { join } from 'node:path';

/** A folder of the user's cache, in which `.ci/install-servers` puts a server of the tests. */
export function cacheFolder(name: string): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'orrery', name);
}
