import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { makeDataDirectory } from './catalog/data-directory.ts';
import type { Deployment } from './catalog/deployment.ts';
import { defaultDeploymentId } from './http/address.ts';
import type { Runtime } from './catalog/runtime.ts';
import { openRuntime } from './catalog/open-runtime.ts';
import { Runtimes } from './catalog/runtimes.ts';
import type { Project } from './config/project.ts';
import type { Settings } from './config/settings.ts';

export interface Composition {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly deployments: readonly Deployment[];
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
  const { dataDirectory, engineMemoryMb } = settings;
  makeDataDirectory(dataDirectory);
  const runtimes = new Runtimes();
  const runtimeLog = log.child({ deployment: defaultDeploymentId });
  const opening = runtimes.open(defaultDeploymentId, null, () =>
    openRuntime({
      deploymentId: defaultDeploymentId,
      branch: null,
      project,
      dataDirectory,
      engineMemoryMb,
      log: runtimeLog,
    }),
  );
  opening.catch(() => undefined); // awaited below, after what may fail before it
  try {
    const [{ openDeployments }, { DataAccess }, { loadTls }, { buildApp }] = await Promise.all([
      import('./catalog/open-deployments.ts'),
      import('./catalog/data-access.ts'),
      import('./http/tls.ts'),
      import('./app.ts'),
    ]);
    const { database, deployments } = await openDeployments(settings, clock);
    const access = new DataAccess({ deployments, runtimes, tokens: settings.tokens, clock });
    const tls = await loadTls(settings.http.transport, { dataDirectory, host: settings.http.host, clock });
    const app = await buildApp({
      http: settings.http,
      isDevelopment: settings.isDevelopment,
      tls,
      log,
      clock,
      health: {
        isAlive: async () => true,
        isReady: async () => (await runtimes.get(defaultDeploymentId, null))?.check() ?? false,
      },
      data: access,
    });
    const runtime = await opening;
    return {
      app,
      runtime,
      deployments,
      close: async () => {
        await app.close();
        await runtimes.close();
        await database.destroy();
      },
    };
  } catch (error) {
    await runtimes.close();
    throw error;
  }
}
