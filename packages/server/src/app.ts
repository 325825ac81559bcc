import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { HttpSettings } from '../../config/src/http-settings.ts';
import type { DataDependencies } from './faces/data/data-dependencies.ts';
import { registerMetricsRoute, type MetricsAccess } from './metrics/metrics-routes.ts';
import type { Metrics } from './metrics/metrics.ts';
import { registerDataRoutes } from './faces/data/data-routes.ts';
import { compressFromBytes } from './faces/data/send-compressed.ts';
import { answerBrokenAddress } from './http/answer-broken-address.ts';
import { answerBrokenRequest } from './http/answer-broken-requests.ts';
import { answerErrors } from './http/answer-errors.ts';
import { answerFaults } from './http/answer-faults.ts';
import { boundBodies } from './http/bound-bodies.ts';
import { createServer, serveWith } from './http/create-server.ts';
import type { Ending } from './http/ending.ts';
import { followRequest, followRequests, type RequestListener } from './http/follow-requests.ts';
import { guardRequests } from './http/guard-requests.ts';
import { registerHealthRoutes } from './http/health.ts';
import type { SharedCheck } from './http/shared-check.ts';
import { listenOnLocalhost } from './http/listen-on-localhost.ts';
import { readOnBeforeClosing } from './http/read-on.ts';
import { requestIdOf } from './http/request-id.ts';
import { trustedProxies } from './http/trusted-proxies.ts';
import { withoutLastSlash } from './http/without-last-slash.ts';
import { currentRequest, withinRequest } from '../../kernel/src/scope/request-scope.ts';
import { platformErrors } from './faces/platform/answer-platform-errors.ts';
import { type PlatformServices, registerPlatformRoutes } from './faces/platform/platform-routes.ts';
import { scimErrors } from '../../scim/src/http/answer-scim-errors.ts';
import type { ScimDependencies } from '../../scim/src/scim-dependencies.ts';
import { registerScimRoutes } from '../../scim/src/scim-routes.ts';
import type { OpenCertificate } from './http/tls/open-certificate.ts';

export interface AppServices {
  readonly http: Pick<HttpSettings, 'host' | 'basePath' | 'trustedProxies' | 'corsOrigins' | 'maxRequestBytes'>;
  readonly isDevelopment: boolean;
  /** Absent: plain HTTP. */
  readonly certificate?: OpenCertificate | undefined;
  readonly log: FastifyBaseLogger;
  /** Told of every request once it is done. */
  readonly listeners: readonly RequestListener[];
  readonly clock: { now(): number };
  readonly readiness: SharedCheck;
  readonly metrics: Metrics;
  readonly metricsAccess: MetricsAccess;
  readonly ending: Ending;
  readonly platform: PlatformServices;
  readonly scim: ScimDependencies;
  readonly data: Pick<DataDependencies, 'principalOf' | 'runtimeOf' | 'answers' | 'observer'>;
}

/** A pair of files is replaced by others in less time than this. */
const certificateSettlesInMs = 1_000;

/** Of the largest size; a body is held twice while it is put together. */
const bodiesAtATime = 4;

/** Every face of the service on one Fastify instance that does not listen yet. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { http, isDevelopment, clock, certificate } = services;
  const app = createFastify(services);
  app.decorateRequest('principal', null);
  answerFaults(app);
  followRequests(app, services.listeners);
  if (certificate) await followIn(app, certificate);
  if (http.host === 'localhost') listenOnLocalhost(app);
  services.ending.attachTo(app);
  guardRequests(app, { allowsPlainHttp: isDevelopment });
  boundBodies(app, { mostBytes: bodiesAtATime * http.maxRequestBytes });
  readOnBeforeClosing(app);
  answerErrors(app, { isDevelopment });
  await app.register(cors, {
    origin: http.corsOrigins === '*' ? '*' : [...http.corsOrigins],
    allowedHeaders: ['authorization', 'content-type', 'x-request-id', 'x-cube-authorization'],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 600,
  });
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['gzip', 'deflate'],
    globalDecompression: false,
  });
  registerHealthRoutes(app, services);
  registerMetricsRoute(app, services.metrics, services.metricsAccess);
  await registerPlatformRoutes(app, services.platform);
  await registerScimRoutes(app, services.scim);
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

/** New connections get the certificate that is there when they come. */
async function followIn(app: FastifyInstance, { source, material }: OpenCertificate): Promise<void> {
  const { followCertificate } = await import('./http/tls/follow-certificate.ts');
  const use = (found: OpenCertificate['material']) => serveWith(app.server, found);
  const end = followCertificate({ source, settleMs: certificateSettlesInMs, serving: material, use, log: app.log });
  app.addHook('preClose', async () => end());
}

function createFastify({ http, certificate, log, listeners }: AppServices): FastifyInstance {
  return Fastify({
    rewriteUrl: withoutLastSlash,
    serverFactory: (listener) =>
      createServer(
        (request, response) => withinRequest(requestIdOf(request), () => listener(request, response)),
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
    return503OnClosing: false, // the ending says it in our words
    routerOptions: { caseSensitive: true },
    schemaController: { compilersFactory: { buildValidator: noRouteSchemas, buildSerializer: noRouteSchemas } },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      followRequest(request, reply, listeners);
      answerBrokenAddress(error, request, reply, [scimErrors, platformErrors]);
    },
  });
}

/** Routes check what they are given by schemas of their own; loading Fastify's compilers takes a tenth of the start. */
function noRouteSchemas(): never {
  throw new Error('no route gives Fastify a schema');
}
