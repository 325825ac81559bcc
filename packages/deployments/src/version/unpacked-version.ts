import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@orrery/runtime';
import { type Archive, readArchive } from './read-archive.ts';
import { unpackArchive } from './unpack-archive.ts';

/** The files of an archive in a folder that only this process uses. */
export interface UnpackedVersion {
  readonly directory: string;
  readonly archive: Archive;
  /** Removes the files when nothing reads them any more. */
  remove(): Promise<void>;
}

let serials = 0;

/**
 * Unpacks the files again for each use: a partial copy left by a killed process or a power failure is never served.
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
