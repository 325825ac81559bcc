import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LastNode } from './pulse.ts';

/** Keeps the id of the node in its data folder, which only one process uses at a time. */
export function lastNodeIn(dataDirectory: string): LastNode {
  const file = join(dataDirectory, 'node');
  return {
    read: () => {
      try {
        const id = readFileSync(file, 'utf8').trim();
        return /^[0-9a-f-]{36}$/.test(id) ? id : undefined;
      } catch {
        return undefined; // the first start, or a folder that was emptied
      }
    },
    write: (id) => writeFileSync(file, `${id}\n`, { mode: 0o600 }),
  };
}
