import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Everything that must hold before a change is taken: format, lint, unused code, types, build, tests, and the servers that tests ask.
 * The last line is `N passed, N failed`; a step that fails fails the run, the later ones still report.
 */
const root = resolve(import.meta.dirname, '..');

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

const steps: readonly Step[] = [
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'database servers', command: ['.ci/install-servers'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
];

function run(command: readonly string[]): Promise<boolean> {
  const [program = '', ...parameters] = command;
  return new Promise((done) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(String(error));
      done(false);
    });
    child.on('close', (code) => done(code === 0));
  });
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
}

async function runTests(): Promise<{ readonly passed: number; readonly failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-check-'));
  const file = join(folder, 'report.json');
  try {
    const succeeded = await run([
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]);
    // Written by vitest's own reporter; a missing or broken report throws and fails the run.
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const failed = report.numFailedTests + (succeeded || report.numFailedTests > 0 ? 0 : 1);
    return { passed: report.numPassedTests, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let passed = 0;
let failed = 0;
for (const step of steps) {
  const started = performance.now();
  const succeeded = await run(step.command);
  console.log(
    `${succeeded ? 'ok    ' : 'FAILED'} ${step.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  if (succeeded) passed += 1;
  else failed += 1;
}
const tests = await runTests();
passed += tests.passed;
failed += tests.failed;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
