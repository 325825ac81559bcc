import { readingSteps, runTests, takeSteps, tell } from './take-steps.ts';

/**
 * Everything that must hold before a change is taken: format, lint, types, unused code, build, tests, and the servers that tests
 * ask. The last line is `N passed, N failed`; a step that fails fails the run, the later ones still report.
 */
const steps = await takeSteps([
  ...readingSteps,
  { name: 'unused code', command: ['knip'] },
  { name: 'database servers', command: ['.ci/install-servers'] },
  { name: 'build', command: ['node', 'scripts/build.ts'] },
]);
tell([steps, await runTests()]);
