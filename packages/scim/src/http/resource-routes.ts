import type { FastifyInstance } from 'fastify';
import { etagOf, fitsTag } from '../etag.ts';
import type { Face } from '../face.ts';
import { readSelectionOf } from '../list/index.ts';
import { applyPatch, readPatch } from '../patch/index.ts';
import { replaceResource } from '../resource/index.ts';
import { callerOf, idOf, sendResource } from './scim-request.ts';

/** One resource of a kind: made, read, replaced, changed, deleted. */
export function registerResourceRoutes(app: FastifyInstance, path: '/Users' | '/Groups', face: Face): void {
  app.post(path, async (request, reply) => {
    const caller = callerOf(request);
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const made = await face.create(caller, type, request.body, selection);
    reply.code(201).header('location', `${caller.base}${path}/${String(made.resource.core['id'])}`);
    return sendResource(request, reply, type, made, selection);
  });

  app.get(`${path}/:id`, async (request, reply) => {
    const caller = callerOf(request);
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const found = await face.get(caller, type, idOf(request), selection);
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && fitsTag(condition, etagOf(found.version))) {
      return reply.code(304).header('etag', etagOf(found.version)).send();
    }
    return sendResource(request, reply, type, found, selection);
  });

  app.put(`${path}/:id`, async (request, reply) => {
    const caller = callerOf(request);
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const changed = await face.change(caller, type, idOf(request), {
      condition: request.headers['if-match'],
      apply: (before) => replaceResource(type, before, request.body),
      selection,
    });
    return sendResource(request, reply, type, changed, selection);
  });

  app.patch(`${path}/:id`, async (request, reply) => {
    const caller = callerOf(request);
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const operations = readPatch(request.body);
    const changed = await face.change(caller, type, idOf(request), {
      condition: request.headers['if-match'],
      apply: (before) => applyPatch(type, before, operations),
      selection,
    });
    return sendResource(request, reply, type, changed, selection);
  });

  app.delete(`${path}/:id`, async (request, reply) => {
    await face.delete(callerOf(request), idOf(request), request.headers['if-match']);
    return reply.code(204).send();
  });
}
