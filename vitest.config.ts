import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

const files = ['packages', 'apps', 'cases', 'tests', 'examples', 'bench', 'docs', 'scripts'].map(
  (folder) => `${folder}/**/*.test.ts`,
);
/** They replace modules, or change what belongs to the whole process: its variables, memory and processor time. */
const filesOfTheirOwn = [
  'docs/schemas.test.ts',
  'packages/engines/src/duckdb/streaming.test.ts',
  'packages/config/src/foreign-project.test.ts',
  'packages/server/src/faces/platform/openapi/openapi.test.ts',
  'tests/attacks/leaving-clients.test.ts',
  'tests/clients/react.test.ts',
  'tests/clients/vue.test.ts',
  'tests/platform/versions.test.ts',
];
const elsewhere = ['**/node_modules/**', 'dist/**'];
/**
 * They install programs of other languages, make archives with Node inside or start several servers of Java: they run by
 * `npm run prove`.
 */
if (process.env['ORRERY_PROVE_RUNS'] === undefined)
  elsewhere.push(
    'tests/clients/{keycloak,python}/**',
    'tests/package/{archive,container,proxy}.test.ts',
    'tests/prove/{grammars,trino-*}.test.ts',
    'tests/prove/wire/**',
  );

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'in a process of their own', include: filesOfTheirOwn, exclude: elsewhere } },
      // One process after the other keeps what it has loaded: modules are the larger part of most files.
      {
        extends: true,
        test: {
          name: 'together',
          include: files,
          exclude: [...elsewhere, ...filesOfTheirOwn],
          isolate: false,
          // A large young generation collects seldom what tests make and drop, and most functions run too often to be
          // interpreted and too seldom to be optimized: together a third less processor time.
          execArgv: [
            '--min-semi-space-size=256',
            '--max-semi-space-size=256',
            '--always-sparkplug',
            `--import=${import.meta.resolve('./tests/collect-seldom.js')}`,
          ],
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/seed.ts', 'tests/answers/check-answers.ts'],
    globalSetup: ['tests/servers/global-setup.ts', 'cases/provide-recording.ts'],
    execArgv: [`--import=${import.meta.resolve('./tests/programs/use-built.js')}`],
    // Engines and servers are started by tests; more workers than cores only make them wait for each other.
    maxWorkers: 2,
    // They end what hangs: ten times what the longest test takes on a machine that does nothing else, where the test sets no
    // limit of its own. A machine that is busy is slow, and nothing is wrong with that.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
