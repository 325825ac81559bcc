import { type BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * What tells one content of a database file from the next: which file it is, when it was written and
 * how long it is, the write-ahead log beside it included. `undefined` when there is no file.
 */
export async function fileGeneration(path: string): Promise<string | undefined> {
  const [file, log] = await Promise.all([statOf(path), statOf(`${path}.wal`)]);
  return file === undefined ? undefined : [file, log].map(identity).join('/');
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // stat throws system errors only
    throw error;
  }
}

function identity(stats: BigIntStats | undefined): string {
  return stats === undefined ? '' : `${stats.dev}.${stats.ino}.${stats.mtimeNs}.${stats.size}`;
}
