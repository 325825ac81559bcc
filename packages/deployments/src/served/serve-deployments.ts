import type { Logger } from 'pino';
import { type Settings, sourceNetworkRule } from '@orrery/config';
import { type JwkSetDependencies, openAuthenticator, storedSecrets } from '../token/index.ts';
import type { FoundDeployment } from '../deployment/index.ts';
import type { ServedMetadata } from '../open-metadata.ts';
import { engineThreads, openStoredRuntime } from './open-stored-runtime.ts';
import { divideEngineMemory, type Runtimes, SharedEngines, sharedEnginesLimits } from '@orrery/runtime';
import { ServedDeployments } from './served-deployments.ts';
import { openVersion } from '../version/index.ts';

export interface ServingInput {
  readonly runtimes: Runtimes;
  readonly metadata: ServedMetadata;
  readonly settings: Settings;
  readonly clock: JwkSetDependencies['clock'];
  readonly log: Logger;
}

/** Serves the deployments of the store in addition to the project folder's. */
export function serveDeployments(input: ServingInput): ServedDeployments {
  const { runtimes, metadata, settings, clock, log } = input;
  const { dataDirectory } = settings;
  const { deployments, epochs, projectVersions: versions } = metadata;
  const { storedMb } = divideEngineMemory(settings.engineMemoryMb, 0);
  const engines = new SharedEngines(sharedEnginesLimits(storedMb, engineThreads));
  const authenticatorOf = (deployment: FoundDeployment) => {
    const secrets = Promise.resolve(storedSecrets(metadata, deployment));
    return openAuthenticator(deployment.id, secrets, settings.tokens, { clock, log });
  };
  return new ServedDeployments({
    runtimes,
    deployments,
    epochs,
    activeVersion: async ({ id, accountId }) => (await versions.active(accountId, id))?.id,
    authenticatorOf,
    open: (deployment, versionId, isWanted) =>
      openStoredRuntime(
        {
          runtimes,
          inputs: metadata.deploymentInputs,
          openVersion: ({ id, accountId }, versionId, inputs) =>
            openVersion({ versions, accountId, deploymentId: id, versionId, dataDirectory, ...inputs }),
          dataDirectory,
          engines,
          network: sourceNetworkRule(settings),
          log,
        },
        deployment,
        versionId,
        isWanted,
      ),
    clock,
    log,
  });
}
