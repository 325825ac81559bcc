import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  claimTemporaryDirectory,
  divideEngineMemory,
  makeDataDirectory,
  openRuntime,
  removeLeftovers,
  removeTemporaryDirectory,
  type Runtime,
  Runtimes,
} from '@orrery/runtime';
import {
  type Deployment,
  givenSecret,
  openAuthenticator,
  type SecretSource,
  type ServedMetadata,
  storedSecrets,
} from '@orrery/deployments';
import { defaultDeploymentId, firstAccountId } from '@orrery/kernel';
import type { Project, Settings } from '@orrery/config';
import type { WorkedJobs } from '@orrery/store';
import type { SharedCheck } from '../http/index.ts';
import type { PasswordCost, StartKey } from '@orrery/people';
import type { ConsoleSource } from '../faces/console/index.ts';
import type { RowClock } from '../faces/postgres/index.ts';

export interface Composition {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly metadata: ServedMetadata;
  readonly readiness: SharedCheck;
  readonly jobs: Pick<WorkedJobs, 'pass'>;
  readonly deployments: readonly Deployment[];
  /**
   * Serves one more deployment; requests for it wait until it is open.
   *
   * @throws when its number is taken or its model folder cannot be read
   */
  openDeployment(deployment: Pick<Deployment, 'id' | 'apiSecret'>, project: Project): Promise<Runtime>;
  /**
   * Stops serving the deployment: new requests do not find it, and its running queries are cancelled. Resolves when all
   * of it is closed.
   */
  closeDeployment(id: number): Promise<void>;
  /**
   * Listens for PostgreSQL's protocol; a process that never does has none of its code.
   *
   * @param port 0: any free one @returns the port @throws the error of the system when it is taken
   */
  listenForSql(port: number): Promise<number>;
  /** Makes probes see that the process is not ready; other requests are answered until it closes. */
  announceEnd(): void;
  /** Lets running requests finish within the configured time; the rest is cancelled. */
  close(): Promise<void>;
}

export interface CompositionInput {
  readonly settings: Settings;
  readonly project: Project;
  readonly log: Logger;
  readonly clock: { now(): number };
  /** Tells how long other nodes have been silent; absent: the monotonic clock of the process. */
  readonly steady?: { now(): number } | undefined;
  /** Tells how long rows of SQL connections wait for their readers; absent: the monotonic clock of the process. */
  readonly rowClock?: RowClock | undefined;
  /** Folder of the built pages; absent: where a clone builds them. */
  readonly pagesDirectory?: string | undefined;
  /** Pages that are built while they are asked for, in place of built ones. */
  readonly developmentPages?: ConsoleSource | undefined;
  /** Signs in the first admin; only in development mode. */
  readonly startKey?: StartKey | undefined;
  /** Addresses inside of the network that GeoJSON may be fetched from; absent: none. No setting opens them. */
  readonly mapNetworks?: readonly string[] | undefined;
  /** Addresses inside of the network that providers of sign-ins may have; absent: none. No setting opens them. */
  readonly signInNetworks?: readonly string[] | undefined;
  /** Addresses inside of the network that documents of applications may have; absent: none. No setting opens them. */
  readonly documentNetworks?: readonly string[] | undefined;
  /** Absent: what OWASP recommends. No setting changes it. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Receives each secret that is opened while serving, so that the log can hide it. */
  readonly hide?: (secret: string) => void;
}

/**
 * Builds the whole application. The model and the engine open in threads of their own, so they are started before the
 * rest of the code is loaded.
 */
export async function compose(input: CompositionInput): Promise<Composition> {
  const { settings, project, log, clock, pagesDirectory, developmentPages, startKey, mapNetworks, hide } = input;
  const { passwordCost, steady, rowClock, signInNetworks, documentNetworks } = input;
  const { dataDirectory, engineMemoryMb, tokens } = settings;
  makeDataDirectory(dataDirectory);
  if (!(await claimTemporaryDirectory(dataDirectory)))
    log.warn('temporary files cannot be locked: no process of another container or machine may use the data folder');
  removeLeftovers(dataDirectory).catch((error: unknown) => log.warn({ err: error }, 'temporary files are left over'));
  const runtimes = new Runtimes();
  const projectModels = new Map([[defaultDeploymentId, project.aiModels]]);
  const sqlUsersOf = new Map([[defaultDeploymentId, project.sqlUsers]]);
  const open = (deploymentId: number, secrets: Promise<SecretSource>, folder: Project) =>
    runtimes.open(deploymentId, null, () =>
      openRuntime({
        deploymentId,
        accountId: firstAccountId,
        branch: null,
        project: folder,
        dataDirectory,
        engineMemoryMb: divideEngineMemory(engineMemoryMb, folder.branches.size).ownMb,
        authenticator: openAuthenticator(deploymentId, secrets, tokens, { clock, log }),
        log: log.child({ deployment: deploymentId }),
      }),
    );
  const openBranches = (deploymentId: number, folder: Project) => {
    for (const [branch, version] of folder.branches) {
      const branchLog = log.child({ deployment: deploymentId, branch });
      const opening = runtimes.open(deploymentId, branch, () =>
        openRuntime({
          deploymentId,
          accountId: firstAccountId,
          branch,
          project: { ...folder, ...version },
          dataDirectory,
          engineMemoryMb: divideEngineMemory(engineMemoryMb, folder.branches.size).branchMb,
          log: branchLog,
        }),
      );
      opening.catch((error: unknown) => branchLog.error({ err: error }, 'the branch cannot be served'));
    }
  };
  const opened: Promise<ServedMetadata> = import('./serve-store.ts').then(({ serveStore }) =>
    serveStore(settings, clock, { log, hide, passwordCost, signInNetworks }),
  );
  const secrets = opened.then((metadata) =>
    storedSecrets(metadata, { id: defaultDeploymentId, accountId: firstAccountId }),
  );
  const opening = open(defaultDeploymentId, secrets, project);
  opening.catch(() => undefined); // awaited below, after other steps that may fail
  openBranches(defaultDeploymentId, project);
  try {
    const [{ composeServices }, certificate, metadata] = await Promise.all([
      import('./compose-services.ts'),
      openCertificate(settings, clock),
      opened,
    ]);
    const projectModelsOf = (deploymentId: number) => projectModels.get(deploymentId) ?? [];
    const given = {
      settings,
      log,
      clock,
      pagesDirectory,
      developmentPages,
      startKey,
      projectModelsOf,
      sqlUsersOf,
      hide,
    };
    const services = await composeServices({
      ...given,
      steady,
      rowClock,
      mapNetworks,
      signInNetworks,
      documentNetworks,
      runtimes,
      metadata,
      certificate,
      opening,
    });
    return {
      ...services,
      metadata,
      deployments: await metadata.deployments.list(metadata.accountId),
      openDeployment: async ({ id, apiSecret }, folder) => {
        projectModels.set(id, folder.aiModels);
        sqlUsersOf.set(id, folder.sqlUsers);
        const second = await open(id, Promise.resolve(givenSecret(apiSecret)), folder);
        openBranches(id, folder);
        return second;
      },
      closeDeployment: (id) => {
        sqlUsersOf.delete(id);
        return runtimes.remove(id, null);
      },
      close: async () => {
        await services.close();
        await Promise.all([metadata.close(), removeTemporaryDirectory(dataDirectory)]);
      },
    };
  } catch (error) {
    await runtimes.close();
    await opened.then(
      (metadata) => metadata.close(),
      () => undefined,
    ); // the error above tells why
    await removeTemporaryDirectory(dataDirectory);
    throw error;
  }
}

async function openCertificate({ http, dataDirectory }: Settings, clock: CompositionInput['clock']) {
  if (http.transport.kind === 'plain') return undefined;
  const certificates = await import('../http/tls/open-certificate.ts');
  return certificates.openCertificate(http.transport, { dataDirectory, host: http.host, clock });
}
