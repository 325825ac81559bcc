import { readdirSync, realpathSync } from 'node:fs';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import type { ModelFile } from '@orrery/semantic';
import { readIfThere } from '@orrery/config';

/** Of Python the compiler reads what it defines, to say so where a template calls it. */
const readExtensions = new Set(['.yml', '.yaml', '.jinja', '.py']);
/** Other programs: the compiler refuses them by name, whatever they hold. */
const programExtensions = new Set(['.js', '.ts', '.cube']);

/** Every model file below the folder, sorted by path. Synchronous: it runs in the compile thread or in a command. */
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

/** Folders with hidden names hold copies: those of versions of a mounted folder, those of Git. */
function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.'));
}

/** What a link leads to outside of the folder is nothing of the model: it would show in problems and answers. */
function leadsOut(directory: string, path: string): boolean {
  try {
    const within = relative(realpathSync(directory), realpathSync(path));
    return within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within);
  } catch {
    return false; // a link that leads nowhere has nothing to read
  }
}
