import { chmodSync, type Dirent, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const variable = 'TEST_SERVERS_DIRECTORY';
const prefix = 'orrery-servers-';
/** In the folder of a server: the process that owns the data, as text. */
export const pidFile = 'pid';
const quitWithinMs = 3000;
const memoryFolder = '/dev/shm';
/** Several times what a run has at the same time. */
const roomBytes = 8 * 2 ** 30;

/** Where temporary files were written before the run. */
let before: string | undefined;

/** Where the servers of this test run keep their data; workers learn it through the environment. */
export function serverDirectory(): string {
  const directory = process.env[variable];
  if (directory === undefined) throw new Error('test servers need the vitest globalSetup of tests/servers');
  return directory;
}

/**
 * Makes the folder of one run, after removing folders that killed runs left behind. Temporary files of the tests and of
 * what they start are written into it.
 */
export function makeServerDirectory(): string {
  const base = temporaryFolder();
  for (const name of readdirSync(base)) {
    const owner = /^orrery-servers-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) removeServerDirectory(join(base, name));
  }
  const directory = mkdtempSync(join(base, `${prefix}${process.pid}-`));
  process.env[variable] = directory;
  before = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(directory, 'temporary');
  mkdirSync(process.env['TMPDIR']);
  chmodSync(process.env['TMPDIR'], 0o777);
  return directory;
}

/** A folder in memory, where there is one with room: databases of tests are hundreds of files each. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= roomBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir(); // other systems than Linux have none
  }
}

/** Ends every server that was started in `directory`, at once, and removes their data. */
export function removeServerDirectory(directory: string): void {
  const folders = entriesOf(directory).filter((entry) => entry.isDirectory());
  const pids = folders.flatMap(({ name }) => readPid(join(directory, name)) ?? []);
  for (const pid of pids) signal(pid, 'SIGQUIT'); // PostgreSQL: at once, and what it shares in memory is given back
  for (const pid of pids) end(pid);
  rmSync(directory, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 });
  if (process.env[variable] !== directory) return;
  delete process.env[variable];
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
}

/** The folder is missing when another run removed it meanwhile. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function readPid(folder: string): number | undefined {
  try {
    return Number(readFileSync(join(folder, pidFile), 'utf8'));
  } catch {
    return undefined; // the server was not started
  }
}

/**
 * Asks servers to end, and kills those that have not ended after a while. A server leads a process group, so its
 * children end with it.
 */
function end(pid: number): void {
  const deadline = Date.now() + quitWithinMs;
  while (isAlive(pid) && Date.now() < deadline) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  signal(-pid, 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
