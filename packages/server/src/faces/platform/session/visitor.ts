import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../../../../people/src/session/session-service.ts';

export function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}
