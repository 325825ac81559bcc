import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { dataOperations } from '@orrery/contract';
import type { HttpSettings } from '@orrery/config';
import { Forbidden, Invalid, NotFound, withinRequest } from '@orrery/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { belowPublicPath, type Ending, leadUpgrades, requestIdOf, switchProtocol } from '../../../http/index.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { SocketFigures } from './socket-figures.ts';
import type { SocketServer } from './socket-server.ts';

export interface SocketSettings {
  readonly http: Pick<
    HttpSettings,
    'publicUrl' | 'publicPath' | 'basePath' | 'corsOrigins' | 'maxRequestBytes' | 'webSockets'
  >;
  readonly ending: Pick<Ending, 'whenClosing' | 'began' | 'ended'>;
}

/**
 * WebSockets on the port of the service. Their handshake is a request like others, with the same checks; all that comes
 * after it loads with the first socket.
 */
export class Sockets {
  readonly figures = new SocketFigures();
  readonly #settings: SocketSettings;
  readonly #handshakes = new WeakMap<IncomingMessage, { readonly connection: Duplex; readonly head: Buffer }>();
  #server: Promise<SocketServer> | undefined;

  constructor(settings: SocketSettings) {
    this.#settings = settings;
  }

  /** Leads requests for sockets to the routes of `register`, before the server listens. */
  attachTo(app: FastifyInstance): void {
    const { http, ending } = this.#settings;
    const below = belowPublicPath(http.publicPath);
    leadUpgrades(app.server, ({ request, response, connection, head }) => {
      this.#handshakes.set(request, { connection, head });
      request.url = socketAddress(below(request), http.basePath);
      withinRequest(requestIdOf(request), () => app.routing(request, response));
    });
    ending.whenClosing(() => this.#stop());
  }

  /** Serves the handshake under the prefix of `app`. */
  register(app: FastifyInstance, dependencies: DataDependencies): void {
    const { method, path } = dataOperations.socket;
    app.route({
      method,
      url: path,
      handler: (request, reply) => this.#open(request, reply, dependencies),
    });
  }

  async #open(request: FastifyRequest, reply: FastifyReply, dependencies: DataDependencies): Promise<FastifyReply> {
    const { http } = this.#settings;
    if (!http.webSockets.isOn) throw new NotFound('socket.off', 'Sockets are switched off: ORRERY_WEB_SOCKETS');
    const handshake = this.#handshakes.get(request.raw);
    if (!handshake) {
      reply.header('upgrade', 'websocket');
      throw new Invalid('socket.upgrade-required', 'This address speaks WebSocket', [], 426);
    }
    if (!isAllowed(request, http)) {
      throw new Forbidden(
        'socket.origin',
        'Pages of this origin may not open sockets: ORRERY_CORS_ORIGINS, ORRERY_PUBLIC_URL',
      );
    }
    const server = await this.#serverFor(dependencies, request);
    reply.hijack();
    reply.raw.detachSocket(handshake.connection as Parameters<ServerResponse['detachSocket']>[0]); // as it was assigned
    switchProtocol(reply);
    server.accept({ ...handshake, request: request.raw, params: request.params, address: request.ip });
    return reply;
  }

  #serverFor(dependencies: DataDependencies, { server }: Pick<FastifyRequest, 'server'>): Promise<SocketServer> {
    const { http, ending } = this.#settings;
    this.#server ??= import('./socket-server.ts').then(
      (loaded) =>
        new loaded.SocketServer({
          dependencies,
          figures: this.figures,
          log: server.log,
          maxMessageBytes: http.maxRequestBytes,
          subscriptionIntervalMs: http.webSockets.subscriptionIntervalMs,
          onEmpty: () => ending.ended(this),
        }),
    );
    this.#server.catch(() => {
      this.#server = undefined; // the next socket tries again
    });
    return this.#server;
  }

  #stop(): void {
    if (!this.#server) return;
    this.#settings.ending.began(this);
    void this.#server.then(
      (server) => server.stop(),
      () => this.#settings.ending.ended(this), // nothing was served
    );
  }
}

/**
 * The path of the handshake's route for an address that clients connect to: that of the Data API, or one that leaves out
 * its end: `/`, `/d/2`, `/d/2/cubejs-api`, `/d/2/cubejs-api/v1`.
 */
function socketAddress(url: string, basePath: string): string {
  const end = url.indexOf('?');
  const [path, search] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const place = /^(?:\/d\/[^/]+)?(?:\/dev-mode\/[^/]+)?(?=\/|$)/.exec(path)?.[0] ?? '';
  const rest = path.slice(place.length).replace(/\/$/, '');
  const isOfData = ['', `/${basePath}`, `/${basePath}/v1`].includes(rest);
  return isOfData ? `${place}/${basePath}${dataOperations.socket.path}${search}` : url;
}

/**
 * Pages of the service itself need no permission. Its name is that of the public URL: the name that a request gives may be
 * one that its owner has led to this machine, but `localhost` and addresses cannot be. Programs send no origin.
 */
function isAllowed(
  { headers, protocol, host, hostname }: FastifyRequest,
  { corsOrigins, publicUrl }: Pick<HttpSettings, 'corsOrigins' | 'publicUrl'>,
): boolean {
  const { origin } = headers;
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return true;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  const isNoName = hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isNoName && origin === `${protocol}://${host}`;
}
