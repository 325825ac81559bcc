import {
  NotificationDelivery,
  openContent,
  openMailer,
  openNotifications,
  openSignInMail,
  QueryRunner,
} from '@orrery/content';
import { accessReporter, type ServedMetadata, serveDeployments } from '@orrery/deployments';
import { isLoopback, type Project, type ProjectAiModel, type Settings, sourceNetworkRule } from '@orrery/config';
import { defaultDeploymentId } from '@orrery/kernel';
import { OwnAddresses } from '@orrery/oauth';
import {
  AccessTokenAuthenticator,
  ApiKeyAuthenticator,
  BearerAuthenticator,
  openViewers,
  SessionAuthenticator,
} from '@orrery/people';
import { loadWire, type Runtime, type Runtimes } from '@orrery/runtime';
import { lastNodeIn, startJobs, type WorkedJobs } from '@orrery/store';
import type { Logger } from 'pino';
import { openAgents } from '../agents/index.ts';
import type { PostgresPort } from '../faces/postgres/index.ts';
import { DataAccess } from '../faces/data/index.ts';
import { Ending, type OpenCertificate, originOf } from '../http/index.ts';
import { MapShapes } from '../map-shapes/index.ts';
import { buildApp } from './build-app.ts';
import { builtConsole, pagesForFrames } from './built-pages.ts';
import type { Composition, CompositionInput } from './compose.ts';
import { forgetOutdated } from './forget-outdated.ts';
import { openAnswering } from './open-answering.ts';
import { openDocuments } from './open-documents.ts';
import { openReadiness } from './open-readiness.ts';
import { networkOfProviders, openSso } from './open-sso.ts';

interface ServicesInput {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: { now(): number };
  readonly runtimes: Runtimes;
  readonly metadata: ServedMetadata;
  readonly certificate: OpenCertificate | undefined;
  readonly pagesDirectory: string | undefined;
  readonly startKey: CompositionInput['startKey'];
  readonly steady: CompositionInput['steady'];
  readonly rowClock: CompositionInput['rowClock'];
  readonly mapNetworks: CompositionInput['mapNetworks'];
  readonly signInNetworks: CompositionInput['signInNetworks'];
  readonly documentNetworks: CompositionInput['documentNetworks'];
  readonly developmentPages: CompositionInput['developmentPages'];
  /** Language models of the project file of a deployment. */
  readonly projectModelsOf: (deploymentId: number) => readonly ProjectAiModel[];
  /** Accounts of the port of PostgreSQL's protocol that projects declare, by deployment. */
  readonly sqlUsersOf: ReadonlyMap<number, Project['sqlUsers']>;
  /** Receives each secret that is opened while serving. */
  readonly hide: ((secret: string) => void) | undefined;
  /** The default deployment, which opens while the services are made. */
  readonly opening: Promise<Runtime>;
}

type ComposedServices = Pick<
  Composition,
  'app' | 'runtime' | 'readiness' | 'jobs' | 'listenForSql' | 'announceEnd' | 'close'
>;

/** Builds everything between HTTP and the opened store and runtimes, which it does not close. */
export async function composeServices(input: ServicesInput): Promise<ComposedServices> {
  const { settings, log, clock, runtimes, metadata, pagesDirectory } = input;
  const { database } = metadata.store;
  const ending = new Ending({
    finishWithinMs: settings.stop.finishWithinMs,
    cancelRest: () => runtimes.close(),
    log,
  });
  const readiness = openReadiness({ runtimes, metadata, clock, log });
  const viewing = openViewers({ ...metadata, clock, embedIssuer: settings.embedIssuer });
  const { currentRights } = viewing;
  const credentials = { database, epochs: metadata.epochs, clock, log };
  const browserSessions = new SessionAuthenticator(credentials);
  const apiKeys = new ApiKeyAuthenticator(credentials);
  const bearers = new BearerAuthenticator({ apiKeys, accessTokens: new AccessTokenAuthenticator(credentials) });
  const stopForgetting = forgetOutdated(metadata, log);
  const answering = openAnswering({ settings, metadata, runtimes, ending, clock, log });
  const { answers, statements, observer, memory, graphql, history } = answering;
  const served = serveDeployments({ runtimes, metadata, settings, clock, log });
  const queries = new QueryRunner({ runtimes: served, users: currentRights, answers, statements, observer, clock });
  const notifications = openNotifications({ ...metadata, database });
  const content = openContent(metadata, clock);
  const mailer = openMailer(settings);
  const origin = () => originOf(app, settings.http);
  const signInMail = openSignInMail(metadata, { mailer, origin, clock, log });
  const { runStore: runs, scheduler } = notifications;
  const delivery = new NotificationDelivery({ ...metadata, ...content, runs, queries, mailer, origin, clock });
  const mapShapes = new MapShapes({ network: { allowed: input.mapNetworks ?? [] }, log });
  const worked = Promise.withResolvers<WorkedJobs>();
  const agents = openAgents({
    ...metadata,
    ...content,
    ...{ database, currentRights, runtimes: served, queries, answers, statements, observer, memory, clock, log },
    network: sourceNetworkRule(settings),
    projectModelsOf: input.projectModelsOf,
    hide: input.hide,
    nodeId: async () => (await worked.promise).nodeId(),
  });
  const { aiModels, chats, evaluations } = agents;
  const isLocal = isLoopback(settings.http.host) && settings.http.trustedProxies.length === 0;
  const addresses = new OwnAddresses({
    publicUrl: settings.http.publicUrl,
    ...(isLocal ? { localOrigin: origin } : {}),
  });
  const ownAddress = () => addresses.issuer();
  const network = networkOfProviders(settings, input.signInNetworks);
  const sso = openSso(metadata, { network, browserSessions, ownAddress, clock });
  const documents = openDocuments(metadata, { network: { allowed: input.documentNetworks ?? [] }, clock, log });
  const { basePath, publicUrl } = settings.http;
  const access = new DataAccess({ served, currentRights, epochs: metadata.epochs, users: metadata.users });
  let sqlPort: PostgresPort | undefined;
  let pair = input.certificate?.material;
  const app = await buildApp({
    http: settings.http,
    isDevelopment: settings.isDevelopment,
    certificate: input.certificate,
    // Without TLS, only a server in development mode lets clients in.
    sqlPort: () => {
      const hasTls = pair !== undefined;
      if (sqlPort?.port === undefined || !(hasTls || settings.isDevelopment)) return undefined;
      return { port: sqlPort.port, hasTls };
    },
    useCertificate: (material) => {
      pair = material;
      sqlPort?.useCertificate(material);
    },
    log,
    listeners: answering.listeners,
    clock,
    ending,
    readiness,
    metrics: answering.metrics,
    platform: {
      ...metadata,
      ...content,
      ...viewing,
      ...signInMail,
      ...agents,
      authenticator: bearers,
      browserSessions,
      history,
      reportAccess: accessReporter(served, currentRights, clock),
      mapShapes,
      ownAddress,
      readSamlMetadata: sso.readSamlMetadata,
      queries,
      notifications,
      startKey: input.startKey,
      ownAddresses: addresses,
      clientDocuments: documents.clientDocuments,
      clock,
      serving: { tokens: settings.tokens, publicUrl, basePath, isDemo: settings.isDemo },
    },
    oauth: { ...metadata, addresses, clock },
    sso: sso.dependencies,
    scim: {
      ...metadata,
      ...settings.scim,
      authenticator: bearers,
      audiences: () => addresses.audiencesAt('/api/scim/v2'),
      clock,
      publicUrl,
    },
    mcp: {
      ...metadata,
      ...viewing,
      ...{ authenticator: bearers, addresses, served, chats, queries, answers, statements, observer, memory, clock },
    },
    pages: pagesForFrames(pagesDirectory),
    console: input.developmentPages ?? builtConsole(pagesDirectory),
    metricsAccess: { token: settings.metricsToken, personOf: (headers) => apiKeys.personOf(headers) },
    data: {
      ...access,
      ...answering,
    },
  });
  const runtime = await input.opening;
  const jobs = startJobs({
    database,
    handlers: [delivery, evaluations.handler, signInMail.forgottenPasswordHandler],
    sources: [scheduler],
    most: settings.jobsAtATime,
    lastNode: lastNodeIn(settings.dataDirectory),
    steady: input.steady,
    clock,
    log,
  });
  worked.resolve(jobs);
  return {
    app,
    runtime,
    readiness,
    jobs,
    listenForSql: async (port) => {
      const { openPostgresPort, openSqlAccounts } = await import('../faces/postgres/postgres-port.ts');
      const { sql } = settings;
      const own = { sql, ownDeploymentId: defaultDeploymentId };
      const accounts = await openSqlAccounts({ ...own, usersOf: input.sqlUsersOf });
      sqlPort = openPostgresPort({
        wire: await loadWire({ answers, statements, observer, clock, isDevelopment: settings.isDevelopment }),
        ...{ sql, accounts, http: settings.http, tokens: settings.tokens, certificate: pair },
        ...{ bearers, addresses, data: access, deployments: metadata.deployments, failures: metadata.signIn },
        ...{ ending, log, isDevelopment: settings.isDevelopment, rowClock: input.rowClock },
        finishWithinMs: settings.stop.finishWithinMs,
      });
      return sqlPort.listen(port);
    },
    announceEnd: () => {
      ending.announce();
      jobs.announceEnd();
    },
    close: async () => {
      stopForgetting();
      await jobs.putBack();
      await Promise.all([chats.close(settings.stop.finishWithinMs), app.close()]);
      await sqlPort?.close();
      served.close();
      await jobs.close();
      await Promise.all([runtimes.close(), statements.close(), graphql.close()]);
      mapShapes.close();
      sso.close();
      documents.close();
      await aiModels.close();
      await history?.recorder.close();
      await mailer.close();
    },
  };
}
