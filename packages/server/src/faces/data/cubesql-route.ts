import { cacheModes, dataOperations, type CacheMode } from '@orrery/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Invalid, RequestError } from '@orrery/kernel';
import {
  askStatement,
  CompressedOnce,
  DataSourceFailure,
  InvalidQuery,
  PostProcessingFailure,
  presentError,
  requestProblem,
  StatementInvalid,
} from '@orrery/runtime';
import { clientSignal } from '../../http/index.ts';
import { principalFor } from './admitted.ts';
import { logFailure } from './answer-data-errors.ts';
import type { DataDependencies } from './data-dependencies.ts';
import { parametersOf } from './read-body.ts';
import { type OnSent, rememberStatement } from './repeated/remember-answered.ts';
import { routeOf } from './route-of.ts';
import { sendCompressed } from './send-compressed.ts';
import { sendStream } from './send-stream.ts';

/** SQL over the model: lines of JSON, with an error as a line of its own and status 200. */
export function registerCubesqlRoute(app: FastifyInstance, dependencies: DataDependencies): void {
  const { runtimeOf, askerNamed, memory } = dependencies;
  const sending = new WeakMap<FastifyRequest, OnSent>();
  app.route({
    ...routeOf(dataOperations.cubesql),
    onResponse: async (request, reply) => sending.get(request)?.(reply),
    handler: async (request, reply) => {
      const runtime = await runtimeOf(request);
      const asked = readStatement(parametersOf(request, memory));
      const caller = { principal: principalFor(request), requestId: request.id, signal: clientSignal(reply) };
      try {
        const { text, cacheMode, timezone, throwsContinueWait } = asked;
        const options = {
          ...caller,
          cacheMode: cacheModeNamed(cacheMode),
          ...(timezone === undefined ? {} : { timezone }),
          takes: 'lines',
          waitsForAnswer: !throwsContinueWait,
          showsSql: caller.principal.scopes.has('sql'),
          userNamed: (name: string) => askerNamed(request, name),
        } as const;
        const answer = await askStatement(runtime, text, options, dependencies);
        if (answer.kind === 'whole') {
          const onSent = rememberStatement(request, runtime, answer, dependencies);
          if (onSent) sending.set(request, onSent);
          return sendCompressed(request, reply, answer.body);
        }
        if (answer.kind === 'wait') return sendLine(request, reply, 'Continue wait');
        return await sendPieces(request, reply, answer);
      } catch (error) {
        if (reply.sent || reply.raw.destroyed) throw error;
        return sendLine(request, reply, told(request, error));
      }
    },
  });
}

interface Asked {
  readonly text: string;
  readonly cacheMode: string | undefined;
  readonly timezone: string | undefined;
  readonly throwsContinueWait: boolean;
}

/** @throws InvalidQuery */
function readStatement(parameters: Readonly<Record<string, unknown>>): Asked {
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

type Pieces = Extract<Awaited<ReturnType<typeof askStatement>>, { kind: 'pieces' }>;

/** Sends rows while they are computed. A failure on the way is the last line. */
async function sendPieces(request: FastifyRequest, reply: FastifyReply, answer: Pieces): Promise<FastifyReply> {
  async function* lines() {
    try {
      return { facts: yield* answer.pieces };
    } catch (error) {
      yield errorLine(request, told(request, error));
      return { error };
    }
  }
  try {
    const { result, bytes } = await sendStream(request, reply, lines(), { statusOf: () => 200 });
    if ('facts' in result) answer.succeed({ facts: result.facts, bytes });
    else answer.fail(result.error);
  } catch (error) {
    answer.fail(error);
  }
  return reply;
}
