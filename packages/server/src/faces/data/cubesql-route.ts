import { cacheModes, dataOperations, type CacheMode } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, RequestError } from '@orrery/kernel';
import {
  CompressedOnce,
  DataSourceFailure,
  InvalidQuery,
  PostProcessingFailure,
  presentError,
  requestProblem,
  StatementInvalid,
} from '@orrery/runtime';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import { answering } from './answer-question.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { routeOf } from './route-of.ts';
import { sendCompressed } from './send-compressed.ts';

/** SQL over the model: lines of JSON, with an error as a line of its own and status 200. */
export function registerCubesqlRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, askerNamed, memory, statements } = dependencies;
  const { answer, onResponse } = answering(dependencies);
  app.route({
    ...routeOf(dataOperations.cubesql),
    onResponse,
    handler: async (request, reply) => {
      const runtime = await runtimeOf(request);
      const { text, cacheMode, timezone, throwsContinueWait } = readStatement(parametersOf(request, memory));
      const question = {
        kind: 'statement',
        text,
        statements,
        ...(timezone === undefined ? {} : { timezone }),
        explains: { showsSql: principalFor(request).scopes.has('sql') },
        userNamed: (name: string) => askerNamed(request, name),
      } as const;
      const taken = { endpoint: 'cubesql', takes: 'pieces', waitsForAnswer: !throwsContinueWait } as const;
      try {
        const options = { ...taken, cacheMode: cacheModeNamed(cacheMode) };
        return await answer({ request, reply, runtime }, question, options, {
          sendWait: () => sendLine(request, reply, 'Continue wait'),
          statusOf: () => 200,
          lastPiece: (error) => errorLine(request, told(request, error)),
        });
      } catch (error) {
        if (reply.sent || reply.raw.destroyed) throw error;
        return sendLine(request, reply, told(request, error));
      }
    },
  });
}

interface CubesqlRequest {
  readonly text: string;
  readonly cacheMode: string | undefined;
  readonly timezone: string | undefined;
  readonly throwsContinueWait: boolean;
}

/** @throws InvalidQuery */
function readStatement(parameters: Readonly<Record<string, unknown>>): CubesqlRequest {
  const textOf = (name: string) => {
    const value = parameters[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value;
    throw new InvalidQuery([requestProblem('request.wrong-type', `"${name}" must be a text`, { path: name })]);
  };
  const text = textOf('query');
  if (text === undefined) throw new InvalidQuery([requestProblem('request.query-required', 'Query param is required')]);
  return {
    text,
    cacheMode: textOf('cache'),
    timezone: textOf('timezone'),
    throwsContinueWait: parameters['throwContinueWait'] === true,
  };
}

/** @throws StatementInvalid */
function cacheModeNamed(name: string | undefined): CacheMode {
  const found = name === undefined ? 'stale-if-slow' : cacheModes.find((mode) => mode === name);
  if (found) return found;
  throw new StatementInvalid('User Error', 'sql.cache-mode', `Unknown cache mode: ${name?.slice(0, 100)}`);
}

/** Returns the part of an error that a caller may read, behind its kind; the rest goes to the log. */
function told(request: FastifyRequest, error: unknown): string {
  const { status, body } = presentError(error, { requestId: request.id, isDevelopment: false });
  logFailure(request, error, status);
  if (error instanceof StatementInvalid || error instanceof PostProcessingFailure) return error.message;
  if (error instanceof DataSourceFailure) return `Database Execution Error: ${body.error}`;
  const isTheirs = error instanceof InvalidQuery || error instanceof Invalid || error instanceof RequestError;
  return isTheirs ? `REST API Error: ${body.error}` : `Internal Error: ${body.error}`;
}

function errorLine({ id: requestId }: FastifyRequest, error: string): Buffer {
  return Buffer.from(`${JSON.stringify({ error, requestId })}\n`);
}

function sendLine(request: FastifyRequest, reply: FastifyReply, error: string) {
  return sendCompressed(request, reply, new CompressedOnce(errorLine(request, error), { encodings: 'fast' }));
}
