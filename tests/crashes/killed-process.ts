import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { orreryProcess, type RunOptions } from '../../packages/cli/src/command/run-orrery.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'kill-at.js')).href;

/** Number of steps of a command that change something on disk. */
export async function stepsOf(args: readonly string[], options: RunOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-steps-'));
  const file = join(folder, 'steps');
  try {
    const end = await run(args, options, { STEPS_FILE: file });
    if (end.code !== 0) throw new Error(`it failed: ${end.errors}`);
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command and kills it at one of its steps. @returns whether it was killed: it may have ended before */
export async function killedAt(step: number, args: readonly string[], options: RunOptions): Promise<boolean> {
  const end = await run(args, options, { KILL_AT: String(step) });
  if (end.signal !== 'SIGKILL' && end.code !== 0) throw new Error(`it failed: ${end.errors}`);
  return end.signal === 'SIGKILL';
}

function run(args: readonly string[], options: RunOptions, variables: Readonly<Record<string, string>>) {
  const environment = { ...options.environment, ...variables, NODE_OPTIONS: `--import=${preload}` };
  return new Promise<{ readonly code: number | null; readonly signal: string | null; readonly errors: string }>(
    (resolve, reject) => {
      const child = orreryProcess(args, { ...options, environment });
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, errors }));
    },
  );
}

/**
 * Runs a command and kills it after the given milliseconds. @returns whether it was killed: it may have ended before
 */
export async function killedAfter(afterMs: number, args: readonly string[], options: RunOptions): Promise<boolean> {
  const child = orreryProcess(args, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

/** Does `work` for each step, a few at a time. */
export async function inGroups(steps: readonly number[], work: (step: number) => Promise<void>): Promise<void> {
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await work(step);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
}

const atATime = 3;

/**
 * A distance that selects about thirty steps, however many there are; odd, so that it selects both the start and the
 * end of an operation.
 */
export function aFewOf(steps: number): number {
  return Math.ceil(steps / 30) | 1;
}

/** Steps at the given distance, including the first. */
export function every(distance: number, steps: number): readonly number[] {
  return Array.from({ length: Math.ceil(steps / distance) }, (_, index) => 1 + index * distance);
}

/** The last steps, in which a command commits. */
export function last(count: number, steps: number): readonly number[] {
  return Array.from({ length: Math.min(count, steps) }, (_, index) => steps - index);
}
