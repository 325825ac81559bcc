import type { RequestOwner, JsonObject } from '@orrery/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { largeFromBytes, parseBody, readLargeJson, type RequestMemory } from '@orrery/runtime';

/**
 * Parses JSON bodies with all their digits; a body of any other type counts as missing.
 *
 * @param memory remembers repeated queries; absent where bodies are not queries
 * @param askerOf whose turn a large body takes
 */
export function readJsonBodies(
  app: FastifyInstance,
  memory: RequestMemory | undefined,
  askerOf: (request: FastifyRequest) => Promise<RequestOwner>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const text =
      body.length < largeFromBytes && memory
        ? `${request.raw.url}
${body.toString('utf8')}`
        : undefined;
    if (text === undefined) return parametersIn(await readLong(body, () => askerOf(request)));
    return memory?.parametersOf(text, () => parametersIn(parseBody(body)));
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));
}

async function readLong(body: Buffer, askerOf: () => Promise<RequestOwner>): Promise<unknown> {
  return body.length < largeFromBytes ? parseBody(body) : readLargeJson(body, await askerOf());
}

/** Returns the query string of a GET or the body of a POST; the same object for a repeated request. */
export function parametersOf(request: FastifyRequest, memory: RequestMemory): JsonObject {
  if (request.method === 'POST') return parametersIn(request.body);
  return memory.parametersOf(request.raw.url ?? '', () => parametersIn(request.query));
}

/** A JSON value that is no object holds no parameters. */
function parametersIn(given: unknown): JsonObject {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as JsonObject) : {};
}
