import type { FastifyRequest } from 'fastify';
import type { SignInOrigin } from '@orrery/people';

export function signInOriginOf(request: FastifyRequest): SignInOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] };
}
