import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJson } from './parse-json.ts';
import { requestProblem } from './request-problem.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Reads JSON bodies with all their digits; a body of any other type counts as none. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Decoded at once: a text that grows by pieces is a rope, and looking through ten megabytes of one takes a second.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      const text = body.toString('utf8');
      if (text.trim() === '') return {};
      return parseJson(text, (message) => requestProblem('request.not-json', `SyntaxError: ${message}`));
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}));
}

/** The query string of a GET, the body of a POST. */
export function parametersOf(request: FastifyRequest): Parameters {
  const given: unknown = request.method === 'POST' ? request.body : request.query;
  // A JSON value that is no object holds no parameters.
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Parameters) : {};
}
