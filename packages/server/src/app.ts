import compress from '@fastify/compress';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { HttpSettings } from './config/http-settings.ts';
import type { DataDependencies } from './data/data-dependencies.ts';
import { registerDataRoutes } from './data/data-routes.ts';
import { answerErrors } from './http/answer-errors.ts';
import { endConnections } from './http/end-connections.ts';
import { guardRequests } from './http/guard-requests.ts';
import { type HealthChecks, registerHealthRoutes } from './http/health.ts';
import { requestIdOf } from './http/request-id.ts';
import type { TlsMaterial } from './http/tls.ts';

export interface AppServices {
  readonly http: Pick<HttpSettings, 'basePath' | 'trustedProxies' | 'corsOrigins' | 'maxRequestBytes'>;
  readonly isDevelopment: boolean;
  readonly tls?: TlsMaterial | undefined;
  readonly log: FastifyBaseLogger;
  readonly clock: { now(): number };
  readonly health: HealthChecks;
  readonly data: Pick<DataDependencies, 'principalOf' | 'runtimeOf' | 'observer'>;
}

/** How long a client may take to send a request, headers and body. */
const requestTimeoutMs = 60_000;
/** How long running requests may take to finish once the service closes. */
const finishWithinMs = 10_000;
/** Smaller answers cost more to compress than to send. */
const compressFromBytes = 1024;

/** Every face of the service on one Fastify instance that does not listen yet. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { http, isDevelopment, clock } = services;
  const app = createFastify(services);
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

function createFastify({ http, tls, log }: AppServices): FastifyInstance {
  const app = Fastify({
    https: tls ? { cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' } : null,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: http.trustedProxies.length > 0 ? [...http.trustedProxies] : false,
    bodyLimit: http.maxRequestBytes,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true },
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      void reply.code(error.statusCode ?? 400).send({ error: error.message });
    },
  });
  // Over HTTPS the instance is typed by its server; routes are written for either.
  return app as unknown as FastifyInstance;
}
