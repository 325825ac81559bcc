import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { askProbe, stallProbe, type Vitals } from '../../bench/ask-probe.ts';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { copyDemo } from './demo-project.ts';

const root = resolve(import.meta.dirname, '../..');

/** The demo over generated data, served by a separate process. */
export interface SoakedServer {
  readonly origin: string;
  readonly token: string;
  readonly databaseFile: string;
  readonly hasEnded: () => boolean;
  /** The longest stall since the start, and memory now. */
  vitals(): Promise<Vitals>;
  /** Its log lines of level error. */
  readonly errors: () => string;
  /** @returns the exit code */
  stop(): Promise<number | null>;
}

export async function startSoakedServer(today: string): Promise<SoakedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'orrery-prove-'));
  const { project, databaseFile } = await copyDemo(directory, today);
  const child = spawn(
    process.execPath,
    [
      '--import',
      stallProbe,
      join(root, 'packages/cli/bin/orrery.js'),
      ...['start', '--dev', '--project', project, '--port', '0'],
    ],
    {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...withoutSettings(process.env), ORRERY_LOG_LEVEL: 'error', ORRERY_ENGINE_MEMORY_MB: '1024' },
    },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const { origin, token } = await readBanner(child);
  return {
    origin,
    token,
    databaseFile,
    hasEnded: () => child.exitCode !== null,
    errors: () => errors,
    vitals: () => askProbe(child, 'vitals'),
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

async function readBanner(child: ChildProcess): Promise<{ readonly origin: string; readonly token: string }> {
  if (!child.stdout) throw new Error('the output of the server is piped');
  let printed = '';
  for await (const line of createInterface(child.stdout)) {
    printed += `${line}\n`;
    const origin = /(https?:\/\/[^/\s]+)\/readyz/.exec(printed)?.[1];
    const token = /Authorization: ([^']+)/.exec(printed)?.[1];
    if (origin && token) {
      child.stdout.resume();
      return { origin, token };
    }
  }
  throw new Error(`the server ended: ${printed}`);
}
