import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { makeDataDirectory } from './catalog/data-directory.ts';
import type { Deployment } from './catalog/deployment.ts';
import { defaultDeploymentId } from './http/address.ts';
import type { Runtime } from './catalog/runtime.ts';
import { openAuthenticator } from './catalog/open-authenticator.ts';
import { openRuntime } from './catalog/open-runtime.ts';
import { Runtimes } from './catalog/runtimes.ts';
import type { Project } from './config/project.ts';
import type { Settings } from './config/settings.ts';

export interface Composition {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly deployments: readonly Deployment[];
  /**
   * Serves one more deployment; requests for it wait until it is open.
   *
   * @throws when its number is taken or its model folder cannot be read
   */
  openDeployment(deployment: Pick<Deployment, 'id' | 'apiSecret'>, project: Project): Promise<Runtime>;
  /** It is not found any more, and queries that run for it are cancelled; resolves when all of it is closed. */
  closeDeployment(id: number): Promise<void>;
  /** From now on probes hear that it is not ready; everything else is answered until it closes. */
  announceEnd(): void;
  /** Running requests may finish, for as long as the settings say; the rest is cancelled. */
  close(): Promise<void>;
}

export interface CompositionInput {
  readonly settings: Settings;
  readonly project: Project;
  readonly log: Logger;
  readonly clock: { now(): number };
}

/**
 * The only place that constructs things. The model and the engine open in threads of their own, so they are started
 * before the rest of the code is even loaded.
 */
export async function compose({ settings, project, log, clock }: CompositionInput): Promise<Composition> {
  const { dataDirectory, engineMemoryMb, tokens } = settings;
  makeDataDirectory(dataDirectory);
  const runtimes = new Runtimes();
  const open = (deploymentId: number, apiSecret: Promise<string>, folder: Project) =>
    runtimes.open(deploymentId, null, () =>
      openRuntime({
        deploymentId,
        branch: null,
        project: folder,
        dataDirectory,
        engineMemoryMb,
        authenticator: openAuthenticator(deploymentId, apiSecret, tokens, clock),
        log: log.child({ deployment: deploymentId }),
      }),
    );
  const metadata = import('./catalog/open-deployments.ts').then(async (catalog) =>
    catalog.openDeployments(settings, clock),
  );
  const opening = open(defaultDeploymentId, metadata.then(defaultSecret), project);
  opening.catch(() => undefined); // awaited below, after what may fail before it
  try {
    const [
      { DataAccess },
      { ignoreQueries },
      { buildApp },
      { Ending },
      { accessLog },
      { fingerprints },
      certificate,
      opened,
    ] = await Promise.all([
      import('./catalog/data-access.ts'),
      import('./data/query-observer.ts'),
      import('./app.ts'),
      import('./http/ending.ts'),
      import('./http/access-log.ts'),
      import('./identity/fingerprint.ts'),
      openCertificate(settings, clock),
      metadata,
    ]);
    const { database, deployments, masterKey } = opened;
    const ending = new Ending({
      finishWithinMs: settings.stop.finishWithinMs,
      cancelRest: () => runtimes.close(),
      log,
    });
    const app = await buildApp({
      http: settings.http,
      isDevelopment: settings.isDevelopment,
      certificate,
      log,
      listeners: [accessLog(log, fingerprints(masterKey))],
      clock,
      ending,
      health: {
        isAlive: async () => true,
        isReady: async () => (await runtimes.get(defaultDeploymentId, null))?.check() ?? false,
      },
      data: { ...new DataAccess(runtimes), observer: ignoreQueries },
    });
    const runtime = await opening;
    return {
      app,
      runtime,
      deployments,
      openDeployment: ({ id, apiSecret }, folder) => open(id, Promise.resolve(apiSecret), folder),
      closeDeployment: (id) => runtimes.remove(id, null),
      announceEnd: () => ending.announce(),
      close: async () => {
        await app.close();
        await runtimes.close();
        await database.destroy();
      },
    };
  } catch (error) {
    await runtimes.close();
    await metadata.then(
      ({ database }) => database.destroy(),
      () => undefined,
    ); // the error above tells why
    throw error;
  }
}

async function openCertificate({ http, dataDirectory }: Settings, clock: CompositionInput['clock']) {
  if (http.transport.kind === 'plain') return undefined;
  const certificates = await import('./http/tls/open-certificate.ts');
  return certificates.openCertificate(http.transport, { dataDirectory, host: http.host, clock });
}

function defaultSecret({ deployments }: { readonly deployments: readonly Deployment[] }): string {
  const deployment = deployments.find(({ id }) => id === defaultDeploymentId);
  if (deployment) return deployment.apiSecret;
  throw new Error(`the metadata store holds no deployment ${defaultDeploymentId}`);
}
