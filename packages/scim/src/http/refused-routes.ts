import { allScimOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { ScimError } from '../scim-error.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Refuses methods that an address does not support, and features that discovery announces as unsupported. */
export function registerRefusedRoutes(app: FastifyInstance): void {
  for (const [path, operations] of Map.groupBy(allScimOperations, (operation) => operation.path)) {
    const allowed = operations.map(({ method }) => method);
    const refused = methods.filter((method) => !allowed.includes(method));
    app.route({
      method: refused,
      url: path,
      handler: async (_request, reply) => {
        reply.header('allow', allowed.join(', '));
        throw ScimError.plain(405, `Only ${allowed.join(', ')} can be used here`);
      },
    });
  }
  for (const [path, what] of [
    ['/Bulk', 'Bulk requests are not supported'],
    ['/Me', 'There is no address of the caller'],
  ] as const) {
    app.route({
      method: [...methods],
      url: path,
      handler: async () => {
        throw ScimError.plain(501, what);
      },
    });
  }
}
