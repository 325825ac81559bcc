import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import type { SentAnswer } from './answer-faults.ts';

/** The part of Fastify that is used here. */
interface Framework {
  addHook(
    name: 'onRequest',
    hook: (request: Raw<IncomingMessage>, reply: Raw<ServerResponse>, done: () => void) => void,
  ): void;
}

interface Raw<T> {
  readonly raw: T;
}

/** Longer answers are left unread: rows of a stream. */
const mostBytes = 1024 * 1024;

/** Calls `found` with each complete answer that a server in this process sends. Returns how to end that. */
export function recordAnswers(found: (answer: SentAnswer) => void): () => void {
  const followed = new WeakSet<ServerResponse>();
  const follow = (request: IncomingMessage, response: ServerResponse) => {
    if (followed.has(response)) return;
    followed.add(response);
    const { method = '', url = '' } = request; // before a framework rewrites them
    followResponse(response, (text) => {
      const path = url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
      found({ method, path, status: response.statusCode, text });
    });
  };
  const onRequest = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    follow(request, response);
  };
  /** Requests that tests inject reach no server. */
  const onFastify = (message: unknown) => {
    const { fastify } = message as { fastify: Framework };
    fastify.addHook('onRequest', ({ raw }, reply, done) => {
      follow(raw, reply.raw);
      done(); // in the same turn, as without the hook
    });
  };
  subscribe('http.server.request.start', onRequest);
  subscribe('fastify.initialization', onFastify);
  return () => {
    unsubscribe('http.server.request.start', onRequest);
    unsubscribe('fastify.initialization', onFastify);
  };
}

type Chunk = string | Uint8Array;

function followResponse(response: ServerResponse, onText: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isEnding = false;
  const keep = (chunk: unknown) => {
    if (isEnding || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return;
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(Buffer.from(chunk as Chunk));
  };
  const { write, end } = response;
  response.write = function (this: ServerResponse, ...given: unknown[]) {
    keep(given[0]);
    return Reflect.apply(write, this, given) as boolean;
  };
  response.end = function (this: ServerResponse, ...given: unknown[]) {
    keep(given[0]);
    isEnding = true;
    const ended = Reflect.apply(end, this, given) as ServerResponse;
    if (bytes <= mostBytes && !response.destroyed) onText(textOf(Buffer.concat(chunks)));
    return ended;
  };
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes).toString();
  return bytes[0] === 0x78 ? inflateSync(bytes).toString() : bytes.toString();
}
