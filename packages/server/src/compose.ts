import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import {
  divideEngineMemory,
  makeDataDirectory,
  openRuntime,
  removeLeftovers,
  removeTemporaryDirectory,
  type Runtime,
  Runtimes,
} from '@orrery/runtime';
import {
  type CheckAccess,
  type Deployment,
  givenSecret,
  openAuthenticator,
  type SecretSource,
  type ServedMetadata,
  storedSecrets,
} from '@orrery/deployments';
import { defaultDeploymentId, firstAccountId } from '@orrery/kernel';
import type { Project, Settings } from '@orrery/config';
import { checkDatabase, type WorkedJobs } from '@orrery/store';
import { Ending, originOf, SharedCheck } from './http/index.ts';

/** Less than probes usually wait, so that they hear an answer. */
const readyWithinMs = 3_000;

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
  /** It is not found any more, and queries that run for it are cancelled; resolves when all of it is closed. */
  closeDeployment(id: number): Promise<void>;
  /** From now on probes hear that it is not ready; everything else is answered until it closes. */
  announceEnd(): void;
  /** Running requests may finish, for as long as the settings say; the rest is cancelled. */
  close(): Promise<void>;
}

const bytesPerMb = 1024 * 1024;

export interface CompositionInput {
  readonly settings: Settings;
  readonly project: Project;
  readonly log: Logger;
  readonly clock: { now(): number };
  /** Told of each secret that is opened while serving. */
  readonly hide?: (secret: string) => void;
}

/**
 * The only place that constructs things. The model and the engine open in threads of their own, so they are started
 * before the rest of the code is even loaded.
 */
export async function compose({ settings, project, log, clock, hide }: CompositionInput): Promise<Composition> {
  const { dataDirectory, engineMemoryMb, tokens } = settings;
  makeDataDirectory(dataDirectory);
  removeLeftovers(dataDirectory).catch((error: unknown) => log.warn({ err: error }, 'temporary files are left over'));
  const runtimes = new Runtimes();
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
    for (const [branch, { modelDirectory }] of folder.branches) {
      const branchLog = log.child({ deployment: deploymentId, branch });
      const opening = runtimes.open(deploymentId, branch, () =>
        openRuntime({
          deploymentId,
          accountId: firstAccountId,
          branch,
          project: { ...folder, modelDirectory },
          dataDirectory,
          engineMemoryMb: divideEngineMemory(engineMemoryMb, folder.branches.size).branchMb,
          log: branchLog,
        }),
      );
      opening.catch((error: unknown) => branchLog.error({ err: error }, 'the branch cannot be served'));
    }
  };
  // Loaded by the first upload that has access tests.
  const checkAccess: CheckAccess = async (built) => {
    const tests = import('@orrery/deployments');
    const [{ checkUploadedTests }, { StoredStandings }] = await Promise.all([tests, import('@orrery/people')]);
    return checkUploadedTests({ standings: new StoredStandings(await opened), clock })(built);
  };
  const opened: Promise<ServedMetadata> = import('@orrery/deployments').then((catalog) =>
    catalog.serveMetadata(settings, clock, { log, hide, checkAccess }),
  );
  const secrets = opened.then((metadata) =>
    storedSecrets(metadata, { id: defaultDeploymentId, accountId: firstAccountId }),
  );
  const opening = open(defaultDeploymentId, secrets, project);
  opening.catch(() => undefined); // awaited below, after what may fail before it
  openBranches(defaultDeploymentId, project);
  try {
    const [
      { DataAccess },
      { serveDeployments },
      { AnswerService },
      { Metrics },
      { observers },
      { startHistory },
      { buildApp },
      { accessLog },
      { fingerprints },
      { ApiKeyAuthenticator },
      { SessionAuthenticator },
      { forgetAuditLog },
      { StoredStandings },
      { accessReporter },
      { openContent },
      { QueryRunner },
      { openNotifications },
      { openMailer },
      { NotificationDelivery },
      { openSignInMail },
      { startJobs },
      certificate,
      metadata,
    ] = await Promise.all([
      import('./faces/data/data-access.ts'),
      import('@orrery/deployments'),
      import('@orrery/runtime'),
      import('./metrics/metrics.ts'),
      import('@orrery/runtime'),
      import('./history/start-history.ts'),
      import('./app.ts'),
      import('./http/access-log.ts'),
      import('@orrery/people'),
      import('@orrery/people'),
      import('@orrery/people'),
      import('@orrery/people'),
      import('@orrery/people'),
      import('@orrery/deployments'),
      import('@orrery/content'),
      import('@orrery/content'),
      import('@orrery/content'),
      import('@orrery/content'),
      import('@orrery/content'),
      import('@orrery/content'),
      import('@orrery/store'),
      openCertificate(settings, clock),
      opened,
    ]);
    const ending = new Ending({
      finishWithinMs: settings.stop.finishWithinMs,
      cancelRest: () => runtimes.close(),
      log,
    });
    const readiness = new SharedCheck({
      parts: [
        { name: 'metadata store', check: (signal) => checkMetadata(metadata, signal) },
        { name: 'model', check: async () => (await runtimes.require(defaultDeploymentId)).checkModel() },
        {
          name: 'default data source',
          check: async (signal) => (await runtimes.require(defaultDeploymentId)).checkData(signal),
        },
      ],
      clock,
      withinMs: readyWithinMs,
      log,
    });
    const { store, epochs } = metadata;
    const standings = new StoredStandings(metadata);
    const browserSessions = new SessionAuthenticator({ database: store.database, epochs, clock, log });
    const stopForgetting = forgetAuditLog(metadata.auditReader, log);
    const apiKeys = new ApiKeyAuthenticator({ database: store.database, epochs, clock, log });
    const answers = new AnswerService({
      cacheBytes: settings.cacheMb * bytesPerMb,
      clock,
      isEnding: () => ending.isAnnounced,
    });
    const fingerprintOf = fingerprints(metadata.keyring.current);
    const history = startHistory({ store, settings, fingerprintOf, clock, log });
    const metrics = new Metrics({
      runtimes: () => runtimes.serving(),
      answers: () => answers.figures(),
      standing: epochs,
      history: history?.recorder,
    });
    const served = serveDeployments({ runtimes, metadata, settings, clock, log });
    const observer = observers([metrics.queries, ...(history ? [history.recorder] : [])], log);
    const queries = new QueryRunner({ runtimes: served, users: standings, answers, observer, clock });
    const notifications = openNotifications({ ...metadata, database: store.database, clock });
    const content = openContent(metadata, clock);
    const mailer = openMailer(settings);
    const origin = () => originOf(app, settings.http);
    const signInMail = openSignInMail(metadata, { mailer, origin, clock, log });
    const { runStore: runs, scheduler } = notifications;
    const delivery = new NotificationDelivery({ ...metadata, ...content, runs, queries, mailer, origin, clock });
    const app = await buildApp({
      http: settings.http,
      isDevelopment: settings.isDevelopment,
      certificate,
      log,
      listeners: [accessLog(log, fingerprintOf), metrics.requests],
      clock,
      ending,
      readiness,
      metrics,
      platform: {
        ...metadata,
        ...content,
        ...signInMail,
        authenticator: apiKeys,
        browserSessions,
        history,
        reportAccess: accessReporter(served, standings, clock),
        queries,
        notifications,
        clock,
        serving: {
          tokens: settings.tokens,
          publicUrl: settings.http.publicUrl,
          basePath: settings.http.basePath,
          isDemo: settings.isDemo,
        },
      },
      scim: {
        ...metadata,
        ...settings.scim,
        database: store.database,
        authenticator: apiKeys,
        clock,
        publicUrl: settings.http.publicUrl,
      },
      metricsAccess: { token: settings.metricsToken, actorOf: (headers) => apiKeys.actorOf(headers) },
      data: {
        ...new DataAccess(served, standings),
        answers,
        observer,
      },
    });
    const runtime = await opening;
    const jobs = startJobs({
      database: store.database,
      handlers: [delivery, signInMail.forgottenPasswordHandler],
      sources: [scheduler],
      most: settings.jobsAtATime,
      clock,
      log,
    });
    return {
      app,
      runtime,
      metadata,
      readiness,
      jobs,
      deployments: await metadata.deployments.list(metadata.accountId),
      openDeployment: async ({ id, apiSecret }, folder) => {
        const second = await open(id, Promise.resolve(givenSecret(apiSecret)), folder);
        openBranches(id, folder);
        return second;
      },
      closeDeployment: (id) => runtimes.remove(id, null),
      announceEnd: () => {
        ending.announce();
        jobs.announceEnd();
      },
      close: async () => {
        stopForgetting();
        await jobs.close();
        served.close();
        await app.close();
        await runtimes.close();
        await history?.recorder.close();
        await mailer.close();
        await Promise.all([metadata.close(), removeTemporaryDirectory(dataDirectory)]);
      },
    };
  } catch (error) {
    await runtimes.close();
    await opened.then(
      (metadata) => metadata.close(),
      () => undefined,
    ); // the error above tells why
    throw error;
  }
}

/** The store answers, and told of changed standing lately. */
async function checkMetadata({ epochs, accountId, store }: ServedMetadata, signal: AbortSignal): Promise<void> {
  epochs.of(accountId);
  await checkDatabase(store.database, signal);
}

async function openCertificate({ http, dataDirectory }: Settings, clock: CompositionInput['clock']) {
  if (http.transport.kind === 'plain') return undefined;
  const certificates = await import('./http/tls/open-certificate.ts');
  return certificates.openCertificate(http.transport, { dataDirectory, host: http.host, clock });
}
