import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { HttpSettings } from './config/http-settings.ts';
import type { DataDependencies } from './data/data-dependencies.ts';
import { registerDataRoutes } from './data/data-routes.ts';
import { answerBrokenRequest } from './http/answer-broken-requests.ts';
import { answerErrors } from './http/answer-errors.ts';
import { createServer, serveWith } from './http/create-server.ts';
import { endConnections } from './http/end-connections.ts';
import { guardRequests } from './http/guard-requests.ts';
import { type HealthChecks, registerHealthRoutes } from './http/health.ts';
import { listenOnLocalhost } from './http/listen-on-localhost.ts';
import { requestIdOf } from './http/request-id.ts';
import { trustedProxies } from './http/trusted-proxies.ts';
import type { OpenCertificate } from './http/tls/open-certificate.ts';

export interface AppServices {
  readonly http: Pick<HttpSettings, 'host' | 'basePath' | 'trustedProxies' | 'corsOrigins' | 'maxRequestBytes'>;
  readonly isDevelopment: boolean;
  /** Absent: plain HTTP. */
  readonly certificate?: OpenCertificate | undefined;
  readonly log: FastifyBaseLogger;
  readonly clock: { now(): number };
  readonly health: HealthChecks;
  readonly data: Pick<DataDependencies, 'principalOf' | 'runtimeOf' | 'observer'>;
}

/** How long running requests may take to finish once the service closes. */
const finishWithinMs = 10_000;
/** A pair of files is replaced by others in less time than this. */
const certificateSettlesInMs = 1_000;
/** Smaller answers cost more to compress than to send. */
const compressFromBytes = 1024;

/** Every face of the service on one Fastify instance that does not listen yet. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { http, isDevelopment, clock, certificate } = services;
  const app = createFastify(services);
  if (certificate) await followIn(app, certificate);
  if (http.host === 'localhost') listenOnLocalhost(app);
  endConnections(app, { withinMs: finishWithinMs });
  guardRequests(app, { allowsPlainHttp: isDevelopment });
  answerErrors(app, { isDevelopment });
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ req: request, status: reply.statusCode, tookMs: Math.round(reply.elapsedTime) }, 'answered');
  });
  await app.register(cors, {
    origin: http.corsOrigins === '*' ? '*' : [...http.corsOrigins],
    allowedHeaders: ['authorization', 'content-type', 'x-request-id', 'x-cube-authorization'],
    methods: ['GET', 'POST', 'DELETE'],
    maxAge: 600,
  });
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['gzip', 'deflate'],
    globalDecompression: false,
  });
  registerHealthRoutes(app, services.health, clock);
  const dependencies: DataDependencies = { ...services.data, clock, isDevelopment };
  for (const prefix of [
    `/${http.basePath}`,
    `/d/:deploymentId/${http.basePath}`,
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

function createFastify({ http, certificate, log }: AppServices): FastifyInstance {
  return Fastify({
    serverFactory: (listener) => createServer(listener, certificate?.material),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, log),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? trustedProxies(http.trustedProxies) : false,
    bodyLimit: http.maxRequestBytes,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true },
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      void reply.code(error.statusCode ?? 400).send({ error: error.message });
    },
  });
}
