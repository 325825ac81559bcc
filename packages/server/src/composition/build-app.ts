import compress from '@fastify/compress';
import cors, { type FastifyCorsOptions, type FastifyCorsOptionsDelegateCallback } from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { HttpSettings } from '@orrery/config';
import {
  compressFromBytes,
  type DataDependencies,
  registerDataRoutes,
  type RepeatedRequests,
  type Sockets,
} from '../faces/data/index.ts';
import { Console, type ConsoleDependencies, type ConsoleSource } from '../faces/console/index.ts';
import { registerEmbedRoutes } from '../faces/embed/index.ts';
import { type Metrics, type MetricsAccess, registerMetricsRoute } from '../metrics/index.ts';
import {
  answerBrokenAddress,
  answerBrokenRequest,
  answerErrors,
  answerFaults,
  belowPublicPath,
  boundBodies,
  createServer,
  type Ending,
  followRequest,
  followRequests,
  guardRequests,
  listenOnLocalhost,
  type OpenCertificate,
  readOnBeforeClosing,
  registerHealthRoutes,
  requestIdOf,
  type RequestListener,
  serveWith,
  type SharedCheck,
  trustedProxies,
} from '../http/index.ts';
import { currentRequest, Unauthorized, withinRequest } from '@orrery/kernel';
import { isForApplications, type OAuthDependencies, registerOAuthRoutes } from '@orrery/oauth';
import { type McpServices, registerMcpRoute } from '../faces/mcp/index.ts';
import { platformErrors, type PlatformServices, registerPlatformRoutes, sessionIn } from '../faces/platform/index.ts';
import { registerScimRoutes, type ScimDependencies, scimErrors } from '@orrery/scim';
import { registerSsoRoutes, type SsoDependencies } from '@orrery/sso';
import { type BuiltFiles, noticeHtml } from '../pages/index.ts';

export interface AppServices {
  readonly http: Pick<
    HttpSettings,
    | 'host'
    | 'publicPath'
    | 'basePath'
    | 'trustedProxies'
    | 'corsOrigins'
    | 'frameOrigins'
    | 'maxRequestBytes'
    | 'webSockets'
  >;
  readonly isDevelopment: boolean;
  /** Absent: plain HTTP. */
  readonly certificate?: OpenCertificate | undefined;
  /** Receives each certificate that replaces another one. */
  readonly useCertificate: (material: OpenCertificate['material']) => void;
  readonly log: FastifyBaseLogger;
  /** See `ConsoleDependencies`. */
  readonly sqlPort: ConsoleDependencies['sqlPort'];
  /** Called for every request once it is done. */
  readonly listeners: readonly RequestListener[];
  readonly clock: { now(): number };
  readonly readiness: SharedCheck;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  readonly ending: Ending;
  readonly platform: PlatformServices;
  readonly scim: ScimDependencies;
  readonly oauth: Omit<OAuthDependencies, 'personOf' | 'notice'>;
  readonly sso: SsoDependencies;
  readonly mcp: Omit<McpServices, 'corsOrigins'>;
  /** The built pages for frames; absent while they are not built. */
  readonly pages: BuiltFiles | undefined;
  /** The web application. */
  readonly console: ConsoleSource;
  readonly data: Pick<
    DataDependencies,
    | 'principalOf'
    | 'statedOf'
    | 'runtimeOf'
    | 'askerNamed'
    | 'rightsCheckOf'
    | 'memory'
    | 'answers'
    | 'statements'
    | 'graphql'
    | 'observer'
  > & {
    readonly repeated: RepeatedRequests;
    readonly sockets: Sockets;
  };
}

/** Longest time that the replacement of a pair of files takes. */
const certificateSettlesInMs = 1_000;

/** Number of bodies of the largest size; a body is held twice while it is assembled. */
const bodiesAtATime = 4;

/** Registers every API of the service on one Fastify instance that does not listen yet. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { http, isDevelopment, clock, certificate } = services;
  const app = createFastify(services);
  app.decorateRequest('principal', null);
  app.decorate('publicPath', http.publicPath);
  answerFaults(app);
  followRequests(app, services.listeners);
  if (certificate) await followIn(app, certificate, services.useCertificate);
  if (http.host === 'localhost') listenOnLocalhost(app);
  services.ending.attachTo(app);
  services.data.sockets.attachTo(app);
  guardRequests(app, { allowsPlainHttp: isDevelopment });
  boundBodies(app, { mostBytes: bodiesAtATime * http.maxRequestBytes });
  readOnBeforeClosing(app);
  const { browserSessions, preferences, startKey } = services.platform;
  const pages = new Console({
    http,
    source: services.console,
    hasStartKey: startKey !== undefined,
    sqlPort: services.sqlPort,
    browserSessions,
    preferences,
  });
  answerErrors(app, { isDevelopment, answerUnknown: (request, reply) => pages.answerUnknown(request, reply) });
  await app.register(cors, corsOf(http.corsOrigins));
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['gzip', 'deflate'],
    globalDecompression: false,
  });
  registerHealthRoutes(app, services);
  registerMetricsRoute(app, services.metrics, services.metricsAccess);
  await registerPlatformRoutes(app, services.platform);
  await registerScimRoutes(app, services.scim);
  await registerOAuthRoutes(app, {
    ...services.oauth,
    personOf: (request) => signedIn(request, browserSessions),
    notice: noticeHtml,
  });
  await registerSsoRoutes(app, services.sso);
  await registerMcpRoute(app, { ...services.mcp, corsOrigins: http.corsOrigins });
  await registerEmbedRoutes(app, services);
  pages.register(app);
  const dependencies: DataDependencies = { ...services.data, clock, isDevelopment };
  for (const prefix of [
    `/${http.basePath}`,
    `/d/:deploymentId/${http.basePath}`,
    `/dev-mode/:branch/${http.basePath}`,
    `/d/:deploymentId/dev-mode/:branch/${http.basePath}`,
  ]) {
    await app.register(async (scope) => registerDataRoutes(scope, dependencies), { prefix });
  }
  await app.ready();
  return app;
}

/** Pages of every origin may be applications that speak to the authorization server; other origins are those of the settings. */
function corsOf(
  origins: HttpSettings['corsOrigins'],
): FastifyCorsOptions | { delegator: FastifyCorsOptionsDelegateCallback } {
  const options = {
    allowedHeaders: [
      ...['authorization', 'content-type', 'x-request-id', 'x-cube-authorization'],
      ...['mcp-protocol-version', 'mcp-method', 'mcp-name'],
    ],
    exposedHeaders: ['www-authenticate', 'x-request-id', 'retry-after'],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  };
  if (origins === '*') return { ...options, origin: '*' };
  return {
    delegator: ({ url }: FastifyRequest, done: (error: null, chosen: FastifyCorsOptions) => void) =>
      done(null, { ...options, origin: isForApplications(url) ? '*' : [...origins] }),
  };
}

/** Finds the person whose session the browser has. */
async function signedIn(request: FastifyRequest, sessions: PlatformServices['browserSessions']) {
  const session = sessionIn(request, 'application');
  if (session === undefined) return undefined;
  try {
    return await sessions.personOf(session);
  } catch (error) {
    if (error instanceof Unauthorized) return undefined;
    throw error;
  }
}

/** New connections get the certificate that is current when they open. */
async function followIn(
  app: FastifyInstance,
  { source, material }: OpenCertificate,
  useToo: AppServices['useCertificate'],
): Promise<void> {
  const { followCertificate } = await import('../http/tls/follow-certificate.ts');
  const use = (found: OpenCertificate['material']) => {
    serveWith(app.server, found);
    useToo(found);
  };
  const end = followCertificate({ source, settleMs: certificateSettlesInMs, serving: material, use, log: app.log });
  app.addHook('preClose', async () => end());
}

function createFastify({ http, certificate, log, listeners, data: { repeated } }: AppServices): FastifyInstance {
  return Fastify({
    rewriteUrl: belowPublicPath(http.publicPath),
    serverFactory: (listener) =>
      createServer(
        (request, response) =>
          repeated.answer(request, response, () =>
            withinRequest(requestIdOf(request), () => listener(request, response)),
          ),
        certificate?.material,
      ),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, log),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => currentRequest()?.requestId ?? requestIdOf(request),
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? trustedProxies(http.trustedProxies) : false,
    bodyLimit: http.maxRequestBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // `Ending` handles requests while the server closes
    routerOptions: { caseSensitive: true },
    schemaController: { compilersFactory: { buildValidator: noRouteSchemas, buildSerializer: noRouteSchemas } },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      followRequest(request, reply, listeners);
      answerBrokenAddress(error, request, reply, [scimErrors, platformErrors]);
    },
  });
}

/**
 * Turns off Fastify's own validation, because routes validate with schemas of their own. Loading Fastify's compilers
 * takes a tenth of the start.
 */
function noRouteSchemas(): never {
  throw new Error('no route gives Fastify a schema');
}
