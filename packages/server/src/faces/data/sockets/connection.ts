import type { Duplex } from 'node:stream';
import { Forbidden, TooManyRequests, Unauthorized, Unavailable } from '@orrery/kernel';
import { askerOf, type BodyAnswer } from '@orrery/runtime';
import type { WebSocket } from 'ws';
import { ClientLeft, isAcceptableId } from '../../../http/index.ts';
import { logFailure } from '../answer-data-errors.ts';
import type { Arrival } from '../data-access.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import { claimsOf } from '../note-claims.ts';
import { rememberCall } from '../repeated/remember-answered.ts';
import { Admission, type SocketCaller } from './admission.ts';
import { answerToError, type CallAnswer } from './answer-call.ts';
import { closing } from './close-codes.ts';
import { Arriving } from './inbound-bytes.ts';
import type { TimedSocket } from './keep-time.ts';
import { type CallGiven, type CallHost, OpenCall, spanOf } from './open-call.ts';
import { Outbox } from './outbox.ts';
import { idIn, type Message, parseMessage, readMessage } from './read-message.ts';
import { Places, type PlacesOfAll } from './places.ts';
import type { ShareOwner, Shares } from './shares.ts';
import type { SocketFigures } from './socket-figures.ts';

/** Messages of one socket that are answered at the same time; the others wait in the connection. */
const mostAtOnce = 32;
/** Longer parameters are not compared with those of the call before. */
const longestCompared = 64 * 1024;
/** Time for the peer to answer our close. */
const closeWithinMs = 1_000;

/** The bounds and services that all sockets share. */
export interface SocketRoom extends PlacesOfAll {
  readonly dependencies: DataDependencies;
  readonly figures: SocketFigures;
  /** Bytes of messages that arrive or wait to be parsed. */
  readonly inbound: Shares;
  readonly log: Arrival['log'] & Parameters<typeof logFailure>[0]['log'];
  /** Milliseconds of a clock that never jumps. */
  now(): number;
  schedule(run: () => void): NodeJS.Timeout;
  /** Called when the caller of a socket is known. */
  known(connection: Connection): void;
  left(connection: Connection): void;
}

export interface OpenedSocket {
  readonly id: string;
  readonly webSocket: WebSocket;
  readonly connection: Duplex;
  /** Deployment and branch, as the path of the handshake names them. */
  readonly params: unknown;
}

/**
 * One socket.
 *
 * - *unknown*: until its first message with a good token. Calls are refused.
 * - *known*: its caller is checked again at every message and every run of a subscription.
 * - *closing*: takes no more messages, and closes when the running ones are answered.
 * - *closed*: its calls have ended.
 */
export class Connection implements CallHost<SocketCaller>, TimedSocket {
  readonly #room: SocketRoom;
  readonly #opened: OpenedSocket;
  readonly #outbox: Outbox;
  readonly #calls = new Map<string, OpenCall>();
  readonly #arriving: Arriving;
  readonly #places: Places;
  readonly #admission: Admission;
  readonly openedAt: number;
  isAlive = true;
  pingedAt: number;
  /** The code that it was closed with here. */
  #closedWith: number | undefined;
  #running = 0;
  #count = 0;
  #onIdle: (() => void) | undefined;

  constructor(opened: OpenedSocket, room: SocketRoom) {
    this.#opened = opened;
    this.#room = room;
    this.openedAt = room.now();
    this.pingedAt = this.openedAt;
    this.#arriving = new Arriving(room);
    this.#places = new Places(room);
    this.#admission = new Admission({
      id: opened.id,
      params: opened.params,
      dependencies: room.dependencies,
      log: room.log,
      claim: (owner) => this.#claim(owner),
    });
    const { webSocket, connection } = opened;
    this.#outbox = new Outbox(opened, {
      onStalled: () => webSocket.terminate(),
      onRoom: () => this.#readOn(),
    });
    connection.prependListener('data', (piece: Buffer) => this.#arrived(piece.length));
    webSocket
      .on('message', (bytes: Buffer, isBinary) => this.#received(bytes, isBinary))
      .on('ping', ({ length }) => this.#controlled(length))
      .on('pong', ({ length }) => this.#controlled(length))
      .on('error', () => undefined) // a close follows
      .on('close', (code) => this.#closed(code));
  }

  get dependencies(): DataDependencies {
    return this.#room.dependencies;
  }

  get figures(): SocketFigures {
    return this.#room.figures;
  }

  get isKnown(): boolean {
    return this.#admission.known !== undefined;
  }

  get #isOpen(): boolean {
    const { webSocket } = this.#opened;
    return webSocket.readyState === webSocket.OPEN;
  }

  get arrivingSince(): number | undefined {
    return this.#arriving.since;
  }

  get isPaused(): boolean {
    return this.#opened.webSocket.isPaused;
  }

  ping(): void {
    this.isAlive = false;
    this.pingedAt = this.#room.now();
    this.#opened.webSocket.ping();
  }

  close({ code, reason }: { readonly code: number; readonly reason: string }): void {
    const { webSocket } = this.#opened;
    this.#closedWith ??= code;
    webSocket.close(code, reason);
    webSocket.resume(); // to read the answer
    setTimeout(() => webSocket.terminate(), closeWithinMs).unref();
  }

  terminate(): void {
    this.#opened.webSocket.terminate();
  }

  /** The service stops: answers what runs, then says so and closes. */
  stop(): void {
    for (const call of this.#calls.values()) if (call.isSubscription) call.end();
    this.#onIdle = () => {
      const error = new Unavailable('service.closing', closing.service.reason);
      this.#outbox.sendText(JSON.stringify({ message: { error: error.message }, status: error.status }));
      this.close(closing.service);
    };
    this.#lookIfIdle();
  }

  schedule(run: () => void): NodeJS.Timeout {
    return this.#room.schedule(run);
  }

  caller(): Promise<SocketCaller> {
    return this.#admission.current();
  }

  async reply(id: string, answer: CallAnswer | undefined): Promise<void> {
    const quoted = JSON.stringify(id);
    const processed = `{"messageProcessedId":${quoted}}`;
    if (!answer) return this.#outbox.sendText(processed);
    const head = `{"messageId":${quoted},"status":${answer.status},"message":`;
    await this.#outbox.send(head, answer.body, '}', processed);
  }

  async failed(error: unknown, id: string, answer: CallAnswer): Promise<boolean> {
    logFailure(this.#room, error, answer.status);
    if (!(error instanceof Unauthorized) || !this.isKnown) return false;
    await this.reply(id, answer);
    this.close(closing.unauthorized);
    return true;
  }

  forget(call: OpenCall): void {
    if (this.#calls.get(call.given.id) === call) this.#calls.delete(call.given.id);
    this.#places.giveBackCall(call.given);
    this.#lookIfIdle();
  }

  #arrived(bytes: number): void {
    this.isAlive = true;
    if (!this.#isOpen || this.#arriving.add(bytes)) return;
    this.close(this.#places.isTaken ? closing.later : closing.tooBig);
    this.#opened.webSocket.pause(); // the rest of the message has no room either
  }

  #controlled(payloadBytes: number): void {
    this.#arriving.control(payloadBytes);
  }

  #received(bytes: Buffer, isBinary: boolean): void {
    const letGo = this.#arriving.done();
    if (!this.#isOpen || isBinary) {
      letGo();
      if (this.#isOpen) this.close(closing.binary);
      return;
    }
    this.#running += 1;
    this.figures.messages += 1;
    if (this.#running >= mostAtOnce || this.#outbox.isClogged) this.#opened.webSocket.pause();
    void this.#take(bytes, letGo).finally(() => {
      this.#running -= 1;
      this.#readOn();
      this.#lookIfIdle();
    });
  }

  #readOn(): void {
    const { webSocket } = this.#opened;
    if (this.#isOpen && webSocket.isPaused && this.#running < mostAtOnce && !this.#outbox.isClogged) webSocket.resume();
  }

  /** Never throws. */
  async #take(bytes: Buffer, letGo: () => void): Promise<void> {
    const { length } = bytes; // parsing may take the bytes to another thread
    let given: unknown;
    try {
      const asker = ({ known } = this.#admission) => known && askerOf(known.runtime, known.principal);
      given = await parseMessage(bytes, asker).finally(letGo);
      if (this.#onIdle) throw new Unavailable('service.closing', closing.service.reason);
      const message = readMessage(given);
      if (message.kind === 'authorization') await this.#authorize(message.token);
      else if (message.kind === 'unsubscribe') this.#calls.get(message.id)?.end();
      else await this.#call(message, given, length);
    } catch (error) {
      const answer = answerToError(error, this.#opened.id, this.dependencies);
      const id = idIn(given);
      if (id !== undefined && (await this.failed(error, id, answer))) return;
      await this.#refuse(id, answer);
    }
  }

  async #refuse(id: string | undefined, answer: CallAnswer): Promise<void> {
    if (id === undefined) await this.#outbox.send(`{"status":${answer.status},"message":`, answer.body, '}');
    else await this.reply(id, answer);
  }

  async #authorize(token: string): Promise<void> {
    const isFirst = !this.isKnown;
    try {
      await this.#admission.admit(token);
      this.#outbox.sendText('{"handshake":true}');
    } catch (error) {
      const answer = answerToError(error, this.#opened.id, this.dependencies);
      logFailure(this.#room, error, answer.status);
      await this.#refuse(undefined, answer);
      if (error instanceof Forbidden) this.close(closing.otherCaller);
      else if (error instanceof TooManyRequests) this.close(closing.later);
      else if (error instanceof Unauthorized && !isFirst) this.close(closing.unauthorized);
    }
  }

  /** @throws TooManyRequests, ClientLeft */
  #claim(owner: ShareOwner): void {
    if (!this.#isOpen) throw new ClientLeft();
    if (this.#places.isTaken) return;
    this.#places.takeSocket(owner);
    this.#arriving.belongsTo(owner);
    this.#room.known(this);
  }

  async #call(message: Extract<Message, { kind: 'call' }>, given: unknown, bytes: number): Promise<void> {
    const { id, call } = message;
    this.#count += 1;
    const { requestId, method } = call;
    const isKept = requestId !== undefined && isAcceptableId(requestId);
    const text = bytes <= longestCompared ? JSON.stringify(call.params ?? {}) : undefined;
    const asked: CallGiven = {
      id,
      method,
      text,
      bytes,
      parameters: this.#parametersOf(text, call.params ?? {}),
      interaction: isKept ? requestId : `${this.#opened.id}-${this.#count}`,
    };
    if (await this.#answerRepeated(asked)) return;
    await this.caller(); // before anything is remembered
    this.#noteClaims(given);
    const known = this.#calls.get(id);
    if (known?.isSame(asked)) {
      known.heard();
      if (known.isAsking) return;
      return known.ask();
    }
    known?.end();
    if (!this.#isOpen) throw new ClientLeft();
    this.#places.takeCall(asked);
    const open = new OpenCall(asked, this);
    this.#calls.set(id, open);
    await open.ask();
  }

  loaded({ method, text }: CallGiven, caller: SocketCaller, answer: BodyAnswer): void {
    if (method !== 'load' || text === undefined) return;
    const { key, principal, rightsCheck, runtime } = caller;
    rememberCall(
      { key: `${key}\n${text}`, principal, rightsCheck, runtime, endpoint: 'load', answer },
      this.dependencies,
    );
  }

  /** Answers from memory, like a repeated request of HTTP: its caller, model and answer are looked up there. */
  #answerRepeated({ id, method, text, interaction }: CallGiven): boolean | Promise<boolean> {
    const { known: caller, isRunning } = this.#admission;
    if (method !== 'load' || text === undefined || !caller || isRunning || this.#calls.has(id)) return false;
    const write = (body: Buffer) => void this.reply(id, { status: 200, body, isWait: false });
    return this.dependencies.repeated.answerCall({
      key: `${caller.key}\n${text}`,
      requestId: spanOf(interaction),
      write,
    });
  }

  #parametersOf(text: string | undefined, params: Readonly<Record<string, unknown>>) {
    return text === undefined ? params : this.dependencies.memory.parametersOf(`socket\n${text}`, () => params);
  }

  #noteClaims(body: unknown): void {
    const params = typeof body === 'object' && body !== null && 'params' in body ? body.params : undefined;
    const claims = claimsOf({ query: {}, body: params });
    if (claims.length === 0) return;
    const facts = { code: 'auth.claims-in-request', claims };
    this.#room.log.warn(facts, 'a request says who sent it; its token decides');
  }

  #lookIfIdle(): void {
    const onIdle = this.#onIdle;
    if (!onIdle || this.#running > 0 || this.#calls.size > 0) return;
    if (this.#isOpen) onIdle();
  }

  #closed(code: number): void {
    this.#arriving.done()();
    for (const call of [...this.#calls.values()]) call.end();
    this.#outbox.close();
    this.#places.giveBackSocket();
    this.#admission.forget();
    this.figures.countClosed(this.#closedWith ?? code);
    this.#room.left(this);
  }
}
