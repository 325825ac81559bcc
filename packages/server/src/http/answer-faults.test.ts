import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { currentRequest, withinRequest } from '../../../kernel/src/scope/request-scope.ts';
import { answerErrors } from './answer-errors.ts';
import { answerFaults } from './answer-faults.ts';

/** Serves one address, and tells what was answered there. */
async function serve(handle: (reply: FastifyReply) => unknown) {
  const app = Fastify({
    serverFactory: (listener) =>
      createServer((request, response) => withinRequest('r-1', () => listener(request, response))),
    genReqId: () => currentRequest()?.requestId ?? '',
  });
  onTestFinished(() => app.close());
  answerFaults(app);
  answerErrors(app, { isDevelopment: false });
  app.addHook('onSend', async (_request, reply) => void reply.header('from-a-hook', 'yes'));
  app.get('/', (_request, reply) => handle(reply));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(origin);
  return { status: answer.status, hook: answer.headers.get('from-a-hook'), text: await answer.text() };
}

const endAnswer = () => currentRequest()?.endAnswer?.(new Error('secret words of ours'));
const never = new Promise<never>(() => undefined);
const internal = { status: 500, hook: 'yes', text: '{"error":"Internal error","requestId":"r-1"}' };

it("answers 500 in the server's own form when nothing else answers", async () => {
  const answer = await serve(() => {
    setImmediate(endAnswer);
    return never;
  });
  expect(answer).toEqual(internal);
});

it('answers once, even when the handler answers later', async () => {
  const answer = await serve(async () => {
    endAnswer();
    return { late: true };
  });
  expect(answer).toEqual(internal);
});

it('ends the connection when that answer fails, too', async () => {
  const answer = serve((reply) => {
    reply.serializer(() => {
      endAnswer();
      throw new Error('no such text');
    });
    endAnswer();
    return never;
  });
  await expect(answer).rejects.toThrow('fetch failed');
});

it('treats an exception as an internal error, whatever status it carries', async () => {
  const answer = await serve(() => {
    currentRequest()?.endAnswer?.(Object.assign(new Error('no such thing'), { statusCode: 404 }));
    return never;
  });
  expect(answer).toEqual(internal);
});

it('ends the connection when a part of the answer was already sent', async () => {
  const answer = serve((reply) => {
    const rows = new Readable({ read: () => undefined });
    rows.push('some');
    const look = () => (reply.raw.headersSent ? endAnswer() : setImmediate(look));
    setImmediate(look);
    return reply.send(rows);
  });
  await expect(answer).rejects.toThrow('terminated');
});

it('leaves a complete answer as it is', async () => {
  const answer = await serve((reply) => {
    reply.raw.once('finish', endAnswer);
    return reply.send('whole');
  });
  expect(answer).toEqual({ status: 200, hook: 'yes', text: 'whole' });
});

it('keeps no reference to an answer after its connection is done with it', async () => {
  const scope = Promise.withResolvers<ReturnType<typeof currentRequest>>();
  await serve((reply) => {
    reply.raw.once('close', () => setImmediate(() => scope.resolve(currentRequest())));
    return reply.send('whole');
  });
  expect(await scope.promise).toEqual({ requestId: 'r-1', endAnswer: undefined });
});
