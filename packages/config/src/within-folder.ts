import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Whether the path exists and is the folder or inside it after all links are followed. */
export function isWithin(directory: string, path: string): boolean {
  try {
    const way = relative(realpathSync(directory), realpathSync(resolve(directory, path)));
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return false; // the path does not exist, or is no path at all
  }
}
