import { type Operation, type ScimList, scimOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  configDocument,
  type DiscoveryDocument,
  discoverySchemas,
  resourceTypeDocuments,
  schemaDocuments,
} from '../discovery/index.ts';
import type { ScimFace } from '../face.ts';
import { ScimError } from '../scim-error.ts';
import { listUrn } from '../urns.ts';
import { provisionerOf, idOf, sendJson } from './scim-request.ts';
import { serve } from './serve.ts';

/** Serves SCIM's discovery documents. They depend on the account, which defines attributes of its users. */
export function registerDiscoveryRoutes(app: FastifyInstance, users: ScimFace, groups: ScimFace): void {
  const { discovery } = scimOperations;
  const serveDocument = (operation: Operation, documentFor: (request: FastifyRequest) => Promise<unknown>) =>
    serve(app, operation, async ({ request, reply }) => {
      refuseFilter(request);
      return sendJson(request, reply, await documentFor(request));
    });

  serveDocument(discovery.config, async (request) => configDocument(provisionerOf(request).base));
  for (const [list, one, documentsFor] of [
    [discovery.resourceTypes, discovery.resourceType, resourceTypesFor],
    [discovery.schemas, discovery.schema, schemasFor],
  ] as const) {
    serveDocument(list, async (request) => listOf(await documentsFor(request)));
    serveDocument(one, async (request) => {
      const id = idOf(request).toLowerCase();
      const document = (await documentsFor(request)).find((known) => known.id.toLowerCase() === id);
      if (document) return document;
      throw ScimError.notFound();
    });
  }

  async function typesFor(request: FastifyRequest) {
    const { accountId } = provisionerOf(request);
    return [await users.typeOf(accountId), await groups.typeOf(accountId)];
  }

  async function resourceTypesFor(request: FastifyRequest): Promise<readonly DiscoveryDocument[]> {
    return resourceTypeDocuments(await typesFor(request), provisionerOf(request).base);
  }

  async function schemasFor(request: FastifyRequest): Promise<readonly DiscoveryDocument[]> {
    const types = await typesFor(request);
    const own = [...types.map(({ core }) => core), ...types.flatMap(({ extension }) => extension ?? [])];
    return schemaDocuments([...own, ...discoverySchemas], provisionerOf(request).base);
  }
}

/** Refuses filters of discovery documents, as RFC 7644 section 4 asks. */
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
