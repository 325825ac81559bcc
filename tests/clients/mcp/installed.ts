import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Installs the public clients of a folder by its lock file, unless they are there. @returns the folder of their commands */
export async function installed(folder: string): Promise<string> {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return join(folder, 'node_modules/.bin');
}
