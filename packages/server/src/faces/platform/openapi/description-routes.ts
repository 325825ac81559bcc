import { descriptionOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../../http/index.ts';
import { chatFace, openApiOf, platformFace, scimFace } from '../../../openapi/index.ts';
import { referencePage, referencePageHeaders } from './reference-page.ts';

/**
 * Serves the descriptions of the Platform API and its neighbours, for programs and for people. They are equal in every
 * installation and require no credential.
 */
export function registerDescriptionRoutes(app: FastifyInstance): void {
  const face = openFace(app);
  for (const [operation, described] of [
    [descriptionOperations.spec, platformFace],
    [descriptionOperations.chatSpec, chatFace],
    [descriptionOperations.scimSpec, scimFace],
  ] as const) {
    const spec = once(async () => JSON.stringify(await openApiOf(described)));
    serveOperation(face, operation, async ({ reply }) =>
      reply.type('application/json; charset=utf-8').send(await spec()),
    );
  }
  const page = once(async () => referencePage(await openApiOf(platformFace)));
  serveOperation(face, descriptionOperations.docs, async ({ reply }) =>
    reply
      .headers(referencePageHeaders)
      .type('text/html; charset=utf-8')
      .send(await page()),
  );
}

/** Creates the text on the first request, so that the start does not wait for it. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => (made ??= make());
}
