import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { largeFromBytes, parseBody, readLargeJson } from '@orrery/runtime';

type Parameters = Readonly<Record<string, unknown>>;

/** Longer requests are read anew each time. */
const longestRemembered = 8 * 1024;

/**
 * What recent requests said, by address and body, so that a question asked again is neither read nor understood again.
 * It holds nothing of who asks.
 */
const remembered = new LRUCache<string, Parameters>({ max: 500 });

/** Reads JSON bodies with all their digits; a body of any other type counts as none. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > longestRemembered) return parametersIn(await readLong(body));
    return remember(`${request.raw.url}\n${body.toString('utf8')}`, () => parametersIn(parseBody(body)));
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));
}

async function readLong(body: Buffer): Promise<unknown> {
  return body.length < largeFromBytes ? parseBody(body) : readLargeJson(body);
}

/** The query string of a GET, the body of a POST; the same object for the same request asked again. */
export function parametersOf(request: FastifyRequest): Parameters {
  if (request.method === 'POST') return parametersIn(request.body);
  return remember(request.raw.url ?? '', () => parametersIn(request.query));
}

/** A JSON value that is no object holds no parameters. */
function parametersIn(given: unknown): Parameters {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Parameters) : {};
}

function remember(key: string, read: () => Parameters): Parameters {
  if (key.length > longestRemembered) return read();
  const known = remembered.get(key);
  if (known) return known;
  const parameters = read();
  remembered.set(key, parameters);
  return parameters;
}
