import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import type { InputProblem } from '@orrery/kernel';
import { type ArchiveBounds, archiveBounds } from './archive-bounds.ts';
import { archivePathFault, pathKey, unseen, writtenPath } from './archive-path.ts';
import { BadArchive, badArchive } from './bad-archive.ts';

/** An archive whose directory is within all bounds. Its files are not unpacked yet. */
export interface Archive {
  readonly zip: ZipFile;
  readonly files: readonly ArchivedFile[];
  /** Size of all files, unpacked. */
  readonly bytes: number;
}

export interface ArchivedFile {
  readonly path: string;
  readonly entry: Entry;
}

const settingsFile = 'orrery.yml';
const accessTest = /^access_tests\//i;
const modelFile = /\.(?:ya?ml|jinja)$/i;

/** Allowed kinds of files in Unix modes: unspecified, a file, a folder. */
const plainKinds: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

/**
 * Reads the directory of a ZIP archive and trusts nothing in it: paths must be distinct, links are refused, sizes are
 * added up before anything is unpacked. Unpacking enforces the sizes the directory states.
 *
 * @throws BadArchive naming every bad file
 */
export async function readArchive(bytes: Buffer, bounds: ArchiveBounds = archiveBounds): Promise<Archive> {
  if (bytes.length > bounds.archiveBytes) throw badArchive(`is larger than ${bounds.archiveBytes} bytes`);
  // Without decoding, because the library stops at the first name it refuses; all names are checked here.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
  const zip = await fromBufferPromise(bytes, options).catch(notReadable);
  if (zip.entryCount > bounds.entries) throw badArchive(`has more than ${bounds.entries} files and folders`);
  const entries = await entriesOf(zip).catch(notReadable);
  const faults = entries.flatMap((entry) => faultOf(entry, bounds));
  if (faults.length === 0) faults.push(...faultsTogether(entries, bounds));
  if (faults.length > 0) throw new BadArchive(faults);
  const files = entries
    .filter(({ fileName }) => !isFolder(fileName))
    .map((entry) => ({ path: writtenPath(entry.fileName), entry }));
  requireSettings(files.map(({ path }) => path));
  return { zip, files, bytes: sizeOf(files.map(({ entry }) => entry)) };
}

/** Reads as many entries as the end of the archive announces. */
async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(Object.assign(entry, { fileName: nameOf(entry) }));
  return entries;
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
}

function faultOf(entry: Entry, bounds: ArchiveBounds): InputProblem[] {
  const { fileName, externalFileAttributes, uncompressedSize } = entry;
  const path = pathOf(fileName);
  const fault =
    archivePathFault(path, bounds) ??
    kindFault(externalFileAttributes, isFolder(fileName)) ??
    (entry.canDecodeFileData() ? undefined : 'is encrypted, or compressed in a way that is not read') ??
    (isFolder(fileName) && uncompressedSize > 0 ? 'is a folder with content' : undefined) ??
    (path === settingsFile && uncompressedSize > bounds.settingsBytes
      ? `is larger than ${bounds.settingsBytes} bytes`
      : undefined);
  return fault === undefined ? [] : [{ path: shown(fileName), message: fault }];
}

function kindFault(externalFileAttributes: number, isFolderByName: boolean): string | undefined {
  const kind = (externalFileAttributes >>> 16) & 0o170000;
  if (!plainKinds.has(kind)) return 'is a link or a device, not a file';
  return kind === 0o040000 && !isFolderByName ? 'is a folder by its kind and a file by its name' : undefined;
}

function faultsTogether(entries: readonly Entry[], bounds: ArchiveBounds): InputProblem[] {
  const faults: InputProblem[] = [];
  const seen = new Set<string>();
  const files = new Set<string>();
  for (const { fileName } of entries) {
    const key = pathKey(pathOf(fileName));
    if (seen.has(key))
      faults.push({ path: shown(fileName), message: 'is there twice, or differs from another in case only' });
    seen.add(key);
    if (!isFolder(fileName)) files.add(key);
  }
  for (const { fileName } of entries) {
    const inside = foldersAround(pathKey(pathOf(fileName))).find((folder) => files.has(folder));
    if (inside !== undefined) faults.push({ path: shown(fileName), message: 'is in something that is a file' });
  }
  const models = entries.filter(({ fileName }) => modelFile.test(fileName));
  const tests = models.filter(({ fileName }) => accessTest.test(fileName));
  if (sizeOf(entries) > bounds.bytes)
    faults.push({ path: 'archive', message: `unpacks to more than ${bounds.bytes} bytes` });
  else if (sizeOf(models) > bounds.modelBytes)
    faults.push({ path: 'archive', message: `has more than ${bounds.modelBytes} bytes of YAML and templates` });
  else if (sizeOf(tests) > bounds.testBytes)
    faults.push({ path: 'archive', message: `has more than ${bounds.testBytes} bytes of access tests` });
  return faults;
}

function requireSettings(paths: readonly string[]): void {
  if (paths.includes(settingsFile)) return;
  const inside = paths.find((path) => path.split('/').length === 2 && path.endsWith(`/${settingsFile}`));
  const way = inside ? `: it is ${shown(inside)}; archive what is in that folder, not the folder` : '';
  throw badArchive(`has no ${settingsFile} at its top${way}`);
}

function foldersAround(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
}

function isFolder(fileName: string): boolean {
  return fileName.endsWith('/');
}

function pathOf(fileName: string): string {
  return isFolder(fileName) ? fileName.slice(0, -1) : fileName;
}

/** Formats a file name for an error; an archive may contain any name. */
function shown(fileName: string): string {
  const text = JSON.stringify(fileName.length > 200 ? `${fileName.slice(0, 200)}...` : fileName);
  return text.replaceAll(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Replaces the library's message, which may quote a path. */
function notReadable(error: unknown): never {
  const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
  throw badArchive(`cannot be read as ZIP: ${JSON.stringify(reason)}`);
}
