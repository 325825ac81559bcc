import type { FastifyRequest } from 'fastify';
import type { Acting } from '../identity/acting.ts';
import { type Actor, requireAdmin } from '../identity/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before any route of the Platform API runs. */
    actor: Actor | null;
  }
}

/** Who asks. Not to be called outside of the routes of the Platform API. */
export function actorOf({ actor }: FastifyRequest): Actor {
  if (actor) return actor;
  throw new Error('a route of the Platform API ran before its caller was known');
}

/** Who asks, as the audit log writes it down. */
export function actingIn(request: FastifyRequest): Acting {
  const { userId, email, username } = actorOf(request);
  return { via: 'app', userId, email: email ?? username, address: request.ip };
}

/** @throws Forbidden when it is nobody who may administer */
export function adminOf(request: FastifyRequest): Actor {
  const actor = actorOf(request);
  requireAdmin(actor);
  return actor;
}
