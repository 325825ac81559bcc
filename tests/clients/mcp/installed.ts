import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Installs the public clients of a folder by its lock file, unless they are there. @returns the folder of their commands */
export async function installed(folder: string): Promise<string> {
  const [wanted, found] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    changedAt(folder, file),
  );
  if (found === undefined || (wanted ?? 0) > found) {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  }
  return join(folder, 'node_modules/.bin');
}

function changedAt(folder: string, file: string): number | undefined {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs;
}
