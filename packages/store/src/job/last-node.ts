import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LastNode } from './pulse.ts';

/** Keeps the id of the node in its data folder, which only one process uses at a time. */
export function lastNodeIn(dataDirectory: string): LastNode {
  const file = join(dataDirectory, 'node');
  return {
    read: async () => {
      try {
        const id = (await readFile(file, 'utf8')).trim();
        return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
      } catch {
        return undefined; // the first start, or a folder that was emptied
      }
    },
    write: (id) => writeFile(file, `${id}\n`, { mode: 0o600 }),
  };
}
