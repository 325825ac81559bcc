import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { outsideRequests } from '@orrery/kernel';
import { WebSocketServer } from 'ws';
import type { DataDependencies } from '../data-dependencies.ts';
import { Connection, type OpenedSocket, type SocketRoom } from './connection.ts';
import { keepTime } from './keep-time.ts';
import { type ShareBounds, Shares } from './shares.ts';
import type { SocketFigures } from './socket-figures.ts';
import { UnknownSockets } from './unknown-sockets.ts';

/** Open sockets, in all, of one deployment and of one caller. */
export const mostSockets = { most: 20_000, mostOfDeployment: 15_000, mostOfCaller: 5_000 };
/** Open calls, and the bytes of their messages. The largest message fits. */
export const mostCalls = { most: 50_000, mostOfDeployment: 40_000, mostOfCaller: 10_000 };
const megabyte = 1024 * 1024;
const mostCallBytes = { most: 192 * megabyte, mostOfDeployment: 128 * megabyte, mostOfCaller: 64 * megabyte };
/** Largest messages that may arrive, or wait to be parsed, at the same time. */
const messagesAtATime = { most: 4, mostOfDeployment: 3, mostOfCaller: 2 };

/** How often the times of sockets are checked. */
const lookThroughEveryMs = 5_000;

/** Subscriptions that are run in one turn of the event loop; requests come between the turns. */
const runsOfTurn = 32;

export interface SocketServerSettings {
  readonly dependencies: DataDependencies;
  readonly figures: SocketFigures;
  readonly log: SocketRoom['log'];
  readonly maxMessageBytes: number;
  readonly subscriptionIntervalMs: number;
  /** Milliseconds of a clock that never jumps; that of the process unless given. */
  readonly now?: () => number;
  /** Called when the last socket has closed after `stop`. */
  onEmpty(): void;
}

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly connection: Duplex;
  /** Bytes that came behind the head of the request. */
  readonly head: Buffer;
  /** Deployment and branch, as the path names them. */
  readonly params: unknown;
  /** The address of the peer, or of the client of a trusted proxy. */
  readonly address: string;
}

/** All sockets of the process. */
export class SocketServer {
  readonly #settings: SocketServerSettings;
  readonly #server: WebSocketServer;
  readonly #open = new Set<Connection>();
  readonly #unknown = new UnknownSockets<Connection>();
  readonly #room: SocketRoom;
  readonly #due: (() => void)[] = [];
  #isDraining = false;
  #isStopping = false;
  #looking: NodeJS.Timeout | undefined;

  constructor(settings: SocketServerSettings) {
    this.#settings = settings;
    const { dependencies, figures, log, maxMessageBytes, now = () => performance.now() } = settings;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false, // a small message would become a large one
    });
    this.#room = {
      dependencies,
      figures,
      log,
      now,
      inbound: new Shares(bytesOf(messagesAtATime, maxMessageBytes)),
      sockets: new Shares(mostSockets),
      calls: new Shares(mostCalls),
      callBytes: new Shares(mostCallBytes),
      schedule: (run) => this.#schedule(run),
      known: (connection) => this.#unknown.remove(connection),
      left: (connection) => this.#left(connection),
    };
  }

  /** Answers the handshake, and serves the socket. */
  accept({ request, connection, head, params, address }: Upgrade): void {
    outsideRequests(() =>
      this.#server.handleUpgrade(request, connection, head, (webSocket) => {
        this.#serve({ webSocket, connection, params }, address);
      }),
    );
  }

  /** Closes all sockets, each when what it asked for is answered. */
  stop(): void {
    this.#isStopping = true;
    clearInterval(this.#looking);
    if (this.#open.size === 0) this.#settings.onEmpty();
    for (const connection of this.#open) connection.stop();
  }

  #serve(socket: Omit<OpenedSocket, 'id'>, address: string): void {
    const { figures } = this.#settings;
    const opened = new Connection({ id: randomUUID(), ...socket }, this.#room);
    this.#open.add(opened);
    figures.open += 1;
    this.#looking ??= setInterval(() => this.#lookThrough(), lookThroughEveryMs).unref();
    if (this.#isStopping) opened.stop();
    else this.#unknown.add(opened, address);
  }

  #left(connection: Connection): void {
    this.#open.delete(connection);
    this.#unknown.remove(connection);
    this.#settings.figures.open -= 1;
    if (this.#open.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
    if (this.#isStopping) this.#settings.onEmpty();
  }

  #lookThrough(): void {
    const now = this.#room.now();
    for (const connection of this.#open) keepTime(connection, now);
  }

  #schedule(run: () => void): NodeJS.Timeout {
    const due = () => {
      this.#due.push(run);
      if (!this.#isDraining) this.#drain();
    };
    return outsideRequests(() => setTimeout(due, this.#settings.subscriptionIntervalMs).unref());
  }

  #drain(): void {
    this.#isDraining = true;
    setImmediate(() => {
      for (const run of this.#due.splice(0, runsOfTurn)) run();
      if (this.#due.length > 0) this.#drain();
      else this.#isDraining = false;
    });
  }
}

function bytesOf({ most, mostOfDeployment, mostOfCaller }: ShareBounds, messageBytes: number): ShareBounds {
  return {
    most: most * messageBytes,
    mostOfDeployment: mostOfDeployment * messageBytes,
    mostOfCaller: mostOfCaller * messageBytes,
  };
}
