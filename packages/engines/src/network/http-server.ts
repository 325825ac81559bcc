import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { type ServerTls, tlsOptions } from '../server-tls.ts';
import { type CallTimes, fetchOver } from './bounded-fetch.ts';
import { openSocket, type ServerPlace } from './open-socket.ts';

const keepAlive: AgentOptions = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8 };

/** A database server that speaks HTTP. */
export interface HttpServerPlace extends ServerPlace {
  readonly tls: ServerTls;
  /** The client's own certificate and its key, PEM. */
  readonly own?: { readonly certificate: string; readonly key: string };
}

/** Connections to one server, to which every address leads; they wait for further requests. */
export interface HttpServer {
  readonly fetch: typeof fetch;
  close(): void;
}

interface HttpServerBounds {
  readonly times: CallTimes;
  /** Largest answer of one request. */
  readonly mostBytes: number;
  /** The name of the server at the beginning of error messages. */
  readonly server: string;
}

export function httpServer(place: HttpServerPlace, bounds: HttpServerBounds): HttpServer {
  const options = tlsOptions(place.tls);
  const agent = options === undefined ? new PlainAgent(place) : new TlsAgent(place, options);
  return { fetch: fetchOver({ agentFor: () => agent, ...bounds }), close: () => agent.destroy() };
}

class PlainAgent extends HttpAgent {
  readonly #place: HttpServerPlace;

  constructor(place: HttpServerPlace) {
    super(keepAlive);
    this.#place = place;
  }

  override createConnection(): ReturnType<typeof openSocket> {
    return openSocket(this.#place).setNoDelay(true);
  }
}

class TlsAgent extends HttpsAgent {
  readonly #place: HttpServerPlace;
  readonly #options: ConnectionOptions;

  constructor(place: HttpServerPlace, options: ConnectionOptions) {
    super(keepAlive);
    const { own } = place;
    this.#place = place;
    this.#options = own === undefined ? options : { ...options, cert: own.certificate, key: own.key };
  }

  override createConnection(): TLSSocket {
    const { host } = this.#place;
    const name = isIP(host) === 0 ? { servername: host } : {};
    return connect({ ...this.#options, ...name, host, socket: openSocket(this.#place).setNoDelay(true) });
  }
}
