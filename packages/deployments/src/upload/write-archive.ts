import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ProjectFile } from './project-files.ts';

/** Packs files in the order of their paths; the same files give the same bytes. */
export function writeArchive(files: readonly ProjectFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { path, content } of files.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    zip.addBuffer(content, path, { mtime: new Date(0), forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}
