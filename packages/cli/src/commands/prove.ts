import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeModelProblem, type Runtime, runtimeFor } from '@orrery/runtime';
import {
  describeConfigProblem,
  isRecord,
  MalformedCaller,
  OperatorError,
  policyCallerOf,
  type SecurityContext,
} from '@orrery/kernel';
import { readProject, readSettings } from '@orrery/config';
import { type AccessTest, readAccessTests, type ResolveContext, withCallers } from '@orrery/deployments';
import { type Command, projectOf, readNumber } from '../command/index.ts';
import type { Identity } from '../prove-isolation/index.ts';

const defaultRuns = 500;

/** Checks isolation on the project's own data; exits with 1 when any answer differs, or nothing is proven. */
export const proveIsolation: Command = {
  usage: 'prove isolation [--project DIR] [--runs N] [--seed N]',
  summary: 'runs queries as many callers, checks on the data of the project that policies hold, and prints a report',
  settings: ['project'],
  flags: [
    { name: 'runs', shows: `N  queries to run (default: ${defaultRuns})` },
    { name: 'seed', shows: 'N  repeats the questions of a report' },
  ],
  words: 0,
  async run(input) {
    const { flags, environment, directory, clock, note, print } = input;
    const questions = readNumber('--runs', flags['runs'] ?? String(defaultRuns));
    const seed = readNumber('--seed', flags['seed'] ?? String(1 + (Math.floor(clock.now() / 1000) % 1_000_000)));
    const data = await mkdtemp(join(tmpdir(), 'orrery-proof-'));
    try {
      // Keeps nothing: the store and the tokens of the installation stay untouched.
      const settings = readSettings({
        flags: { ...flags, data, 'trust-proxy': '127.0.0.1/32' },
        environment: {},
        directory,
      });
      const own = readSettings({ flags, environment, directory });
      const projectDirectory = await projectOf(own, { ...input, print: note });
      const project = readProject(projectDirectory, environment);
      const { tests, problems } = await readAccessTests(projectDirectory);
      if (problems.length > 0) throw new OperatorError(problems.map(describeConfigProblem).join('\n'));
      const { runAccessTests } = await import('@orrery/deployments');
      const { proveProject } = await import('../prove-isolation/prove-project.ts');
      const { isProven, reportText } = await import('../prove-isolation/report.ts');
      const served = await input.serveInside({ ...settings, projectDirectory, isDemo: own.isDemo }, project, input);
      try {
        const contexts = tests.map(({ as }) => as);
        const { run, tested } = await withCallers(contexts, own, clock, async (resolve) => {
          const tested = await testedCallers(tests, resolve);
          for (const { context } of [{ context: {} }, ...tested]) await refuseProblems(served.runtime, context);
          const forCaller = (context: SecurityContext) => runtimeFor(served.runtime, context);
          const run = await runAccessTests(tests, { modelFor: forCaller, runtimeFor: forCaller, resolve, clock });
          return { run, tested };
        });
        const found = await proveProject(served, { seed, questions, tested, clock });
        const report = {
          ...found,
          project: project.directory,
          at: new Date(clock.now()).toISOString(),
          tests: { passed: run.passed, failures: run.failures.map(describeConfigProblem) },
        };
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

/** Returns the callers of access tests that resolve; a test with an impossible caller fails anyway. */
async function testedCallers(tests: readonly AccessTest[], resolve: ResolveContext): Promise<readonly Identity[]> {
  const found: Identity[] = [];
  for (const { name, as } of tests) {
    try {
      const context = withoutUser(await resolve(as));
      policyCallerOf(context);
      found.push({ name, context });
    } catch (error) {
      if (!(error instanceof MalformedCaller)) throw error;
    }
  }
  return found;
}

/** Keeps the groups and attributes of a caller without the user, for a server that does not know the user. */
function withoutUser(context: SecurityContext): SecurityContext {
  const { cubeCloud } = context;
  if (!isRecord(cubeCloud)) return context;
  const { user: _, ...standing } = cubeCloud;
  return { ...context, cubeCloud: standing };
}

/** Stops on cubes that do not compile: no query would reach them, and the report would not mention it. */
async function refuseProblems(runtime: Runtime, context: SecurityContext): Promise<void> {
  const { build } = await runtime.modelFor(context);
  // A caller without a claim that templates read has no such cubes, which is no fault of the model.
  const problems = build.problems.filter(({ code }) => code !== 'model.template-missing-context');
  if (problems.length === 0) return;
  const described = problems.map((problem) => describeModelProblem(problem, runtime.modelDirectory));
  throw new OperatorError(['The model has problems, so nothing can be proven of it:', ...described].join('\n\n'));
}
