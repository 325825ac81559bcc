import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readArchive } from '../version/index.ts';

/** A file of a project. */
export interface ProjectFile {
  readonly path: string;
  readonly content: Buffer;
}

/** The files of an archive, one after the other. @throws BadArchive */
export async function* filesIn(archive: Buffer): AsyncGenerator<ProjectFile, void> {
  const { zip, files } = await readArchive(archive);
  for (const { path, entry } of files) {
    yield { path, content: await buffer(await zip.openReadStreamPromise(entry)) };
  }
}

/** Hex checksum of a file as the command line that deploys computes it. */
export function sha1Of(content: Uint8Array): string {
  return createHash('sha1').update(content).digest('hex');
}
