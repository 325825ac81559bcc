import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConsoleSource, openConsole } from '../faces/console/index.ts';
import { type BuiltFiles, readBuiltFiles } from '../pages/index.ts';

/** Where a clone builds its pages. */
const ownFolders = { embed: '../../../embed/dist/', console: '../../../../apps/console/dist/' } as const;

/** @param directory of the built pages; absent: where a clone builds them */
export function pagesForFrames(directory: string | undefined): BuiltFiles | undefined {
  return readBuiltFiles(builtFolder('embed', directory));
}

/** @param directory of the built pages; absent: where a clone builds them */
export function builtConsole(directory: string | undefined): ConsoleSource {
  return openConsole(builtFolder('console', directory));
}

function builtFolder(name: keyof typeof ownFolders, directory: string | undefined): string {
  if (directory !== undefined) return join(directory, name);
  return fileURLToPath(new URL(ownFolders[name], import.meta.url));
}
