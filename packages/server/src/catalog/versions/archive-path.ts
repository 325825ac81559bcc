import type { ArchiveBounds } from './archive-bounds.ts';

/** What Windows and the patterns of engines read otherwise, and what people do not see. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f<>:"|?*\\[\]{}]/;

/**
 * What is wrong with a path of an archive; `undefined` for one that names the same file to everybody who reads it.
 *
 * @param path without the slash at the end of a folder
 */
export function archivePathFault(path: string, { depth, pathBytes }: ArchiveBounds): string | undefined {
  const names = path.split('/');
  if (path === '' || path.startsWith('/') || names.includes('..')) return 'leads out of the archive';
  if (Buffer.byteLength(path) > pathBytes) return `is longer than ${pathBytes} bytes`;
  if (names.length > depth) return `is in more than ${depth} folders`;
  if (forbidden.test(path) || path.includes('\ufffd')) return 'has a character that no file of a project may have';
  if (names.some((name) => name === '' || name === '.')) return 'has an empty name in it';
  if (names.some((name) => name.startsWith('.'))) return 'is hidden: leave out what begins with a dot';
  if (names.some((name) => /[. ]$|^ /.test(name))) return 'has a name that ends with a dot or a space';
  return undefined;
}

/** Equal for paths that some file system takes for one. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
