import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { answerDataErrors } from './answer-data-errors.ts';

async function logOf(hasLeft: boolean): Promise<readonly string[]> {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: FastifyBaseLogger = pino({ level: 'error' }, { write });
  const app = Fastify({ loggerInstance: log });
  onTestFinished(() => app.close());
  answerDataErrors(app, { isDevelopment: false });
  app.get('/', async (_request, reply) => {
    if (hasLeft) reply.raw.destroy();
    throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await fetch(origin).catch(() => undefined);
  return lines;
}

it('an answer that ends because its client disconnected is not logged as a fault', async () => {
  expect(await logOf(true)).toEqual([]);
});

it('an answer that ends for any other reason is logged as a fault', async () => {
  expect(await logOf(false)).toEqual([expect.stringContaining('request failed')]);
});
