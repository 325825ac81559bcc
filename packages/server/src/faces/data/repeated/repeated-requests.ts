import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Answer,
  type AnswerBody,
  type AnswerService,
  type CallerRuntime,
  type Encoding,
  type ModelSnapshot,
  ownerWithin,
  type QueryEvent,
  type QueryObserver,
  slotOf,
} from '@orrery/runtime';
import type { Epochs } from '@orrery/store';
import { LRUCache } from 'lru-cache';
import { requestIdOf, type RequestListener, tellListeners } from '../../../http/index.ts';
import type { RightsCheck } from '../data-access.ts';
import { linesIn } from './lines-of-queries.ts';
import { type GenerationsOf, type RequestSources, Turns } from './turns.ts';

/** An answer from the cache. */
interface RepeatedAnswer {
  readonly key: string;
  /** Model that its query was bound to. */
  readonly model: ModelSnapshot;
  /** Identifies one of the answer's bodies. */
  readonly variant: string;
  /** The query, as the history notes it. */
  readonly query: QueryEvent['query'];
}

/** The results of examining a request that was answered from the cache. */
export interface RepeatedRequest extends Pick<QueryEvent, 'endpoint' | 'principal'> {
  /** Whether its caller still has the rights, and gets the same model. */
  readonly rightsCheck: RightsCheck;
  readonly runtime: CallerRuntime;
  /** One, unless the request is one for lines. */
  readonly answers: readonly RepeatedAnswer[];
  /** Beginnings of the lines that the answers are sent in; absent: the body of the only one is the body that is sent. */
  readonly lines?: readonly Buffer[];
  readonly encoding: Encoding;
  /** Slot of the clock in which its queries were bound; see `slotOf`. */
  readonly slot: number;
  readonly dataSources: readonly string[];
  /** Names and values in turn, without the length. */
  readonly head: readonly string[];
  readonly route: string | undefined;
  /** Common prefix of the caller's interactions. */
  readonly owners: string;
}

/** A remembered answer that is good, and its body for one request. */
interface GoodAnswer {
  readonly known: RepeatedAnswer;
  readonly answer: Answer;
  readonly body: AnswerBody;
}

export interface RepeatedRequestsDependencies {
  readonly answers: Pick<AnswerService, 'goodAnswer'>;
  readonly epochs: Pick<Epochs, 'steady'>;
  readonly observer: QueryObserver;
  readonly listeners: readonly RequestListener[];
  readonly ending: { readonly isAnnounced: boolean };
  readonly clock: { now(): number };
  readonly log: { error(facts: object, message: string): void };
}

export interface RepeatedRequestsFigures {
  readonly entries: number;
  readonly bytes: number;
  /** Requests answered since the start. */
  readonly answered: number;
}

interface KnownRequest extends RepeatedRequest {
  /** Time from which it is examined again in any case; of `performance.now()`. */
  readonly endsAt: number;
}

interface ParkedRequest {
  readonly known: KnownRequest;
  readonly place: RequestSources;
  readonly startedAt: number;
  readonly lookInto: () => void;
}

interface WaitingRequest extends ParkedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface WaitingCall extends ParkedRequest {
  readonly call: RepeatedCall;
}

/** A request that is no request of HTTP: a message of a socket. */
export interface RepeatedCall {
  /** Equal for equal requests of one admitted caller; no two admissions share one. */
  readonly key: string;
  readonly requestId: string;
  /** Sends the body of the answer. */
  write(body: Buffer): void;
}

const mostRequests = 16_000;
const mostBytes = 48 * 1024 * 1024;
/** Memory of an entry in addition to its texts, the rights of its caller included. */
const overheadBytes = 2 * 1024;
const overheadOfLine = 256;
/** Length of a request whose parsed query is in the overhead, and the memory for a character of a longer query. */
const shortText = 1024;
const parsedBytesOfCharacter = 3;
/** Longest time in which a repeated request is not examined. */
const lastsMs = 10_000;
const clientLeft = 499;

/**
 * Answers requests that are equal, including their credential, to one just answered from the cache.
 *
 * Every result of examining such a request is remembered with its dependencies: the token's times and keys, the epoch
 * of its account (secrets, users, groups, roles, deployments), the runtime, the caller's model, the cached answer and
 * whether it is good. A hit checks that all of them are unchanged, and writes the answer. Any change or doubt makes the
 * request go through all checks again, like any other.
 */
export class RepeatedRequests {
  readonly #dependencies: RepeatedRequestsDependencies;
  readonly #known = new LRUCache<string, KnownRequest>({
    max: mostRequests,
    maxSize: mostBytes,
    maxEntrySize: mostBytes / 64, // a page of many queries
    sizeCalculation: sizeOf,
  });
  readonly #turns = new Turns<WaitingRequest | WaitingCall>((asked, generationsOf) =>
    this.#answerAll(asked, generationsOf),
  );
  /** Bodies of requests that are being answered. */
  readonly #bodies = new WeakMap<IncomingMessage, string>();
  #answered = 0;

  constructor(dependencies: RepeatedRequestsDependencies) {
    this.#dependencies = dependencies;
  }

  get figures(): RepeatedRequestsFigures {
    return { entries: this.#known.size, bytes: this.#known.calculatedSize, answered: this.#answered };
  }

  remember(request: IncomingMessage, found: RepeatedRequest): void {
    const text = requestText(request, this.#bodies.get(request));
    if (text !== undefined) this.rememberCall(text, found);
  }

  rememberCall(key: string, found: RepeatedRequest): void {
    // A query that was bound before midnight and answered after it has the rows of the day before.
    if (found.slot !== slotOf(this.#dependencies.clock.now())) return;
    this.#known.set(key, { ...found, endsAt: performance.now() + lastsMs });
  }

  /** @returns whether it is answered; if not, it is answered like any other */
  answerCall(call: RepeatedCall): false | Promise<boolean> {
    const known = this.#known.get(call.key);
    if (!known) return false;
    return new Promise((resolve) => {
      const write = (body: Buffer) => {
        call.write(body);
        resolve(true);
      };
      const startedAt = performance.now();
      this.#turns.add({ known, place: known, startedAt, call: { ...call, write }, lookInto: () => resolve(false) });
    });
  }

  /** @param lookInto answers it like any other; called at once, in a later turn, or not at all */
  answer(request: IncomingMessage, response: ServerResponse, lookInto: () => void): void {
    const length = bodyLengthOf(request);
    if (length === undefined) return lookInto();
    if (length === 0) return this.#answerKnown(request, response, lookInto);
    // The body is read behind the head; a short one has come with it.
    setImmediate(() => {
      const body = peekBody(request, length);
      if (body === undefined) return lookInto();
      this.#bodies.set(request, body);
      this.#answerKnown(request, response, lookInto);
    });
  }

  #answerKnown(request: IncomingMessage, response: ServerResponse, lookInto: () => void): void {
    const text = this.#known.size === 0 ? undefined : requestText(request, this.#bodies.get(request));
    const known = text === undefined ? undefined : this.#known.get(text);
    if (!known) return lookInto();
    const startedAt = performance.now();
    this.#turns.add({ known, place: known, request, response, startedAt, lookInto });
  }

  #answerAll(asked: readonly (WaitingRequest | WaitingCall)[], generationsOf: GenerationsOf): void {
    const isAnswered = (one: WaitingRequest | WaitingCall) =>
      'call' in one ? this.#answerOneCall(one, generationsOf) : this.#answerOne(one, generationsOf);
    const left = this.#dependencies.epochs.steady(() => asked.filter((one) => !isAnswered(one)));
    for (const { lookInto } of left) lookInto();
  }

  /** @returns whether it is answered */
  #answerOne(asked: WaitingRequest, generationsOf: GenerationsOf): boolean {
    const { known, request, response } = asked;
    const requestId = requestIdOf(request);
    if (response.closed) {
      this.#tell(asked, requestId);
      return true;
    }
    try {
      const good = this.#goodAnswers(known, requestId, generationsOf);
      const bytes = good && bytesOf(good, known);
      if (!good || !bytes) return false;
      response.once('close', () => this.#tell(asked, requestId));
      response.writeHead(200, [...known.head, 'content-length', String(bytes.byteLength)]);
      response.end(bytes);
      this.#answered += 1;
      this.#note(asked, requestId, good);
      return true;
    } catch (error) {
      if (!response.headersSent) return false; // the ordinary handler answers the request and reports the fault
      this.#dependencies.log.error({ err: error, requestId }, 'a request was answered, and could not be noted');
      return true;
    }
  }

  /** @returns whether it is answered */
  #answerOneCall(asked: WaitingCall, generationsOf: GenerationsOf): boolean {
    const { known, call } = asked;
    try {
      const good = this.#goodAnswers(known, call.requestId, generationsOf);
      const bytes = good && bytesOf(good, known);
      if (!good || !bytes) return false;
      call.write(bytes);
      this.#answered += 1;
      this.#note(asked, call.requestId, good);
      return true;
    } catch {
      return false; // the ordinary way answers it, and reports the fault
    }
  }

  /** @returns `undefined` unless all answers are good */
  #goodAnswers(
    known: KnownRequest,
    requestId: string,
    generationsOf: GenerationsOf,
  ): readonly GoodAnswer[] | undefined {
    const { answers, ending, clock } = this.#dependencies;
    const { runtime, rightsCheck, owners } = known;
    if (ending.isAnnounced || known.endsAt <= performance.now() || known.slot !== slotOf(clock.now())) return undefined;
    if (!rightsCheck.holds()) return undefined;
    const model = runtime.times.of(runtime.model);
    const [owner, generations] = [ownerWithin(owners, requestId), generationsOf(runtime)];
    const good: GoodAnswer[] = [];
    for (const one of known.answers) {
      if (one.model !== model) return undefined;
      const answer = answers.goodAnswer(one.key, owner, runtime, generations);
      const body = answer?.bodies.get(one.variant)?.forRequest(requestId);
      if (!answer || !body) return undefined;
      good.push({ known: one, answer, body });
    }
    return good;
  }

  /** Once the connection is done with it. */
  #tell({ known, request, response, startedAt }: WaitingRequest, requestId: string): void {
    const { listeners, log } = this.#dependencies;
    const { principal } = known;
    const answered = {
      requestId,
      method: request.method ?? '',
      target: request.url ?? '',
      route: known.route,
      deploymentId: principal.deploymentId,
      principal,
      status: response.writableFinished ? response.statusCode : clientLeft,
      tookMs: performance.now() - startedAt,
    };
    tellListeners(listeners, answered, log);
  }

  #note({ known, startedAt }: ParkedRequest, requestId: string, good: readonly GoodAnswer[]): void {
    const { observer, clock } = this.#dependencies;
    const total = performance.now() - startedAt;
    const { endpoint, principal, runtime } = known;
    for (const { known: one, answer, body } of good) {
      observer.observe({
        endpoint,
        principal,
        query: one.query,
        requestId,
        deploymentId: runtime.deploymentId,
        branch: runtime.branch,
        statements: answer.statements,
        dataSource: answer.dataSource,
        startedAt: clock.now() - total,
        timingsMs: { total },
        cache: 'hit',
        rows: answer.rowCount,
        bytes: body.byteLength,
        status: 200,
        errorCode: undefined,
      });
    }
  }
}

const noBytes = Buffer.alloc(0);

/** @returns `undefined` when the body is not there in the encoding of the request */
function bytesOf(good: readonly GoodAnswer[], { lines, encoding }: RepeatedRequest): Buffer | undefined {
  if (!lines) return good[0]?.body.readyIn(encoding);
  return linesIn(
    encoding,
    good.map(({ body }, index) => ({ beginning: lines[index] ?? noBytes, body })),
  );
}

function sizeOf({ head, answers, lines = [] }: KnownRequest, text: string): number {
  let bytes = overheadBytes + text.length + parsedBytesOfCharacter * Math.max(0, text.length - shortText);
  for (const one of head) bytes += one.length;
  for (const { key, variant } of answers) bytes += key.length + variant.length;
  for (const { byteLength } of lines) bytes += overheadOfLine + byteLength;
  return bytes;
}

/** Length from which a request is examined each time. */
const longestText = 16 * 1024;

/** Headers that differ between a request and its repetition, and do not change the answer; see `requestIdOf`. */
const tellsApart: ReadonlySet<string> = new Set([
  'baggage',
  'b3',
  'sentry-trace',
  'traceparent',
  'tracestate',
  'x-amzn-trace-id',
  'x-b3-spanid',
  'x-b3-traceid',
  'x-cloud-trace-context',
  'x-request-id',
]);

/** Requests with a body that are remembered: queries, statements and documents of GraphQL. */
const asksByBody = /\/(?:v1\/(?:load|load-each|cubesql)|graphql)$/;
const longestBody = 12 * 1024;

/** Length of the body of a request that may be remembered with it; 0 without one, `undefined` when it may not. */
function bodyLengthOf({ method, url = '', headers }: IncomingMessage): number | undefined {
  if (method === 'GET') return 0;
  const { 'content-length': length, 'transfer-encoding': encoding, expect } = headers;
  if (method !== 'POST' || encoding !== undefined || expect !== undefined || !asksByBody.test(url)) return undefined;
  const bytes = Number(length);
  return bytes > 0 && bytes <= longestBody ? bytes : undefined;
}

/** Reads the body of a request that has arrived whole, and puts it back for the next reader of the request. */
function peekBody(request: IncomingMessage, length: number): string | undefined {
  const body: unknown = request.read(length);
  if (!Buffer.isBuffer(body)) return undefined;
  request.unshift(body);
  return body.length === length ? body.toString('latin1') : undefined;
}

/**
 * Returns everything that an answer may depend on, as it was received. Equal texts are equal requests of one peer, with
 * the same credential.
 *
 * @param body absent for a request without one @returns `undefined` for a request that is too long
 */
function requestText({ method, url, rawHeaders, socket }: IncomingMessage, body = ''): string | undefined {
  if (url === undefined || (method !== 'GET' && body === '')) return undefined;
  let text = `${socket.remoteAddress} ${'encrypted' in socket ? 'https' : 'http'}\n${method} ${url}`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const lowered = name.toLowerCase();
    const announcesBody = lowered === 'content-length' || lowered === 'transfer-encoding';
    if (announcesBody && body === '') return undefined;
    if (!tellsApart.has(lowered)) text += `\n${name}:${rawHeaders[index + 1]}`;
  }
  return text.length + body.length > longestText ? undefined : `${text}\n\n${body}`;
}
