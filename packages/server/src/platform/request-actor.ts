import type { FastifyRequest } from 'fastify';
import { Forbidden } from '../http/errors.ts';
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

/**
 * Of what gives people rights or credentials: a key for some deployments would make itself one for all.
 *
 * @throws Forbidden when it is nobody who may administer, or the credential is not for all deployments
 */
export function governorOf(request: FastifyRequest): Actor {
  const actor = adminOf(request);
  if (actor.deployments === 'all') return actor;
  throw new Forbidden('auth.out-of-scope', 'This takes an API key for all deployments');
}

/** @throws Forbidden when it is nobody who may administer */
export function adminOf(request: FastifyRequest): Actor {
  const actor = actorOf(request);
  requireAdmin(actor);
  return actor;
}
