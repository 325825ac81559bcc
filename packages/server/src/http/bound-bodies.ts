import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Unavailable } from '@orrery/kernel';

/** Smaller bodies are not counted: they never use much memory together. */
const smallBytes = 1024 * 1024;

/**
 * Bounds the memory of all bodies that arrive at the same time, because each is held completely until it is parsed. A
 * request that does not fit gets an answer that requests a retry; small bodies are always accepted.
 *
 * @param mostBytes at least the size of the largest body
 */
export function boundBodies(app: FastifyInstance, { mostBytes }: { readonly mostBytes: number }): void {
  const held = new Map<FastifyRequest, number>();
  let heldBytes = 0;

  app.addHook('preParsing', async (request, reply) => {
    const bytes = mostBytesOf(request);
    if (bytes <= smallBytes || reply.raw.closed) return; // a closed connection emits no second `close`
    if (heldBytes + bytes > mostBytes) {
      reply.header('retry-after', '1');
      throw new Unavailable('http.too-many-large-bodies', 'Too many large requests arrive at once; try again');
    }
    held.set(request, bytes);
    heldBytes += bytes;
    reply.raw.once('close', () => release(request));
  });
  // The body has been read.
  app.addHook('preValidation', async (request) => release(request));

  function release(request: FastifyRequest): void {
    heldBytes -= held.get(request) ?? 0;
    held.delete(request);
  }
}

/**
 * Returns how many bytes a body may have: its stated length, or the limit where it states none. One that is over the limit
 * has 0, because it is refused before it is read.
 */
function mostBytesOf({ headers, routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  if (headers['transfer-encoding'] !== undefined) return bodyLimit;
  const announced = Number(headers['content-length'] ?? 0);
  return announced > bodyLimit ? 0 : announced;
}
