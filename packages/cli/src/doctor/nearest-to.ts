import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder, or the one in which it would be made. */
export function nearestTo(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestTo(dirname(folder));
}
