import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { followRequests } from './follow-requests.ts';

it('notifies every listener of an answered request, even after one that throws', async () => {
  const lines: Record<string, unknown>[] = [];
  const log: FastifyBaseLogger = pino(
    { level: 'error', base: null },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const reported: number[] = [];
  const app = Fastify({ loggerInstance: log, genReqId: () => 'request-1' });
  onTestFinished(() => app.close());
  followRequests(app, [
    () => {
      throw new RangeError('too deep');
    },
    ({ status }) => reported.push(status),
  ]);
  app.get('/', async () => 'answered');
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(origin)).status).toBe(200);
  await eventually(() => expect(reported).toEqual([200]));
  expect(lines).toMatchObject([{ reqId: 'request-1', err: { message: 'too deep' } }]);
});
