import { type BigIntStats, stat, statSync } from 'node:fs';

/**
 * Identifies one content of a database file: the file, its time and its length, including the write-ahead log.
 * `undefined` when no file is visible.
 */
export function fileGeneration(path: string): string | undefined {
  const file = statOf(path);
  return file && [file, statOf(`${path}.wal`)].map(identity).join('/');
}

/** Like `fileGeneration`, but does not block the thread, because a network drive may be slow. */
export async function lookUpFileGeneration(path: string): Promise<string | undefined> {
  const [file, log] = await Promise.all([lookUp(path), lookUp(`${path}.wal`)]);
  return file && [file, log].map(identity).join('/');
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // a folder of the path is not readable; opening the file reports that
  }
}

function lookUp(path: string): Promise<BigIntStats | undefined> {
  return new Promise((resolve) => stat(path, { bigint: true }, (error, found) => resolve(error ? undefined : found)));
}

function identity(stats: BigIntStats | undefined): string {
  return stats === undefined ? '' : `${stats.dev}.${stats.ino}.${stats.mtimeNs}.${stats.size}`;
}
