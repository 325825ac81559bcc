import { checkTypes, readingSteps, runTests, takeSideBySide, tell } from './take-steps.ts';

/**
 * Checks everything that a change must pass: format, lint, types, unused code, build, tests, and the database servers
 * that tests use. The last line is `N passed, N failed`. A failed step fails the run, and the later ones still report.
 */
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
tell([steps, await runTests()]);
