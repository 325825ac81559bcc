import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecurityContext } from '@orrery/semantic';
import { describeConfigProblem } from '../config/config-problem.ts';
import { OperatorError } from '../config/operator-error.ts';
import { readProject } from '../config/project.ts';
import { readSettings } from '../config/settings.ts';
import { readAccessTests } from './access-tests/read-access-tests.ts';
import type { Command } from './command.ts';
import { isRecord, MalformedCaller } from '../identity/policy-caller.ts';
import { projectOf } from './project-of.ts';
import { malformed, withCallers } from './with-callers.ts';
import { readNumber } from './read-number.ts';

const defaultRuns = 500;

/** Compares on the project's own data; ends with 1 when anything differs. */
export const proveIsolation: Command = {
  usage: 'prove isolation [--project DIR] [--runs N] [--seed N]',
  summary: 'asks as many people and proves on the own data that policies hold, and prints a report',
  settings: ['project'],
  flags: [
    { name: 'runs', shows: `N  questions to ask (default: ${defaultRuns})` },
    { name: 'seed', shows: 'N  repeats the questions of a report' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, clock, note, print } = input;
    const questions = readNumber('--runs', flags['runs'] ?? String(defaultRuns));
    const seed = readNumber('--seed', flags['seed'] ?? String(1 + (Math.floor(clock.now() / 1000) % 1_000_000)));
    const data = await mkdtemp(join(tmpdir(), 'orrery-proof-'));
    try {
      // Nothing of it is kept: neither the store of the installation nor its tokens are touched.
      const settings = readSettings({
        flags: { ...flags, data, 'trust-proxy': '127.0.0.1/32' },
        environment: {},
        directory,
      });
      const own = readSettings({ flags, environment, directory });
      const projectDirectory = await projectOf(own, { ...input, print: note });
      const project = readProject(projectDirectory, environment);
      const { tests, problems } = readAccessTests(projectDirectory);
      if (problems.length > 0) throw new OperatorError(problems.map(describeConfigProblem).join('\n'));
      const { proveProject } = await import('./prove-isolation/prove-project.ts');
      const { isProven, reportText } = await import('./prove-isolation/report.ts');
      const served = await input.serveInside({ ...settings, projectDirectory, isDemo: own.isDemo }, project, input);
      try {
        const contexts = tests.map(({ as }) => as);
        const tested = await withCallers(contexts, own, clock, (resolve) =>
          Promise.all(tests.map(async ({ name, as }) => ({ name, context: withoutUser(await resolve(as)) }))),
        ).catch((error: unknown) => {
          throw error instanceof MalformedCaller ? malformed(error) : error;
        });
        const found = await proveProject(served, { seed, questions, tested, clock });
        const report = { ...found, project: project.directory, at: new Date(clock.now()).toISOString() };
        print(reportText(report));
        return isProven(report) ? 0 : 1;
      } finally {
        await served.close();
      }
    } finally {
      await rm(data, { recursive: true, force: true });
    }
  },
};

/** What is known of a user, for a server that does not know the user. */
function withoutUser(context: SecurityContext): SecurityContext {
  const { cubeCloud } = context;
  if (!isRecord(cubeCloud)) return context;
  const { user: _, ...standing } = cubeCloud;
  return { ...context, cubeCloud: standing };
}
