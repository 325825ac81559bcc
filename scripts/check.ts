import { parseArgs } from 'node:util';
import { checkedState, recordsFolder, writeRecord } from './checks/check-record.ts';
import { checkTypes, readingSteps, root, runTests, sumOf, takeSideBySide, type Tally, tell } from './take-steps.ts';

/**
 * Checks everything that a change must pass: format, lint, types, unused code, build, tests, and the database servers
 * that tests use. The last line is `N passed, N failed`. A failed step fails the run, and the later ones still report.
 * What was checked is written into the user's cache folder, where `npm run last-check` reads it. Takes no arguments:
 * `npx vitest run FILE` runs one file.
 */
parseArgs({ options: {} });
const before = checkedState(root);
const steps = await takeSideBySide(
  [...readingSteps, { name: 'build', command: ['node', 'scripts/build.ts'] }],
  // These wait for others most of the time.
  [
    { name: 'database servers', command: ['.ci/install-servers'] },
    { name: 'clients of others', command: ['node', 'scripts/install-clients.ts'] },
    { name: 'types of tests with them', command: checkTypes('tests/clients') },
    { name: 'unused code', command: ['knip'] },
  ],
);
const tally = sumOf([steps, await runTests()]);
keep(tally);
tell(tally);

/** A record that cannot be written does not fail the run. */
function keep({ passed, failed, seconds }: Tally): void {
  const after = checkedState(root);
  if (!before || !after) return;
  const isClean = before.isClean && after.isClean && before.tree === after.tree;
  try {
    const endedAt = new Date().toISOString();
    writeRecord({ ...before, isClean, isWhole: true, passed, failed, seconds, endedAt }, recordsFolder());
  } catch (error) {
    console.error(`cannot note the result for npm run last-check: ${String(error)}`);
  }
}
