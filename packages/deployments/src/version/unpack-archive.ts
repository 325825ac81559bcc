import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Archive, ArchivedFile } from './read-archive.ts';
import { BadArchive } from './bad-archive.ts';

/**
 * Unpacks an archive into a new folder that only this process uses. There are no links in it, every path has been
 * checked to stay inside, and no file is overwritten.
 *
 * @throws BadArchive when a file differs from what the archive's directory states
 */
export async function unpackArchive({ zip, files }: Archive, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (const file of files) await unpackFile(zip, file, directory);
}

async function unpackFile(zip: Archive['zip'], { path, entry }: ArchivedFile, directory: string): Promise<void> {
  const target = join(directory, ...path.split('/'));
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    let checksum = 0;
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      const bytes = piece as Buffer; // a stream of bytes gives nothing else
      checksum = crc32(bytes, checksum);
      await file.appendFile(bytes);
    }
    if (checksum !== entry.crc32) throw new BadArchive([{ path: JSON.stringify(path), message: 'is damaged' }]);
  } catch (error) {
    if (error instanceof BadArchive || isOfFileSystem(error)) throw error;
    throw new BadArchive([
      { path: JSON.stringify(path), message: 'cannot be unpacked: it is not what the archive says' },
    ]);
  } finally {
    await file.close();
  }
}

/** Whether the file system failed, for example with a full disk, which is no fault of the archive. */
function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
