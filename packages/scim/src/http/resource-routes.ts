import type { scimOperations } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import { etagOf, fitsTag } from '../etag.ts';
import type { ScimFace } from '../face.ts';
import { readSelectionOf } from '../list/index.ts';
import { applyPatch, readPatch } from '../patch/index.ts';
import { replaceResource } from '../resource/index.ts';
import { idOf, sendResource } from './scim-request.ts';
import { serve } from './serve.ts';

type ResourceOperations = typeof scimOperations.users | typeof scimOperations.groups;

/** Serves single resources of one kind: create, read, replace, change, delete. */
export function registerResourceRoutes(app: FastifyInstance, operations: ResourceOperations, face: ScimFace): void {
  serve(app, operations.create, async ({ caller, request, reply }) => {
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const made = await face.create(caller, type, request.body, selection);
    reply.header('location', `${caller.base}${operations.create.path}/${String(made.resource.core['id'])}`);
    return sendResource(request, reply, type, made, selection);
  });

  serve(app, operations.get, async ({ caller, request, reply }) => {
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const found = await face.get(caller, type, idOf(request), selection);
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && fitsTag(condition, etagOf(found.version))) {
      return reply.code(304).header('etag', etagOf(found.version)).send();
    }
    return sendResource(request, reply, type, found, selection);
  });

  serve(app, operations.replace, async ({ caller, request, reply }) => {
    const selection = readSelectionOf(request.query);
    const type = await face.typeOf(caller.accountId);
    const changed = await face.change(caller, type, idOf(request), {
      condition: request.headers['if-match'],
      apply: (before) => replaceResource(type, before, request.body),
      selection,
    });
    return sendResource(request, reply, type, changed, selection);
  });

  serve(app, operations.change, async ({ caller, request, reply }) => {
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

  serve(app, operations.delete, ({ caller, request }) =>
    face.delete(caller, idOf(request), request.headers['if-match']),
  );
}
