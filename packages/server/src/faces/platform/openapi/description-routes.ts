import { descriptionOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../../http/index.ts';
import { once } from '../../../timing/index.ts';
import { chatFace, openApiOf, platformFace, scimFace } from '../../../openapi/index.ts';
import { referencePage, referencePageHeaders } from './reference-page.ts';

/**
 * Serves the descriptions of the Platform API and its neighbours, for programs and for people. They are equal in every
 * installation and require no credential.
 */
export function registerDescriptionRoutes(app: FastifyInstance): void {
  const face = openFace(app);
  const platform = once(() => openApiOf(platformFace));
  for (const [operation, described] of [
    [descriptionOperations.spec, platform],
    [descriptionOperations.chatSpec, () => openApiOf(chatFace)],
    [descriptionOperations.scimSpec, () => openApiOf(scimFace)],
  ] as const) {
    const spec = once(async () => JSON.stringify(await described()));
    serveOperation(face, operation, async ({ reply }) =>
      reply.type('application/json; charset=utf-8').send(await spec()),
    );
  }
  const page = once(async () => referencePage(await platform()));
  serveOperation(face, descriptionOperations.docs, async ({ reply }) =>
    reply
      .headers(referencePageHeaders)
      .type('text/html; charset=utf-8')
      .send(await page()),
  );
}
