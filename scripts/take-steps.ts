import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
  /** Seconds by step. */
  readonly seconds: Readonly<Record<string, number>>;
}

/** Checks the types of a project; a second checker would read shared types again, and steps run side by side. */
export function checkTypes(project: string): readonly string[] {
  return ['tsc', '--checkers', '1', '-p', project];
}

/** Steps that run no tests; together they take seconds. */
export const readingSteps: readonly Step[] = [
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'types', command: checkTypes('.') },
  { name: 'types of pages', command: checkTypes('packages/embed') },
  { name: 'types of the application', command: checkTypes('apps/console') },
  { name: 'types of tests in browsers', command: checkTypes('tests/console') },
  { name: 'types of clients', command: checkTypes('packages/client') },
];

/** Runs all steps, even after one fails, and reports each failure. */
export async function takeSteps(steps: readonly Step[]): Promise<Tally> {
  let failed = 0;
  const seconds: Record<string, number> = {};
  for (const { name, command } of steps) {
    const started = performance.now();
    const { succeeded, said } = await runQuietly(command);
    process.stdout.write(said);
    seconds[name] = secondsSince(started);
    console.log(`${succeeded ? 'ok    ' : 'FAILED'} ${name} (${seconds[name].toFixed(1)} s)`);
    if (!succeeded) failed += 1;
  }
  return { passed: steps.length - failed, failed, seconds };
}

const secondsSince = (started: number) => Math.round(performance.now() - started) / 1000;

/** Runs rows of steps side by side. */
export async function takeSideBySide(...rows: readonly (readonly Step[])[]): Promise<Tally> {
  return sumOf(await Promise.all(rows.map(takeSteps)));
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    seconds: Object.assign({}, ...tallies.map(({ seconds }) => seconds)) as Tally['seconds'],
  };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** @param files test files to run; all of them when none is named */
export async function runTests(files: readonly string[] = []): Promise<Tally> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'orrery-check-'));
  const file = join(folder, 'report.json');
  try {
    const reports = [
      '--reporter=default',
      '--reporter=./tests/report-silence.ts',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const succeeded = await run(['vitest', 'run', ...reports, ...files]);
    // Written by vitest's own reporter at the end of a run, which one that was ended has not reached.
    const report = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Report)
      : { numPassedTests: 0, numFailedTests: 0 };
    const failed = report.numFailedTests + (succeeded || report.numFailedTests > 0 ? 0 : 1);
    return { passed: report.numPassedTests, failed, seconds: { tests: secondsSince(started) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Last line of a run, with its result. */
export function tell({ passed, failed }: Pick<Tally, 'passed' | 'failed'>): void {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs a command, and tells at its end what it wrote, so that commands side by side do not write into each other. */
function runQuietly([program = '', ...parameters]: Step['command']): Promise<{ succeeded: boolean; said: string }> {
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('error', (error) => done({ succeeded: false, said: `${error}\n` }));
    child.on('close', (code) => done({ succeeded: code === 0, said }));
  });
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
