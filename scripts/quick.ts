import { changedFiles } from './quick/changed-files.ts';
import { nearestTests } from './quick/nearest-tests.ts';
import { readingSteps, root, runTests, takeSteps, tell } from './take-steps.ts';

/**
 * Checks a change in about a minute: format, lint, types, and the tests nearest to the files that differ from main.
 * Only `npm test` decides whether a change is accepted. The last line is `N passed, N failed`.
 */
const mostFiles = 25;

const changed = changedFiles(root);
const { chosen, left } = nearestTests(root, changed, mostFiles);
const steps = await takeSteps(readingSteps);
console.log(
  `${changed.length} files differ from main: asking the nearest ${chosen.length} test files, not ${left} more`,
);
if (chosen.length > 0) tell([steps, await runTests(chosen)]);
else tell([steps]);
