import type { FastifyInstance } from 'fastify';
import { ScimError } from '../scim-error.ts';

/** Both media types of SCIM. No body at all is no fault by itself. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/scim+json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : JSON.parse(String(text)));
    } catch {
      done(ScimError.bad('invalidSyntax', 'The body is not valid JSON'));
    }
  });
}
