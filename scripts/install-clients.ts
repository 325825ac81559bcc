import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const clients = resolve(import.meta.dirname, '../tests/clients');
/** An npm that takes longer waits for something that does not come, and is started again. */
const longestTryMs = 5 * 60_000;
const mostTries = 3;
/** An installation that takes longer was killed. */
const longestMs = mostTries * longestTryMs + 5 * 60_000;

/**
 * Installs the clients of `tests/clients`, or of a folder in it, by their lock file, unless they are there: `npm ci` of the
 * project does not pay for them. Processes that ask at the same time wait for the one that installs.
 *
 * @returns the folder of their commands
 */
export async function installClients(folder = clients): Promise<string> {
  const lock = join(tmpdir(), `orrery-clients-${hash('sha256', folder, 'hex').slice(0, 16)}`);
  while (!isInstalled(folder)) {
    if (!take(lock)) {
      await wait(200);
      continue;
    }
    try {
      if (!isInstalled(folder)) install(folder);
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules/.bin');
}

/** Says which lock file was installed. */
const stampIn = (folder: string) => join(folder, 'node_modules', '.installed');

function isInstalled(folder: string): boolean {
  const stamp = stampIn(folder);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted(folder);
}

function wanted(folder: string): string {
  return hash('sha256', readFileSync(join(folder, 'package-lock.json')));
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > longestMs) {
      rmSync(lock, { recursive: true, force: true });
    }
    return false;
  }
}

/** Nothing of the packages runs while they are installed; npm's cache is asked before the network. */
function install(folder: string): void {
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Node 20 may wait forever for files that it reads by io_uring.
  const env = { ...process.env, UV_USE_IO_URING: '0' };
  for (let tries = 1; ; tries += 1) {
    const { status, error, stderr } = spawnSync('npm', ['ci', ...options], {
      cwd: folder,
      encoding: 'utf8',
      env,
      timeout: longestTryMs,
      killSignal: 'SIGKILL',
    });
    if (status === 0) break;
    if (error === undefined || tries === mostTries)
      throw new Error(`the clients of the tests cannot be installed: ${error?.message ?? stderr}`);
  }
  writeFileSync(stampIn(folder), wanted(folder));
}

if (import.meta.main) {
  for (const file of globSync('{.,*}/package-lock.json', { cwd: clients }))
    await installClients(join(clients, file, '..'));
}
