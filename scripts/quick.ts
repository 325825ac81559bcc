import { parseArgs } from 'node:util';
import { changedFiles } from './quick/changed-files.ts';
import { decidesClientTypes } from './quick/client-sources.ts';
import { nearestTests } from './quick/nearest-tests.ts';
import { readingSteps, root, runTests, type Step, sumOf, takeSteps, tell } from './take-steps.ts';

/**
 * Checks a change in about a minute: format, lint, types, and the tests nearest to the files that differ from main. If
 * one of them may change the generated files of the client package, these are compared too.
 * Only `npm test` decides whether a change is accepted. The last line is `N passed, N failed`.
 *
 * A change for which no test is chosen fails, unless `--none-is-fine` is given.
 */
const mostFiles = 25;

const clientTypes: Step = { name: 'generated client types', command: ['node', 'scripts/client-types.ts', '--check'] };

const { values } = parseArgs({ options: { 'none-is-fine': { type: 'boolean', default: false } } });
const changed = changedFiles(root);
const { chosen, left } = nearestTests(root, changed, mostFiles);
const steps = await takeSteps([...readingSteps, ...(changed.some(decidesClientTypes) ? [clientTypes] : [])]);
if (chosen.length > 0) {
  console.log(
    `${changed.length} files differ from main: asking the nearest ${chosen.length} test files, not ${left} more`,
  );
  tell(sumOf([steps, await runTests(chosen)]));
} else {
  const isFine = values['none-is-fine'] || changed.length === 0;
  console.log(
    `${changed.length} files differ from main: 0 tests cover this change${isFine ? '' : ' (--none-is-fine accepts that)'}`,
  );
  tell({ passed: steps.passed, failed: steps.failed + (isFine ? 0 : 1) });
}
