import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { onFreePort } from './free-port.ts';
import { pidFile, serverDirectory } from './server-directory.ts';

/** A kind of database server that tests can start. */
export interface ServerKind {
  readonly name: string;
  /** The account of the system it runs under when tests run as root; absent: it may run as root. */
  readonly account?: string;
  /** One sentence that names the packages to install when the server is missing. */
  readonly missing: string;
  /** Makes the data in `folder`, which belongs to the account. @throws when the programs are missing */
  prepare(folder: string, run: RunProgram): void;
  /** Program and arguments that serve `folder` on a port of this machine. */
  command(folder: string, port: number): readonly string[];
  /** Resolves when it accepts connections. @throws while it does not */
  tryToConnect(folder: string, port: number): Promise<void>;
}

/** Runs a program as the account of the server. */
type RunProgram = (program: string, parameters: readonly string[]) => void;

/** Location of a shared server. */
export interface ServerPlace {
  /** Folder with its data and the other files of `prepare`. */
  readonly folder: string;
  readonly port: number;
}

export interface RunningServer extends ServerPlace {
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
}

/** Ends what hangs: a server of Java takes a minute where others use the processors. */
const startWithinMs = 300_000;
const askAgainMs = 20;

/** The one server of its kind in this test run. */
export function sharedServer(kind: ServerKind): Promise<ServerPlace> {
  return onceARun(kind.name, async () => {
    const { port } = await startServer(kind, join(serverDirectory(), kind.name));
    return { folder: join(serverDirectory(), kind.name, 'data'), port };
  });
}

/**
 * Makes a value once in this test run, for all its processes. The first process makes it; the others wait for the file
 * with the outcome.
 *
 * @param make returns a value that survives JSON
 */
export async function onceARun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const place = join(serverDirectory(), name);
  const outcomeFile = `${place}.json`;
  if (takeLock(`${place}.lock`)) {
    const outcome = await make().then(
      (made) => ({ made }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    writeFileSync(`${outcomeFile}.new`, JSON.stringify(outcome));
    renameSync(`${outcomeFile}.new`, outcomeFile); // no process reads a partial file
  }
  await until(async () => {
    if (!existsSync(outcomeFile)) throw new Error(`${name} of the tests was not made`);
  });
  // Written above, by this process or another one.
  const outcome = JSON.parse(readFileSync(outcomeFile, 'utf8')) as { readonly made: T } | { readonly failure: string };
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.made;
}

/** Starts a separate server in `folder`, on a port of its own. */
export async function startServer(kind: ServerKind, folder: string): Promise<RunningServer> {
  prepareServer(kind, folder);
  return onFreePort((port) => launchServer(kind, folder, port));
}

/** Makes the data of a server in `folder`, which must be in the directory of this run so that it ends with it. */
export function prepareServer(kind: ServerKind, folder: string): void {
  mkdirSync(folder);
  const account = accountFor(kind);
  if (account) chownSync(folder, account.uid, account.gid);
  kind.prepare(join(folder, 'data'), (program, parameters) => {
    execFileSync(program, parameters, { ...account, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
  });
}

/** Starts the server of a prepared folder, and resolves when it takes connections. */
export async function launchServer(kind: ServerKind, folder: string, port: number): Promise<RunningServer> {
  const data = join(folder, 'data');
  const [program = '', ...parameters] = kind.command(data, port);
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const before = fstatSync(log).size; // of starts before this one
  const child = spawn(program, parameters, {
    ...accountFor(kind),
    detached: true,
    stdio: ['ignore', log, log],
    cwd: folder,
  });
  closeSync(log);
  const { pid } = child;
  const ended = new Promise<string>((end) => {
    child.once('error', (error) => end(error.message));
    child.once('exit', (code) => end(`ended with ${code}`));
  });
  const failed = ended.then((why) => {
    const said = readFileSync(logFile).subarray(before).toString();
    throw new Error(`the ${kind.name} server of the tests ${why}:\n${said}`);
  });
  failed.catch(() => undefined); // the server also ends when the run does
  if (pid === undefined) return failed;
  writeFileSync(join(folder, pidFile), String(pid));
  child.unref();
  const ending = new AbortController();
  try {
    await Promise.race([failed, until(() => kind.tryToConnect(data, port), ending.signal)]);
  } finally {
    ending.abort();
  }
  return { folder: data, port, pid, ended };
}

/** Servers refuse to run as root; other users run them under their own account. */
function accountFor({ account, missing }: ServerKind): { readonly uid: number; readonly gid: number } | undefined {
  if (account === undefined || process.getuid?.() !== 0) return undefined;
  const id = (what: string) => Number(execFileSync('id', [what, account], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch (cause) {
    throw new Error(missing, { cause });
  }
}

function takeLock(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param signal ends the attempts */
async function until(holds: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (signal?.aborted || Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, askAgainMs));
    }
  }
}
