import { EngineError } from '@orrery/engines';
import { pino } from 'pino';
import { makeDataDirectory } from '../../../runtime/src/source/data-directory.ts';
import { openRuntime } from '../../../runtime/src/open-runtime.ts';
import type { CallerRuntime } from '../../../runtime/src/runtime.ts';
import { runtimeFor } from '../../../runtime/src/runtime-for.ts';
import { removeTemporaryDirectory } from '../../../runtime/src/source/temporary-directory.ts';
import { defaultDeploymentId } from '../../../kernel/src/caller/address.ts';
import { readProject } from '../../../config/src/project.ts';
import { readSettings } from '../../../config/src/settings.ts';
import { DataSourceFailure } from '../../../runtime/src/request/data-source-failure.ts';
import { InvalidQuery } from '../../../runtime/src/request/invalid-query.ts';
import { MalformedCaller } from '../../../kernel/src/caller/policy-caller.ts';
import { firstAccountId } from '../../../kernel/src/caller/first-account.ts';
import { OperatorError } from '../../../kernel/src/failure/operator-error.ts';
import { branchOf, onBranch } from './branch-flag.ts';
import type { CommandInput } from './command.ts';
import { projectOf } from './project-of.ts';
import type { CallerContext } from './read-context.ts';
import { malformed } from '../../../deployments/src/access-tests/with-callers.ts';

/** Opens the project without a server, as a server would for whoever asks, and closes it after `work`. */
export async function withRuntime(
  input: CommandInput,
  { securityContext }: CallerContext,
  work: (runtime: CallerRuntime) => Promise<void>,
): Promise<number> {
  const { flags, environment, directory, note } = input;
  const settings = readSettings({ flags, environment, directory });
  const branch = branchOf(input);
  const project = onBranch(readProject(await projectOf(settings, { ...input, print: note }), environment), branch);
  const { dataDirectory, engineMemoryMb } = settings;
  makeDataDirectory(dataDirectory);
  const log = pino({ level: 'silent' }); // what goes wrong is said below, once
  const id = { deploymentId: defaultDeploymentId, branch };
  const runtime = await openRuntime({ ...id, accountId: firstAccountId, project, dataDirectory, engineMemoryMb, log });
  try {
    const own = await runtimeFor(runtime, securityContext);
    const problems = own.model.build.problems.length;
    if (problems > 0) note(`The model has problems (${problems}); orrery check names them.`);
    await work(own);
    return 0;
  } catch (error) {
    throw describe(error);
  } finally {
    await runtime.close();
    await removeTemporaryDirectory(dataDirectory);
  }
}

/** Whoever runs the command may read the project, so the engine's own words are for them. */
function describe(error: unknown): unknown {
  if (error instanceof InvalidQuery) {
    const lines = error.problems.map(({ message, path, hint }) =>
      [path && `${path}:`, message, hint].filter(Boolean).join(' '),
    );
    return new OperatorError(lines.join('\n'), { cause: error });
  }
  if (error instanceof MalformedCaller) return malformed(error);
  if (error instanceof DataSourceFailure || error instanceof EngineError) {
    const words = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
    return new OperatorError(words, { cause: error });
  }
  return error;
}
