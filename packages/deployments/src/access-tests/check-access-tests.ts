import { defaultDeploymentId, firstAccountId } from '@orrery/kernel';
import { compileModel } from '@orrery/semantic';
import { pino } from 'pino';
import { loadModelFiles, makeDataDirectory, openRuntime, runtimeFor, snapshotOf, callerViewOf } from '@orrery/runtime';
import type { MetadataSettings } from '../open-metadata.ts';
import type { Project, Settings } from '@orrery/config';
import { type ResolveContext, withCallers } from './with-callers.ts';
import type { AccessTest } from './access-test.ts';
import { runAccessTests, type TestedModel, type TestRun } from './run-access-tests.ts';

interface CheckedProject {
  readonly project: Project;
  readonly settings: MetadataSettings & Pick<Settings, 'engineMemoryMb'>;
  readonly clock: { now(): number };
  /** Whether data sources may be queried; without them, only visible members and refusals are checked. */
  readonly connects: boolean;
}

/** Runs access tests; users they name are looked up in the store of the data folder. */
export async function checkAccessTests(tests: readonly AccessTest[], checked: CheckedProject): Promise<TestRun> {
  const contexts = tests.map(({ as }) => as);
  return withCallers(contexts, checked.settings, checked.clock, (resolve) => check(tests, checked, resolve));
}

async function check(tests: readonly AccessTest[], checked: CheckedProject, resolve: ResolveContext): Promise<TestRun> {
  const { project, settings, clock, connects } = checked;
  if (!connects) return runAccessTests(tests, { ...modelOf(project), resolve, clock });
  const { dataDirectory, engineMemoryMb } = settings;
  makeDataDirectory(dataDirectory);
  const id = { deploymentId: defaultDeploymentId, branch: null };
  const log = pino({ level: 'silent' }); // what fails is said by the tests
  const runtime = await openRuntime({ ...id, accountId: firstAccountId, project, dataDirectory, engineMemoryMb, log });
  try {
    const forCaller = (context: AccessTest['as']) => runtimeFor(runtime, context);
    return await runAccessTests(tests, { modelFor: forCaller, runtimeFor: forCaller, resolve, clock });
  } finally {
    await runtime.close();
  }
}

/** Compiles the files of a project without opening an engine. */
function modelOf({
  modelDirectory,
  modelVariables: variables,
  query,
  folderSchemas,
}: Project): Pick<TestedModel, 'modelFor'> {
  const files = loadModelFiles(modelDirectory);
  const compiled = (context: AccessTest['as']) => {
    const { build, contextReads } = compileModel(files, undefined, { variables, context });
    return { model: snapshotOf(build, folderSchemas), isSameForAll: contextReads.length === 0 };
  };
  const first = compiled({});
  return {
    modelFor: async (context) => {
      const model = await (first.isSameForAll ? first : compiled(context)).model;
      return { model, ...callerViewOf(model, context), query };
    },
  };
}
