import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ScimList } from '@orrery/contract';
import {
  configDocument,
  type DiscoveryDocument,
  discoverySchemas,
  resourceTypeDocuments,
  schemaDocuments,
} from '../discovery/index.ts';
import type { Face } from '../face.ts';
import { ScimError } from '../scim-error.ts';
import { listUrn } from '../urns.ts';
import { callerOf, idOf, sendJson } from './scim-request.ts';

/** What SCIM says of itself; it depends on the account, which defines attributes of its users. */
export function registerDiscoveryRoutes(app: FastifyInstance, users: Face, groups: Face): void {
  app.get('/ServiceProviderConfig', async (request, reply) => {
    refuseFilter(request);
    return sendJson(request, reply, configDocument(callerOf(request).base));
  });

  const lists = [
    ['/ResourceTypes', resourceTypesFor],
    ['/Schemas', schemasFor],
  ] as const;
  for (const [path, documentsFor] of lists) {
    app.get(path, async (request, reply) => {
      refuseFilter(request);
      return sendJson(request, reply, listOf(await documentsFor(request)));
    });
    app.get(`${path}/:id`, async (request, reply) => {
      refuseFilter(request);
      const id = idOf(request).toLowerCase();
      const document = (await documentsFor(request)).find((known) => known.id.toLowerCase() === id);
      if (!document) throw ScimError.notFound();
      return sendJson(request, reply, document);
    });
  }

  async function typesFor(request: FastifyRequest) {
    const { accountId } = callerOf(request);
    return [await users.typeOf(accountId), await groups.typeOf(accountId)];
  }

  async function resourceTypesFor(request: FastifyRequest): Promise<readonly DiscoveryDocument[]> {
    return resourceTypeDocuments(await typesFor(request), callerOf(request).base);
  }

  async function schemasFor(request: FastifyRequest): Promise<readonly DiscoveryDocument[]> {
    const types = await typesFor(request);
    const own = [...types.map(({ core }) => core), ...types.flatMap(({ extension }) => extension ?? [])];
    return schemaDocuments([...own, ...discoverySchemas], callerOf(request).base);
  }
}

/** RFC 7644 section 4: filtering by what everybody may know would be a way to ask for more. */
function refuseFilter({ query }: FastifyRequest): void {
  if (Object.hasOwn(query as object, 'filter')) throw ScimError.plain(403, 'Discovery cannot be filtered');
}

function listOf(documents: readonly DiscoveryDocument[]): ScimList {
  return {
    schemas: [listUrn],
    totalResults: documents.length,
    startIndex: 1,
    itemsPerPage: documents.length,
    Resources: [...documents],
  };
}
