import { spawn } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { OperatorError } from '@orrery/kernel';

export interface DemoInput {
  readonly demoDirectory: string;
  /** Holds a copy of the demo when its own folder is read-only. */
  readonly dataDirectory: string;
  readonly clock: { now(): number };
  onProgress(line: string): void;
}

/**
 * Generates the demo's data, unless that happened today: the data ends yesterday.
 *
 * @returns the project folder to serve
 */
export async function prepareDemo({ demoDirectory, dataDirectory, clock, onProgress }: DemoInput): Promise<string> {
  const project = writableProject(demoDirectory, dataDirectory);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const directory = join(project, 'data');
  const madeAt = statSync(join(directory, 'shop.duckdb'), { throwIfNoEntry: false })?.mtime.toISOString().slice(0, 10);
  if (madeAt !== today) {
    await runPrepare(preparingProgram(demoDirectory), ['--directory', directory, '--today', today], onProgress);
  }
  return project;
}

/** The published package has it built: Node reads no types of installed packages. */
function preparingProgram(demoDirectory: string): string {
  const built = join(demoDirectory, 'prepare.js');
  return existsSync(built) ? built : join(demoDirectory, 'prepare.ts');
}

function writableProject(demoDirectory: string, dataDirectory: string): string {
  try {
    accessSync(demoDirectory, constants.W_OK);
    return demoDirectory;
  } catch {
    const copy = join(dataDirectory, basename(demoDirectory));
    mkdirSync(copy, { recursive: true });
    for (const part of ['orrery.yml', 'model'])
      cpSync(join(demoDirectory, part), join(copy, part), { recursive: true });
    return copy;
  }
}

/** Runs in a process of its own, so that the memory for a million rows is freed when it ends. */
function runPrepare(script: string, args: readonly string[], onProgress: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface(child.stdout).on('line', onProgress);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new OperatorError(`The demo's data could not be made (exit code ${code}).`));
    });
  });
}
