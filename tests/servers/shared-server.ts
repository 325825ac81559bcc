import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pidFile, serverDirectory } from './server-directory.ts';

/** A kind of database server that tests can start. */
export interface ServerKind {
  readonly name: string;
  /** The account of the system it runs under when tests run as root. */
  readonly account: string;
  /** What to install where it is missing: one sentence. */
  readonly missing: string;
  /** Makes the data in `folder`, which belongs to the account. @throws when the programs are missing */
  prepare(folder: string, run: RunProgram): void;
  /** Program and arguments that serve `folder` on a port of this machine. */
  command(folder: string, port: number): readonly string[];
  /** Resolves when it takes connections. @throws while it does not */
  knock(folder: string, port: number): Promise<void>;
}

/** Runs a program as the account of the server. */
type RunProgram = (program: string, parameters: readonly string[]) => void;

/** Where a server is, for whoever shares it. */
export interface ServerPlace {
  /** Its data, and whatever `prepare` left beside it. */
  readonly folder: string;
  readonly port: number;
}

export interface RunningServer extends ServerPlace {
  readonly pid: number;
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>;
}

const startWithinMs = 60_000;
const askAgainMs = 20;

/**
 * The one server of its kind in this test run. The first worker that asks starts it; the others wait for the file with
 * its address.
 */
export async function sharedServer(kind: ServerKind): Promise<ServerPlace> {
  const folder = join(serverDirectory(), kind.name);
  const addressFile = `${folder}.json`;
  if (takeLock(`${folder}.lock`)) {
    const outcome = await startServer(kind, folder).then(
      ({ port }) => ({ server: { folder: join(folder, 'data'), port } }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    writeFileSync(`${addressFile}.new`, JSON.stringify(outcome));
    renameSync(`${addressFile}.new`, addressFile); // nobody reads half an address
  }
  await until(async () => {
    if (!existsSync(addressFile)) throw new Error(`the ${kind.name} server of the tests did not start`);
  });
  // Written above, by this worker or another one.
  const { server, failure } = JSON.parse(readFileSync(addressFile, 'utf8')) as {
    readonly server?: ServerPlace;
    readonly failure?: string;
  };
  if (server) return server;
  throw new Error(failure);
}

/** A server of its own in `folder`, on a port of its own. */
export async function startServer(kind: ServerKind, folder: string): Promise<RunningServer> {
  prepareServer(kind, folder);
  return launchServer(kind, folder, await freePort());
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
  const log = openSync(join(folder, 'log'), 'a');
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
    throw new Error(`the ${kind.name} server of the tests ${why}:\n${readFileSync(join(folder, 'log'), 'utf8')}`);
  });
  failed.catch(() => undefined); // it also ends when the run does
  if (pid === undefined) return failed;
  writeFileSync(join(folder, pidFile), String(pid));
  child.unref();
  await Promise.race([failed, until(() => kind.knock(data, port))]);
  return { folder: data, port, pid, ended };
}

/** Servers refuse to run as root; anybody else runs them as themselves. */
function accountFor({ account, missing }: ServerKind): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
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

async function until(holds: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  for (;;) {
    try {
      await holds();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, askAgainMs));
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });
}
