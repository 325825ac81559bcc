import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Steps that run no tests; together they take seconds. */
export const readingSteps: readonly Step[] = [
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of pages', command: ['tsc', '-p', 'packages/embed'] },
  { name: 'types of the application', command: ['tsc', '-p', 'apps/console'] },
  { name: 'types of tests in browsers', command: ['tsc', '-p', 'tests/console'] },
  { name: 'types of clients', command: ['tsc', '-p', 'packages/client'] },
];

/** Runs all steps, even after one fails, and reports each failure. */
export async function takeSteps(steps: readonly Step[]): Promise<Tally> {
  let failed = 0;
  for (const { name, command } of steps) {
    const started = performance.now();
    const succeeded = await run(command);
    console.log(`${succeeded ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    if (!succeeded) failed += 1;
  }
  return { passed: steps.length - failed, failed };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** @param files test files to run; all of them when none is named */
export async function runTests(files: readonly string[] = []): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-check-'));
  const file = join(folder, 'report.json');
  try {
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = await run(['vitest', 'run', ...reports, ...files]);
    // Written by vitest's own reporter; a missing or broken report throws and fails the run.
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const failed = report.numFailedTests + (succeeded || report.numFailedTests > 0 ? 0 : 1);
    return { passed: report.numPassedTests, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Last line of a run, with its result. */
export function tell(tallies: readonly Tally[]): void {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  const failed = sum((tally) => tally.failed);
  console.log(`${sum((tally) => tally.passed)} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

function run([program = '', ...parameters]: readonly string[]): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(String(error));
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}
