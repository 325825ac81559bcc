import type { FastifyInstance, HTTPMethods } from 'fastify';
import { ScimError } from '../scim-error.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethods[];

type Method = (typeof methods)[number];

const served: Readonly<Record<string, readonly Method[]>> = {
  '/Users': ['GET', 'POST'],
  '/Users/:id': ['GET', 'PUT', 'PATCH', 'DELETE'],
  '/Groups': ['GET', 'POST'],
  '/Groups/:id': ['GET', 'PUT', 'PATCH', 'DELETE'],
  '/.search': ['POST'],
  '/Users/.search': ['POST'],
  '/Groups/.search': ['POST'],
  '/ServiceProviderConfig': ['GET'],
  '/ResourceTypes': ['GET'],
  '/ResourceTypes/:id': ['GET'],
  '/Schemas': ['GET'],
  '/Schemas/:id': ['GET'],
};

/** What is not done at an address that there is, and what is announced as not there. */
export function registerRefusedRoutes(app: FastifyInstance): void {
  for (const [path, allowed] of Object.entries(served)) {
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
