import { mcpOperations } from '@orrery/contract';
import type { HttpSettings } from '@orrery/config';
import { Forbidden, Invalid } from '@orrery/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientSignal, serveOperation } from '../../http/index.ts';
import { readJsonBodies } from '../platform/index.ts';
import { answerMcpErrors } from './answer-mcp-errors.ts';
import { deploymentNamed, type McpCredentials, mcpCallerOf } from './mcp-caller.ts';
import type { Mcp, McpDependencies } from './open-mcp.ts';

export interface McpServices extends McpCredentials, McpDependencies {
  /** Origins whose pages may use the server, in addition to its own. */
  readonly corsOrigins: HttpSettings['corsOrigins'];
}

/** Statements and JSON queries are shorter; images are not taken. */
const mostBodyBytes = 256 * 1024;

/**
 * Serves the Model Context Protocol at `/api/mcp`: each request says all that it needs, and nothing is kept between two.
 * The protocol and the tools load with the first request that is let in.
 */
export async function registerMcpRoute(app: FastifyInstance, services: McpServices): Promise<void> {
  let opened: Promise<Mcp> | undefined;
  const open = () => {
    const opening = (opened ??= import('./open-mcp.ts').then(({ openMcp }) => openMcp(services)));
    opening.catch(() => {
      if (opened === opening) opened = undefined; // the next request tries again
    });
    return opening;
  };
  await app.register(
    async (scope) => {
      answerMcpErrors(scope, services.addresses);
      scope.removeContentTypeParser('text/plain');
      readJsonBodies(scope);
      scope.addHook('onClose', async () => (await opened)?.close());
      const face = {
        app: scope,
        admit: async (_: unknown, request: FastifyRequest) => {
          requireOrigin(request, services);
          return { caller: await mcpCallerOf(request, services), named: deploymentNamed(request) };
        },
      };
      serveOperation(
        face,
        mcpOperations.call,
        async ({ caller: admitted, request, reply }) => {
          requireMessage(request.body);
          const mcp = await open();
          const signal = clientSignal(reply);
          const message = { ...admitted, requestId: request.id, signal, log: request.log };
          return send(reply, await mcp.answer(asWebRequest(request, signal), request.body, message));
        },
        { bodyLimit: mostBodyBytes, compress: false },
      );
    },
    { prefix: '/api/mcp' },
  );
}

/** The protocol wants it, so that no page of others reaches a server of a local network. @throws Forbidden */
function requireOrigin({ headers, host }: FastifyRequest, { corsOrigins }: Pick<McpServices, 'corsOrigins'>): void {
  const { origin } = headers;
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  const message = `Pages of ${origin.slice(0, 200)} may not use this server; an operator allows them by ORRERY_CORS_ORIGINS`;
  throw new Forbidden('mcp.origin', message);
}

/** Lists of messages were a part of the protocol for a while, before the revisions that are served. @throws Invalid */
function requireMessage(body: unknown): asserts body is object {
  if (Array.isArray(body)) throw new Invalid('mcp.batch', 'Send one message in a request, not a list of them');
  if (typeof body === 'object' && body !== null) return;
  throw new Invalid('mcp.no-message', 'The body is no message of JSON-RPC: send an object as application/json');
}

/** The request without its body, which was read already. */
function asWebRequest({ headers, url, host }: FastifyRequest, signal: AbortSignal): Request {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(new URL(url, `http://${host}`), { method: 'POST', headers: own, signal });
}

/** Answers of tools that report progress are streams of events; all others are one body. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers));
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) return reply.header('x-accel-buffering', 'no').send(answer.body);
  return reply.send(await answer.text());
}
