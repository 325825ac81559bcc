import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { ModelFile } from '@orrery/semantic';

const readExtensions = new Set(['.yml', '.yaml']);
const libraryExtension = '.jinja';
/** Programs: the compiler refuses them by name, whatever they hold. */
const programExtensions = new Set(['.js', '.ts', '.py', '.cube']);

/** Every model file below the folder, sorted by path. Synchronous: it runs in the compile thread or in a command. */
export function loadModelFiles(directory: string): readonly ModelFile[] {
  const files: ModelFile[] = [];
  for (const path of modelPaths(directory)) {
    const extension = extname(path).toLowerCase();
    const name = relative(directory, path).split(sep).join('/');
    if (programExtensions.has(extension)) files.push({ path: name, text: '' });
    const isRead = readExtensions.has(extension) || (extension === libraryExtension && isWithin(directory, path));
    const text = isRead ? readIfThere(path) : undefined;
    if (text !== undefined) files.push({ path: name, text });
  }
  return files;
}

function modelPaths(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** A link that leads out of the folder is no template of it: what it leads to would be put into answers. */
function isWithin(directory: string, path: string): boolean {
  try {
    return !relative(realpathSync(directory), realpathSync(path)).startsWith('..');
  } catch {
    return false; // a link that leads nowhere
  }
}

/** A file may go between listing and reading: editors replace files by renaming. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return undefined;
    throw error;
  }
}
