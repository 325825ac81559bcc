import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { ModelFile } from '@orrery/semantic';

export interface LoadedModelFiles {
  /** Sorted by path. */
  readonly files: readonly ModelFile[];
  /** Model files in languages that are not read, relative to the model folder. */
  readonly unread: readonly string[];
}

const readExtensions = new Set(['.yml', '.yaml']);
/** Languages of the reference's models: somebody expects them to count. */
const unreadExtensions = new Set(['.js', '.ts', '.py', '.jinja', '.cube']);

/** Every model file below the folder. Synchronous: it runs in the compile thread or in a command. */
export function loadModelFiles(directory: string): LoadedModelFiles {
  const files: ModelFile[] = [];
  const unread: string[] = [];
  for (const path of modelPaths(directory)) {
    const extension = extname(path).toLowerCase();
    const name = relative(directory, path).split(sep).join('/');
    if (readExtensions.has(extension)) {
      const text = readIfThere(path);
      if (text !== undefined) files.push({ path: name, text });
    } else if (unreadExtensions.has(extension)) unread.push(name);
  }
  return { files, unread };
}

function modelPaths(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
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
