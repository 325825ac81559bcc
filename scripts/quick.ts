import { changedFiles } from './quick/changed-files.ts';
import { nearestTests } from './quick/nearest-tests.ts';
import { readingSteps, root, runTests, takeSteps, tell } from './take-steps.ts';

/**
 * What to ask while a change is made, within a minute or so: format, lint, types, and the tests that are nearest to what differs
 * from main. `npm test` is what a change is taken by. The last line is `N passed, N failed`.
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
