import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@orrery/runtime';
import { type Archive, readArchive } from './read-archive.ts';
import { unpackArchive } from './unpack-archive.ts';

/** The files of an archive in a folder of this process that nobody else uses. */
export interface UnpackedVersion {
  readonly directory: string;
  readonly archive: Archive;
  /** When nothing reads it any more. */
  remove(): Promise<void>;
}

let serials = 0;

/**
 * Files are unpacked anew for each use: what a process that was killed or a machine that lost its power left half written
 * is never served.
 *
 * @throws BadArchive
 */
export async function unpackVersion(bytes: Buffer, dataDirectory: string): Promise<UnpackedVersion> {
  const archive = await readArchive(bytes);
  const directory = join(temporaryDirectory(dataDirectory), 'versions', String(++serials));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    await unpackArchive(archive, directory);
    return { directory, archive, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
