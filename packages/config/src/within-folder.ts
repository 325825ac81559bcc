import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Whether the path exists and is the folder or inside it after all links are followed. */
export function isWithin(directory: string, path: string): boolean {
  try {
    return leadsDown(realpathSync(directory), realpathSync(resolve(directory, path)));
  } catch {
    return false; // the path does not exist, or is no path at all
  }
}

/** Like `isWithin`, but does not block the thread. */
export async function lookUpIsWithin(directory: string, path: string): Promise<boolean> {
  try {
    return leadsDown(await realpath(directory), await realpath(resolve(directory, path)));
  } catch {
    return false;
  }
}

function leadsDown(from: string, to: string): boolean {
  const way = relative(from, to);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
