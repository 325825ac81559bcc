import type { ArchiveBounds } from './archive-bounds.ts';

/** What Windows and the patterns of engines read otherwise, and what is no character. */
const forbidden = /[<>:"|?*\\[\]{}\p{Cc}\p{Cs}\ufffd]/u;

/** What people do not see, or see in another order than it is: directions of writing, joiners, separators of lines. */
export const unseen = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Devices on Windows, with any extension, in any folder.
 *
 * Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/**
 * What is wrong with a path of an archive; `undefined` for one that names the same file to everybody who reads it.
 *
 * @param given without the slash at the end of a folder
 */
export function archivePathFault(
  given: string,
  { depth, nameBytes, pathBytes }: Pick<ArchiveBounds, 'depth' | 'nameBytes' | 'pathBytes'>,
): string | undefined {
  const path = writtenPath(given); // may be longer than what was given
  const names = path.split('/');
  if (path === '' || path.startsWith('/') || names.includes('..')) return 'leads out of the archive';
  if (Buffer.byteLength(path) > pathBytes) return `is longer than ${pathBytes} bytes`;
  if (names.some((name) => Buffer.byteLength(name) > nameBytes)) return `has a name longer than ${nameBytes} bytes`;
  if (names.length > depth) return `is in more than ${depth} folders`;
  if (forbidden.test(path)) return 'has a character that no file of a project may have';
  if (path.search(unseen) >= 0) return 'has a character that nobody sees';
  if (names.some((name) => name === '' || name === '.')) return 'has an empty name in it';
  if (names.some((name) => name.startsWith('.'))) return 'is hidden: leave out what begins with a dot';
  if (names.some((name) => /[.\s]$|^\s/.test(name))) return 'has a name that ends with a dot or a space';
  if (names.some((name) => devices.test(name))) return 'has a name that is a device on Windows';
  return undefined;
}

/** As the file is called where it is unpacked. */
export function writtenPath(path: string): string {
  return path.normalize('NFC');
}

/** Equal for paths that some file system takes for one. */
export function pathKey(path: string): string {
  return writtenPath(path).toLowerCase();
}
