import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/orrery.js', import.meta.url));

export interface OrreryRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunOptions {
  /** Current folder of the command; its data is kept there, apart from that of every other test. */
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the command line in a process of its own, without this process's settings; for tests. */
export function orreryProcess(args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [bin, ...args], {
    cwd: options.directory,
    env: {
      ...withoutSettings(process.env),
      ORRERY_DATA: join(options.directory, '.orrery'),
      ...options.environment,
    },
  });
}

/** Removes from an environment everything a server would read. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(environment).filter((name) => !/^(ORRERY|CUBEJS)_|^NODE_OPTIONS$/.test(name));
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

/** Waits for its end. */
export function runOrrery(args: readonly string[], options: RunOptions): Promise<OrreryRun> {
  return new Promise((resolve, reject) => {
    const child = orreryProcess(args, options);
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}
