import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../http/index.ts';
import { once } from '../../timing/index.ts';
import { dataFace, openApiOf } from '../../openapi/index.ts';

/** Serves the description of the Data API, with the address of the request. It is equal for all callers, and made once. */
export function registerSpecRoute(app: FastifyInstance): void {
  const described = once(() => openApiOf(dataFace));
  serveOperation(openFace(app), dataOperations.spec, async ({ request, reply }) => {
    const [asked = ''] = request.url.split('?');
    const url = `${app.publicPath}${asked.replace(/\/v1\/spec\/?$/, '')}`;
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ ...(await described()), servers: [{ url }] }));
  });
}
