import { type BigIntStats, stat, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/**
 * Identifies one content of a database file: the file, its time and its length, including the write-ahead log.
 * `undefined` when no file is visible.
 */
export function fileGeneration(path: string): string | undefined {
  const file = statOf(path);
  return file && [file, statOf(`${path}.wal`)].map(identity).join('/');
}

/**
 * Returns a reader of the generations of a file. It blocks the thread only for a file that was on a drive of this machine
 * when it was first there; a status takes a few microseconds then. A network drive may be slow.
 */
export function fileGenerations(path: string): () => Promise<string | undefined> {
  let isNear: boolean | undefined;
  return async () => {
    isNear ??= await isOnOwnDrive(path);
    return isNear ? fileGeneration(path) : lookUpFileGeneration(path);
  };
}

/** Types of file systems of Linux, by their magic numbers, whose files are on a drive or in the memory of the machine. */
const ownDrives: ReadonlySet<number> = new Set([
  0xef53, // ext2 to ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x794c7630, // overlay, of containers
  0x01021994, // tmpfs
]);

/** @returns `undefined` while there is no file */
async function isOnOwnDrive(path: string): Promise<boolean | undefined> {
  try {
    return ownDrives.has((await statfs(path)).type);
  } catch {
    return undefined; // tried again, because the file may appear later
  }
}

async function lookUpFileGeneration(path: string): Promise<string | undefined> {
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
