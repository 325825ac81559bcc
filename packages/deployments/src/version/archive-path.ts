import type { ArchiveBounds } from './archive-bounds.ts';

/** Characters that Windows and the path patterns of engines read differently, and invalid characters. */
const forbidden = /[<>:"|?*\\[\]{}\p{Cc}\p{Cs}\ufffd]/u;

/** Invisible characters and those that change the order of text: writing directions, joiners, line separators. */
export const unseen = /[\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Device names on Windows, with any extension, in any folder.
 *
 * Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/**
 * Returns what is wrong with a path of an archive; `undefined` for one that names the same file on every system.
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
  if (path.search(unseen) >= 0) return 'has an invisible character';
  if (names.some((name) => name === '' || name === '.')) return 'has an empty name in it';
  if (names.some((name) => name.startsWith('.'))) return 'is hidden: leave out names that begin with a dot';
  if (names.some((name) => /[.\s]$|^\s/.test(name))) return 'has a name that ends with a dot or a space';
  if (names.some((name) => devices.test(name))) return 'has a name that is a device on Windows';
  return undefined;
}

/** Returns the path under which the file is unpacked. */
export function writtenPath(path: string): string {
  return path.normalize('NFC');
}

/** Returns a key that is equal for paths which some file system treats as the same. */
export function pathKey(path: string): string {
  return writtenPath(path).toLowerCase();
}
