import { Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '@orrery/kernel';
import { negotiateEncoding } from '@orrery/runtime';
import { breakOff, ClientLeft } from '../../http/index.ts';

/** Time for about 128 KB: close to the slowest connections. */
const defaultPauseMs = 60_000;

/** The client took nothing of its answer for a long time. */
export class ClientStalled extends RequestError {
  readonly status = 408;

  constructor() {
    super('request.client-stalled', 'The client stopped reading its answer');
  }
}

/**
 * Whether the client can recognise an incomplete body: without chunks, a body without a length just ends with the
 * connection, and an answer to HEAD has only a length.
 */
export function mayStream({ method, raw }: Pick<FastifyRequest, 'method' | 'raw'>): boolean {
  return method !== 'HEAD' && raw.httpVersionMajor === 1 && raw.httpVersionMinor >= 1;
}

export interface StreamSettings {
  /** Returns the status for a failure. */
  statusOf(error: unknown): number;
  /** A client that takes no more of its answer for so long is not waited for. */
  readonly longestPauseMs?: number;
  /** `lines`: of JSON, read one by one; each is sent when it is there. */
  readonly form?: 'json' | 'lines' | 'csv';
}

const types = { json: 'application/json', lines: 'application/x-ndjson', csv: 'text/csv' } as const;

/** Bytes of a body that wait for its connection, in addition to the system's buffers. */
const aheadBytes = 256 * 1024;

/**
 * Sends a body while it is being made, in the client's preferred encoding and at the client's speed. Resolves when all of
 * it was sent. If it cannot be finished, the connection is closed with an incomplete body.
 *
 * @returns what `body` returns, and its bytes before compression @throws what `body` throws, ClientLeft, ClientStalled
 */
export async function sendStream<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  body: AsyncGenerator<Uint8Array, T>,
  { statusOf, longestPauseMs = defaultPauseMs, form = 'json' }: StreamSettings,
): Promise<{ readonly result: T; readonly bytes: number }> {
  if (reply.raw.closed) throw new ClientLeft(); // it would not be told again
  let failure: { readonly error: unknown } | undefined;
  let done: { readonly result: T } | undefined;
  let bytes = 0;
  const fail = (error: unknown) => {
    failure ??= { error };
    breakOff(reply, statusOf(error));
  };
  const closed = new Promise<void>((resolve) => reply.raw.once('close', resolve));
  async function* watched(): AsyncGenerator<Uint8Array> {
    let pause: NodeJS.Timeout | undefined;
    try {
      for (;;) {
        const { done: isOver, value } = await body.next();
        if (isOver) {
          done = { result: value };
          return;
        }
        bytes += value.byteLength;
        pause = setTimeout(() => fail(new ClientStalled()), longestPauseMs);
        yield value;
        clearTimeout(pause);
      }
    } catch (error) {
      fail(error);
      throw error; // an end would look like the end of the answer
    } finally {
      clearTimeout(pause);
    }
  }
  const isLines = form === 'lines';
  reply.type(`${types[form]}; charset=utf-8`);
  reply.header('vary', 'accept-encoding');
  // Proxies, and compression as usual, would collect lines until there are enough of them.
  if (isLines) reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  const source = Readable.from(watched(), { objectMode: false, highWaterMark: aheadBytes });
  source.once('error', () => undefined); // `fail` keeps the error, and it is thrown at the end
  const encoding = negotiateEncoding('fast', request.headers['accept-encoding']);
  if (encoding === 'gzip') {
    const packed = createGzip(isLines ? { flush: constants.Z_SYNC_FLUSH } : {});
    packed.once('close', () => source.destroy());
    reply.header('content-encoding', encoding);
    reply.send(source.pipe(packed));
  } else {
    reply.send(source);
  }
  await closed;
  if (failure) throw failure.error;
  if (!done || !reply.raw.writableFinished) throw new ClientLeft();
  return { result: done.result, bytes };
}
