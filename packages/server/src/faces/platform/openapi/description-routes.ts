import { descriptionOperations, platformOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../../http/index.ts';
import { openApiDocument } from './openapi-document.ts';
import { referencePage, referencePageHeaders } from './reference-page.ts';

/** What the Platform API is, for programs and for people. It is the same in every installation, and takes no credential. */
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

/** Made for the first who asks: nobody waits for it at the start. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
