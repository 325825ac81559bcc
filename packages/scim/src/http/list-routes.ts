import { type ScimList, scimOperations } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bindFilter } from '../filter/index.ts';
import type { Provisioner } from '../provisioner.ts';
import type { ScimFace } from '../face.ts';
import { type ListQuery, readListQuery, readSearchRequest, readSort } from '../list/index.ts';
import { presentResource } from '../resource/index.ts';
import type { ScimResourceType } from '../schema/index.ts';
import { listUrn } from '../urns.ts';
import { provisionerOf, sendJson } from './scim-request.ts';
import { serve } from './serve.ts';

interface Searched {
  readonly face: ScimFace;
  readonly type: ScimResourceType;
}

/** Searches by query string and by body; at the base, searches all kinds of resources together. */
export function registerListRoutes(app: FastifyInstance, users: ScimFace, groups: ScimFace): void {
  for (const [operations, faces] of [
    [scimOperations.users, [users]],
    [scimOperations.groups, [groups]],
  ] as const) {
    serve(app, operations.list, async ({ request, reply }) =>
      answer(request, reply, faces, readListQuery(request.query)),
    );
    serve(app, operations.search, async ({ request, reply }) =>
      answer(request, reply, faces, readSearchRequest(request.body)),
    );
  }
  serve(app, scimOperations.searchAll, async ({ request, reply }) =>
    answer(request, reply, [users, groups], readSearchRequest(request.body)),
  );
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  faces: readonly ScimFace[],
  query: ListQuery,
): Promise<FastifyReply> {
  const caller = provisionerOf(request);
  const searched = await Promise.all(
    faces.map(async (face): Promise<Searched> => ({ face, type: await face.typeOf(caller.accountId) })),
  );
  const { total, resources } = await searchAll(caller, searched, query);
  const body: ScimList = {
    schemas: [listUrn],
    totalResults: total,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
  return sendJson(request, reply, body);
}

/** Searches one kind after the other; a page may begin in one and end in the next. */
async function searchAll(caller: Provisioner, searched: readonly Searched[], query: ListQuery) {
  const { selection } = query;
  const wanted = searched.map(({ type }) => {
    const others = searched.flatMap((other) => (other.type === type ? [] : [other.type]));
    return {
      filter: query.filter && bindFilter(query.filter, type, others),
      sort: readSort(type, query.sortBy, query.sortOrder, others),
    };
  });
  let total = 0;
  const resources: ScimList['Resources'] = [];
  for (const [index, { face, type }] of searched.entries()) {
    const skip = Math.max(query.startIndex - 1 - total, 0);
    const count = query.count - resources.length;
    const { filter, sort } = wanted[index] ?? { filter: undefined, sort: undefined };
    const found = await face.search(caller, type, { filter, sort, skip, count }, selection);
    total += found.total;
    resources.push(...found.resources.map((resource) => presentResource(type, resource, selection)));
  }
  return { total, resources };
}
