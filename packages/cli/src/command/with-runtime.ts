import { EngineError } from '@orrery/engines';
import { pino } from 'pino';
import {
  claimTemporaryDirectory,
  type CallerRuntime,
  DataSourceFailure,
  InvalidQuery,
  makeDataDirectory,
  openRuntime,
  removeTemporaryDirectory,
  runtimeFor,
  StatementInvalid,
} from '@orrery/runtime';
import { type DataScope, defaultDeploymentId, firstAccountId, MalformedCaller, OperatorError } from '@orrery/kernel';
import { type Project, readProject, readSettings } from '@orrery/config';
import { branchOf, onBranch } from './branch-flag.ts';
import type { CommandInput } from './command.ts';
import { projectOf } from './project-of.ts';
import { malformed } from '@orrery/deployments';

/** Opens the project without a server, with the caller resolved as on a server, and closes it after `work`. */
export async function withRuntime(
  input: CommandInput,
  { securityContext }: Pick<DataScope, 'securityContext'>,
  work: (runtime: CallerRuntime, project: Project) => Promise<void>,
): Promise<number> {
  const { flags, environment, directory, note } = input;
  const settings = readSettings({ flags, environment, directory });
  const branch = branchOf(input);
  const project = onBranch(readProject(await projectOf(settings, { ...input, print: note }), environment), branch);
  const { dataDirectory, engineMemoryMb } = settings;
  makeDataDirectory(dataDirectory);
  await claimTemporaryDirectory(dataDirectory);
  const log = pino({ level: 'silent' }); // what goes wrong is said below, once
  const id = { deploymentId: defaultDeploymentId, branch };
  try {
    const runtime = await openRuntime({
      ...id,
      accountId: firstAccountId,
      project,
      dataDirectory,
      engineMemoryMb,
      log,
    });
    try {
      const own = await runtimeFor(runtime, securityContext);
      const problems = own.model.build.problems.length;
      if (problems > 0) note(`The model has problems (${problems}); orrery check names them.`);
      await work(own, project);
      return 0;
    } catch (error) {
      throw describe(error);
    } finally {
      await runtime.close();
    }
  } finally {
    await removeTemporaryDirectory(dataDirectory);
  }
}

/** Includes the engine's own message: a user who runs the command may read the project. */
function describe(error: unknown): unknown {
  if (error instanceof InvalidQuery) {
    const lines = error.problems.map(({ message, path, hint }) =>
      [path && `${path}:`, message, hint].filter(Boolean).join(' '),
    );
    return new OperatorError(lines.join('\n'), { cause: error });
  }
  if (error instanceof StatementInvalid) return new OperatorError(error.message, { cause: error });
  if (error instanceof MalformedCaller) return malformed(error);
  if (error instanceof DataSourceFailure || error instanceof EngineError) {
    const words = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
    return new OperatorError(words, { cause: error });
  }
  return error;
}
