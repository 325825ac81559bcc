import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '@orrery/kernel';
import type { Provisioner } from '../provisioner.ts';
import { etagOf } from '../etag.ts';
import type { Versioned } from '../face.ts';
import { presentResource, type Selection } from '../resource/index.ts';
import type { ScimResourceType } from '../schema/index.ts';
import { mediaTypeFor } from './media-type.ts';

export const scimBase = '/api/scim/v2';

/** Callers by request, set before any route of SCIM runs. */
const callers = new WeakMap<FastifyRequest, Provisioner>();

/** @param person the admin whose API key the identity provider sends */
export function rememberCaller(request: FastifyRequest, person: Person, publicUrl?: string): void {
  const base = `${publicUrl ?? `${request.protocol}://${request.host}`}${scimBase}`;
  callers.set(request, { ...person, kind: 'provider', address: request.ip, base });
}

export function provisionerOf(request: FastifyRequest): Provisioner {
  const caller = callers.get(request);
  if (caller) return caller;
  throw new Error('a route of SCIM ran before its caller was known');
}

/** The `id` of the path, decoded. */
export function idOf({ params }: FastifyRequest): string {
  return (params as { readonly id: string }).id; // from the router's own pattern
}

export function sendJson(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type(mediaTypeFor(request.headers)).send(JSON.stringify(body));
}

export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  type: ScimResourceType,
  { resource, version }: Versioned,
  selection: Selection,
): FastifyReply {
  reply.header('etag', etagOf(version));
  return sendJson(request, reply, presentResource(type, resource, selection));
}
