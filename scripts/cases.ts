import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { showCase } from './cases/show-case.ts';
import { root } from './take-steps.ts';

/**
 * Runs the planner cases: arguments go to vitest, such as `--update` or `-t <name>`. With `--show <case>` it prints the
 * statements of a case instead, now and where this branch left main, or at the commit of `--since`.
 */
const { values } = parseArgs({ strict: false, options: { show: { type: 'string' }, since: { type: 'string' } } });

if (values.show === undefined) {
  const { status } = spawnSync('vitest', ['run', 'cases', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  try {
    console.log(showCase(root, String(values.show), values.since === undefined ? undefined : String(values.since)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
