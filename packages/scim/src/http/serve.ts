import type { Operation } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAllDeployments } from '@orrery/kernel';
import type { Provisioner } from '../provisioner.ts';
import { provisionerOf } from './scim-request.ts';

interface ScimRequest {
  readonly caller: Provisioner;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Serves an operation of SCIM as the contract describes it. Every address below the base checks the key first, so that
 * callers without a key cannot learn which addresses exist.
 *
 * @param act answers through the reply, or returns nothing
 */
export function serve(
  app: FastifyInstance,
  { method, path, status, takes }: Operation,
  act: (admitted: ScimRequest) => Promise<unknown>,
): void {
  app.route({
    method,
    url: path,
    ...(takes.allDeployments
      ? { onRequest: async (request: FastifyRequest) => requireAllDeployments(provisionerOf(request)) }
      : {}),
    handler: async (request, reply) => {
      const answer = await act({ caller: provisionerOf(request), request, reply: reply.code(status) });
      return reply.sent ? reply : reply.send(answer); // waiting for a reply ends when it is sent
    },
  });
}
