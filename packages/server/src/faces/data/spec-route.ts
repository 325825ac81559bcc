import { dataOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { openFace, serveOperation } from '../../http/index.ts';
import { dataFace, openApiOf } from '../../openapi/index.ts';

/** The description of the Data API at the address that it was asked at. It is equal for all callers. */
export function registerSpecRoute(app: FastifyInstance): void {
  serveOperation(openFace(app), dataOperations.spec, async ({ request, reply }) => {
    const [asked = ''] = request.url.split('?');
    const server = `${app.publicPath}${asked.replace(/\/v1\/spec\/?$/, '')}`;
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(openApiOf(dataFace(server))));
  });
}
