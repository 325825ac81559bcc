import type { Operation } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** One API of the process, with its own callers, forms of input and errors. */
export interface Face<Admission> {
  readonly app: FastifyInstance;
  /**
   * Identifies the caller and checks permission, before the body is read.
   *
   * @throws Unauthorized, Forbidden, NotFound
   */
  admit(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Admission>;
}

export interface AdmittedRequest<Admission> {
  readonly caller: Admission;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Serves an operation as the contract has it, each time in this order: who asks, may they, act, answer with its status.
 *
 * @param act reads what it takes of the request, and gives the answer, or the reply where it has answered
 */
export function serveOperation<Admission>(
  { app, admit }: Face<Admission>,
  operation: Operation,
  act: (admitted: AdmittedRequest<Admission>) => Promise<unknown>,
  { bodyLimit, compress }: { readonly bodyLimit?: number; readonly compress?: false } = {},
): void {
  const callers = new WeakMap<FastifyRequest, { readonly caller: Admission }>();
  app.route({
    method: operation.method,
    url: operation.path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(compress === undefined ? {} : { compress }),
    onRequest: async (request, reply) => {
      callers.set(request, { caller: await admit(operation, request, reply) });
    },
    handler: async (request, reply) => {
      const admitted = callers.get(request);
      if (!admitted) throw new Error(`${operation.method} ${operation.path} ran before its caller was admitted`);
      const answer = await act({ ...admitted, request, reply: reply.code(operation.status) });
      return reply.sent ? reply : reply.send(answer); // waiting for a reply ends when it is sent
    },
  });
}

/** A face that lets everybody in. */
export function openFace(app: FastifyInstance): Face<undefined> {
  return { app, admit: async () => undefined };
}
