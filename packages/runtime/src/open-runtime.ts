import type { NetworkRule } from '@orrery/engines';
import type { Logger } from 'pino';
import type { Project } from '@orrery/config';
import { type TokenAuthenticator, Unavailable } from '@orrery/kernel';
import { type CompileLimits, ServedModel } from './model/index.ts';
import { EngineRegistry, RunQueues, type SharedEngines, SourceNumbers, SourceTimes } from './source/index.ts';
import type { Runtime } from './runtime.ts';

export interface RuntimeSettings {
  readonly deploymentId: number;
  readonly accountId: number;
  readonly branch: string | null;
  readonly project: Project;
  readonly dataDirectory: string;
  readonly engineMemoryMb: number;
  /** Engines that share their memory with its own, each of `engineMemoryMb`. */
  readonly engines?: SharedEngines;
  /** Threads of one engine. */
  readonly engineThreads?: number;
  /** Rule for the addresses of servers, for an uploaded project. */
  readonly network?: NetworkRule;
  /** May still be loading its secret. Absent without HTTP. */
  readonly authenticator?: Promise<TokenAuthenticator>;
  /** Limits of a compilation of the model. */
  readonly compileLimits?: CompileLimits;
  /** Bound on the memory of the model's variants. */
  readonly variantBytes?: number;
  /** Called when everything is closed. */
  readonly onClosed?: () => Promise<void>;
  readonly log: Logger;
}

const defaultVariantBytes = 128 * 1024 * 1024;

/** The data source of cubes that name none. */
const defaultDataSource = 'default';

let serials = 0;

/**
 * Compiles the model and opens the default engine in parallel. A data source that does not answer does not prevent
 * opening: metadata is served, and the next query tries again.
 *
 * @throws when the model folder or the secret cannot be read
 */
export async function openRuntime(settings: RuntimeSettings): Promise<Runtime> {
  const { deploymentId, accountId, branch, project, dataDirectory, engineMemoryMb, network, log } = settings;
  const engines = new EngineRegistry(
    project,
    {
      dataDirectory,
      memoryMb: engineMemoryMb,
      ...(settings.engineThreads === undefined ? {} : { threads: settings.engineThreads }),
      ...(network ? { network } : {}),
    },
    log,
    settings.engines && { accountId, engines: settings.engines },
  );
  const opening = engines.open(defaultDataSource);
  opening.catch((error: unknown) => {
    if (error instanceof Unavailable) return; // closed before it was open
    log.error({ err: error }, 'the default data source cannot be opened');
  });
  const reading = ServedModel.open(project.modelDirectory, log, {
    variables: project.modelVariables,
    folderSchemas: project.folderSchemas,
    ...(settings.compileLimits ? { limits: settings.compileLimits } : {}),
    variantBytes: settings.variantBytes ?? defaultVariantBytes,
  });
  const [model, authenticator] = await Promise.all([reading, settings.authenticator]).catch(async (error: unknown) => {
    const close = async () => (await reading.catch(() => undefined))?.close();
    await Promise.all([engines.close(), close()]);
    throw error;
  });
  await opening.catch(() => undefined); // reported above
  const queues = new RunQueues(project, engines.resultsRunning);
  let closing: Promise<void> | undefined;
  const sources = {
    sources: engines,
    generationOf: engines.generationOf,
    dialectFor: engines.dialectFor,
    queueOf: (dataSource: string) => queues.of(dataSource),
    query: project.query,
  };
  return {
    ...sources,
    times: new SourceTimes({ runtime: sources, now: () => performance.now() }),
    numbers: new SourceNumbers({ runtime: sources, now: () => performance.now() }),
    serial: ++serials,
    deploymentId,
    accountId,
    branch,
    ...(authenticator ? { authenticator } : {}),
    modelDirectory: project.modelDirectory,
    agentsDirectory: project.agentsDirectory,
    modelVariables: project.modelVariables,
    get model() {
      return model.snapshot;
    },
    modelFor: (context) => model.snapshotFor(context),
    isWhollyKnown: engines.isWhollyKnown,
    figures: () => ({ model: model.figures, queues: queues.figures() }),
    checkModel: () => {
      const { index, build } = model.snapshot;
      if (index.pieces.size > 0 || build.problems.length === 0) return;
      throw new Error('every cube and view of the model has problems; orrery check names them');
    },
    checkData: (signal) => engines.check(defaultDataSource, signal),
    close: async () => {
      closing ??= Promise.all([model.close(), engines.close()]).then(() => settings.onClosed?.());
      await closing;
    },
  };
}
