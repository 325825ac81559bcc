import { availableParallelism } from 'node:os';
import type { NetworkRule } from '@orrery/engines';
import type { Logger } from 'pino';
import {
  foreignCompileLimits,
  openRuntime,
  type Runtime,
  type Runtimes,
  type RuntimeSettings,
  type SharedEngines,
} from '@orrery/runtime';
import type { FoundDeployment } from '../deployment/index.ts';
import type { DeploymentInput, DeploymentInputs } from '../input/index.ts';
import type { OpenedVersion } from '../version/index.ts';

/** @throws OperatorError when it cannot be served with these inputs on any node */
type OpenVersion = (deployment: FoundDeployment, versionId: number, inputs: DeploymentInput) => Promise<OpenedVersion>;

/** Threads per engine: engines of many deployments run in parallel, and requests need processors too. */
export const engineThreads = Math.max(1, Math.floor(availableParallelism() / 2));

export interface StoredRuntimeDependencies {
  readonly runtimes: Runtimes;
  readonly inputs: Pick<DeploymentInputs, 'of'>;
  readonly openVersion: OpenVersion;
  readonly dataDirectory: string;
  /** Engines of all deployments. */
  readonly engines: SharedEngines;
  readonly network: NetworkRule;
  readonly log: Logger;
}

/**
 * Opens a stored deployment in its present state, and its branches with it. Tokens are checked before.
 *
 * @param isWanted whether this state is still the one to serve; otherwise opening its branches would only delay newer
 * ones
 */
export async function openStoredRuntime(
  dependencies: StoredRuntimeDependencies,
  deployment: FoundDeployment,
  versionId: number,
  isWanted: () => boolean,
): Promise<Runtime> {
  const { runtimes, inputs, openVersion, dataDirectory, engines, network } = dependencies;
  const { id: deploymentId, accountId } = deployment;
  const given = await inputs.of(accountId, deploymentId);
  const { project, remove } = await openVersion(deployment, versionId, given);
  const log = dependencies.log.child({ deployment: deploymentId });
  let users = 1;
  const release = async () => {
    users -= 1;
    if (users > 0) return;
    await remove().catch((error: unknown) => log.warn({ err: error }, 'files of a version are left over'));
  };
  const memory = { engines, engineMemoryMb: engines.shareMb, engineThreads };
  const limits = { ...memory, network, compileLimits: foreignCompileLimits };
  const common = { deploymentId, accountId, dataDirectory, ...limits, onClosed: release };
  const open = (settings: Pick<RuntimeSettings, 'branch' | 'project' | 'log'>) =>
    openRuntime({ ...common, ...settings }).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  const runtime = await open({ branch: null, project, log });
  if (!isWanted()) return runtime;
  for (const [branch, version] of project.branches) {
    const branchLog = log.child({ branch });
    const settings = { branch, project: { ...project, ...version }, log: branchLog };
    users += 1;
    runtimes
      .open(deploymentId, branch, () => open(settings))
      .catch((error: unknown) => {
        branchLog.error({ err: error }, 'the branch cannot be served');
      });
  }
  return runtime;
}
