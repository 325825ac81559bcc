import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/**/*.test.ts',
      'cases/**/*.test.ts',
      'tests/**/*.test.ts',
      'examples/**/*.test.ts',
      'bench/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    setupFiles: 'tests/seed.ts',
    globalSetup: 'tests/servers/global-setup.ts',
    execArgv: [`--import=${import.meta.resolve('./tests/programs/use-built.js')}`],
    // Engines and servers are started by tests; more workers than cores only make them wait for each other.
    maxWorkers: 2,
    // They end what hangs; a machine that is busy with something else is slow, and nothing is wrong with that.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
