import { descriptionOperations, platformOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../../http/index.ts';
import { openApiDocument } from './openapi-document.ts';
import { referencePage, referencePageHeaders } from './reference-page.ts';

/**
 * Serves the description of the Platform API, for programs and for people. It is equal in every installation and
 * requires no credential.
 */
export function registerDescriptionRoutes(app: FastifyInstance): void {
  const spec = once(() => JSON.stringify(openApiDocument(platformOperations)));
  const page = once(() => referencePage(openApiDocument(platformOperations)));

  const face = openFace(app);
  serveOperation(face, descriptionOperations.spec, async ({ reply }) =>
    reply.type('application/json; charset=utf-8').send(spec()),
  );
  serveOperation(face, descriptionOperations.docs, async ({ reply }) =>
    reply.headers(referencePageHeaders).type('text/html; charset=utf-8').send(page()),
  );
}

/** Creates the text on the first request, so that the start does not wait for it. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
