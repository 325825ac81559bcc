import { readdirSync, realpathSync } from 'node:fs';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import type { ModelFile } from '@orrery/semantic';
import { readIfThere } from '@orrery/config';

/** From Python files the compiler reads the defined names, to report templates that call them. */
const readExtensions = new Set(['.yml', '.yaml', '.jinja', '.py']);
/** Other programs, which the compiler refuses by name, whatever their content. */
const programExtensions = new Set(['.js', '.ts', '.cube']);

/**
 * Reads every model file below the folder, sorted by path. Synchronous, because it runs in the compile thread or in a
 * command.
 */
export function loadModelFiles(directory: string): readonly ModelFile[] {
  const files: ModelFile[] = [];
  for (const path of modelPaths(directory)) {
    const extension = extname(path).toLowerCase();
    const name = relative(directory, path).split(sep).join('/');
    if (programExtensions.has(extension)) files.push({ path: name, text: '' });
    if (!readExtensions.has(extension)) continue;
    if (leadsOut(directory, path)) {
      files.push({ path: name, text: '', isOutside: true });
      continue;
    }
    const text = readIfThere(path);
    if (text !== undefined) files.push({ path: name, text });
  }
  return files;
}

function modelPaths(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isHidden(relative(directory, path)))
    .sort();
}

/** Folders with hidden names hold copies: versions of a mounted folder, or Git's data. */
function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.'));
}

/** A target outside the folder is not part of the model: it would appear in problems and answers. */
function leadsOut(directory: string, path: string): boolean {
  try {
    const within = relative(realpathSync(directory), realpathSync(path));
    return within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within);
  } catch {
    return false; // a link that leads nowhere has nothing to read
  }
}
