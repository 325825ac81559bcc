import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  NotificationDelivery,
  openContent,
  openMailer,
  openNotifications,
  openSignInMail,
  QueryRunner,
} from '@orrery/content';
import { accessReporter, type ServedMetadata, serveDeployments } from '@orrery/deployments';
import type { ProjectAiModel, Settings } from '@orrery/config';
import { defaultDeploymentId } from '@orrery/kernel';
import { ApiKeyAuthenticator, fingerprints, openViewers, SessionAuthenticator } from '@orrery/people';
import { AnswerService, observers, RequestMemory, type Runtime, type Runtimes, Statements } from '@orrery/runtime';
import { checkDatabase, lastNodeIn, startJobs, type WorkedJobs } from '@orrery/store';
import type { Logger } from 'pino';
import { agentSkillsOf, openAiModels, openChatDashboards, openChats, openEvaluations } from '../agents/index.ts';
import { buildApp } from './build-app.ts';
import type { Composition, CompositionInput } from './compose.ts';
import { openConsole } from '../faces/console/index.ts';
import { DataAccess, GraphqlPlanner, RepeatedRequests, Sockets } from '../faces/data/index.ts';
import { readBuiltFiles } from '../pages/index.ts';
import { startHistory } from '../history/index.ts';
import { accessLog, type OpenCertificate, Ending, originOf, SharedCheck } from '../http/index.ts';
import { MapShapes } from '../map-shapes/index.ts';
import { Metrics } from '../metrics/index.ts';
import { everyHour } from '../timing/index.ts';

/** Shorter than the usual timeout of probes, so that they get an answer. */
const readyWithinMs = 3_000;

const bytesPerMb = 1024 * 1024;

interface ServicesInput {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: { now(): number };
  readonly runtimes: Runtimes;
  readonly metadata: ServedMetadata;
  readonly certificate: OpenCertificate | undefined;
  readonly pagesDirectory: string | undefined;
  readonly startKey: CompositionInput['startKey'];
  readonly mapNetworks: CompositionInput['mapNetworks'];
  readonly developmentPages: CompositionInput['developmentPages'];
  /** Language models of the project file of a deployment. */
  readonly projectModelsOf: (deploymentId: number) => readonly ProjectAiModel[];
  /** Receives each secret that is opened while serving. */
  readonly hide: ((secret: string) => void) | undefined;
  /** The default deployment, which opens while the services are made. */
  readonly opening: Promise<Runtime>;
}

type Services = Pick<Composition, 'app' | 'runtime' | 'readiness' | 'jobs' | 'announceEnd' | 'close'>;

/** Builds everything between HTTP and the opened store and runtimes, which it does not close. */
export async function composeServices(input: ServicesInput): Promise<Services> {
  const { settings, log, clock, runtimes, metadata, certificate, opening } = input;
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
  const viewing = openViewers({ ...metadata, clock, embedIssuer: settings.embedIssuer });
  const { currentRights } = viewing;
  const browserSessions = new SessionAuthenticator({ database: store.database, epochs, clock, log });
  const { auditReader, embedSessions, embedUsers } = metadata;
  const stopForgetting = [
    everyHour(() => auditReader.forget(), 'old entries of the audit log are still kept', log),
    everyHour(() => embedSessions.forget(), 'sessions that are over are still kept', log),
    everyHour(() => embedUsers.forget(), 'viewers whose time is over are still kept', log),
  ];
  const apiKeys = new ApiKeyAuthenticator({ database: store.database, epochs, clock, log });
  const memory = new RequestMemory();
  const answers = new AnswerService({
    memory,
    cacheBytes: settings.cacheMb * bytesPerMb,
    clock,
    isEnding: () => ending.isAnnounced,
  });
  const statements = new Statements();
  const graphql = new GraphqlPlanner();
  const fingerprintOf = fingerprints(metadata.keyring.current);
  const history = startHistory({ store, settings, fingerprintOf, clock, log });
  const sockets = new Sockets({ http: settings.http, ending });
  const metrics = new Metrics({
    runtimes: () => runtimes.serving(),
    answers: () => answers.figures(),
    repeated: () => repeated.figures,
    sockets: sockets.figures,
    memory: () => memory.figures,
    epochs,
    history: history?.recorder,
  });
  const served = serveDeployments({ runtimes, metadata, settings, clock, log });
  const observer = observers([metrics.queries, ...(history ? [history.recorder] : [])], log);
  const queries = new QueryRunner({ runtimes: served, users: currentRights, answers, statements, observer, clock });
  const notifications = openNotifications({ ...metadata, database: store.database, clock });
  const content = openContent(metadata, clock);
  const mailer = openMailer(settings);
  const origin = () => originOf(app, settings.http);
  const signInMail = openSignInMail(metadata, { mailer, origin, clock, log });
  const { runStore: runs, scheduler } = notifications;
  const delivery = new NotificationDelivery({ ...metadata, ...content, runs, queries, mailer, origin, clock });
  const listeners = [accessLog(log, fingerprintOf), metrics.requests];
  const repeated = new RepeatedRequests({ answers, epochs, observer, listeners, ending, clock, log });
  const { database } = store;
  const network = { allowed: settings.sourceNetworks };
  const { projectModelsOf, hide } = input;
  const mapShapes = new MapShapes({ network: { allowed: input.mapNetworks ?? [] }, log });
  const aiModels = openAiModels({ ...metadata, database, network, projectModelsOf, hide, clock, log });
  const worked = Promise.withResolvers<WorkedJobs>();
  const chats = openChats({
    ...metadata,
    ...{ database: store.database, runtimes: served, answers, statements, observer, memory, clock, log },
    nodeId: async () => (await worked.promise).nodeId(),
    dashboards: openChatDashboards({ ...content, queries, runtimes: served }),
    chooseModel: () => aiModels.chooser(),
  });
  const evaluations = openEvaluations({
    ...metadata,
    ...{ currentRights, runtimes: served, answers, statements, observer, memory, clock, log },
    chooseModel: () => aiModels.chooser(),
  });
  const app = await buildApp({
    http: settings.http,
    isDevelopment: settings.isDevelopment,
    certificate,
    log,
    listeners,
    clock,
    ending,
    readiness,
    metrics,
    platform: {
      ...metadata,
      ...content,
      ...viewing,
      ...signInMail,
      authenticator: apiKeys,
      browserSessions,
      history,
      reportAccess: accessReporter(served, currentRights, clock),
      agentSkills: agentSkillsOf(served, log),
      aiModels,
      mapShapes,
      chats,
      memories: { open: async () => (await chats.open()).memories },
      evaluations,
      queries,
      notifications,
      startKey: input.startKey,
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
      authenticator: apiKeys,
      clock,
      publicUrl: settings.http.publicUrl,
    },
    mcp: {
      ...metadata,
      ...viewing,
      ...{ authenticator: apiKeys, served, chats, queries, answers, statements, observer, memory, clock },
    },
    pages: readBuiltFiles(builtFolder('embed', input.pagesDirectory)),
    console: input.developmentPages ?? openConsole(builtFolder('console', input.pagesDirectory)),
    metricsAccess: { token: settings.metricsToken, personOf: (headers) => apiKeys.personOf(headers) },
    data: {
      ...new DataAccess({ served, currentRights, epochs, users: metadata.users }),
      repeated,
      sockets,
      graphql,
      memory,
      answers,
      statements,
      observer,
    },
  });
  const runtime = await opening;
  const jobs = startJobs({
    database: store.database,
    handlers: [delivery, evaluations.handler, signInMail.forgottenPasswordHandler],
    sources: [scheduler],
    most: settings.jobsAtATime,
    lastNode: lastNodeIn(settings.dataDirectory),
    clock,
    log,
  });
  worked.resolve(jobs);
  return {
    app,
    runtime,
    readiness,
    jobs,
    announceEnd: () => {
      ending.announce();
      jobs.announceEnd();
    },
    close: async () => {
      for (const stop of stopForgetting) stop();
      await jobs.putBack();
      await Promise.all([chats.close(settings.stop.finishWithinMs), app.close()]);
      served.close();
      await jobs.close();
      await Promise.all([runtimes.close(), statements.close(), graphql.close()]);
      mapShapes.close();
      await aiModels.close();
      await history?.recorder.close();
      await mailer.close();
    },
  };
}

/** Where a clone builds its pages. */
const ownFolders = { embed: '../../../embed/dist/', console: '../../../../apps/console/dist/' } as const;

function builtFolder(name: keyof typeof ownFolders, pagesDirectory: string | undefined): string {
  if (pagesDirectory !== undefined) return join(pagesDirectory, name);
  return fileURLToPath(new URL(ownFolders[name], import.meta.url));
}

/** Checks that the store answers and has recently reported changes of rights. */
async function checkMetadata({ epochs, accountId, store }: ServedMetadata, signal: AbortSignal): Promise<void> {
  epochs.of(accountId);
  await checkDatabase(store.database, signal);
}
