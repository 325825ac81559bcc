import { type Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ServerError, unreachable } from './server-error.ts';

/** Longest waits of one call. */
export interface CallTimes {
  /** Until the connection is made. */
  readonly connectMs: number;
  /** From then to the head of the answer. */
  readonly firstByteMs: number;
  /** Between two pieces of the answer. */
  readonly pauseMs: number;
}

interface BoundedFetchSettings {
  /** Returns the agent of an address. @throws ServerError for an address to which requests are not allowed */
  readonly agentFor: (url: URL) => Agent;
  readonly times: CallTimes;
  readonly mostBytes: number;
  /** The name of the server at the beginning of error messages: `The server of the model`. */
  readonly server: string;
}

/**
 * A `fetch` whose waits and size are bounded, and for which redirects are failures. It takes an address, headers, and a body in
 * one piece.
 */
export function fetchOver({ agentFor, times, mostBytes, server }: BoundedFetchSettings): typeof fetch {
  return async (input, init = {}) => {
    if (input instanceof Request) throw new Error('a request is given as an address and its parts');
    const { method = 'GET', body, signal } = init;
    signal?.throwIfAborted();
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
      throw new Error('the body of a request is a text or bytes');
    const url = new URL(String(input));
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'accept-encoding': 'identity' };
    const agent = agentFor(url);
    const message = await headOf(url, { method, headers, agent, body: body ?? undefined, signal, times, server });
    const { statusCode = 0 } = message;
    if (statusCode >= 300 && statusCode < 400) {
      message.destroy();
      throw new ServerError('redirect', `${server} redirects (status ${statusCode}), which is not followed`);
    }
    if (statusCode < 200 || statusCode > 599) {
      message.destroy();
      throw new ServerError('dropped', `${server} answers with a status that is not known`);
    }
    const answer = statusCode === 204 ? null : streamOf(message, { times, mostBytes, server });
    return new Response(answer, { status: statusCode, headers: headersOf(message) });
  };
}

interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal | null | undefined;
  readonly times: CallTimes;
  readonly server: string;
}

/** Sends a request. @returns its answer when the head has arrived */
function headOf(
  url: URL,
  { method, headers, agent, body, signal, times, server }: SentRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, { method, headers, agent });
    let timer = setTimeout(() => request.destroy(timeout(server, 'did not accept the connection')), times.connectMs);
    const isConnected = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.destroy(timeout(server, 'did not answer')), times.firstByteMs);
    };
    const abort = () => request.destroy(abortReason(signal));
    signal?.addEventListener('abort', abort, { once: true });
    request.once('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    request.once('socket', (socket) => {
      if (request.reusedSocket) isConnected();
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', isConnected);
    });
    request.once('response', (message) => {
      clearTimeout(timer);
      resolve(message);
    });
    request.on('error', (error) =>
      reject(error instanceof ServerError || signal?.aborted ? error : unreachable(server, error)),
    );
    request.end(body);
  });
}

/** Streams a message as it comes: an iterator of the message would make a promise and a timer for each piece. */
function streamOf(
  message: IncomingMessage,
  { times, mostBytes, server }: Pick<BoundedFetchSettings, 'times' | 'mostBytes' | 'server'>,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  const pause = setTimeout(() => {
    if (message.isPaused()) pause.refresh();
    else message.destroy(timeout(server, 'stopped in the middle of its answer'));
  }, times.pauseMs);
  return new ReadableStream({
    start(controller) {
      message.on('data', (piece: Uint8Array) => {
        if (message.destroyed) return; // nobody reads what was on its way
        pause.refresh();
        bytes += piece.byteLength;
        if (bytes > mostBytes)
          return message.destroy(new ServerError('too-long', `${server} sends an answer that is too long`));
        controller.enqueue(piece);
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.on('end', () => controller.close());
      message.on('error', (error) => controller.error(error instanceof ServerError ? error : dropped(server, error)));
      message.on('close', () => {
        clearTimeout(pause);
        if (!message.readableEnded) controller.error(dropped(server, undefined));
      });
    },
    pull() {
      pause.refresh();
      message.resume();
    },
    cancel: () => void message.removeAllListeners('end').removeAllListeners('data').destroy(),
  });
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

function timeout(server: string, what: string): ServerError {
  return new ServerError('timeout', `${server} ${what} in time`);
}

function dropped(server: string, cause: unknown): ServerError {
  return new ServerError('dropped', `${server} dropped the connection`, { cause });
}

function abortReason(signal: AbortSignal | null | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('The call was aborted', 'AbortError');
}
