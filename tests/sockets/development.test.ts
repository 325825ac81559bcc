import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { SocketService } from './socket-service.ts';

let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open({ isProduction: false });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const params = { query: { measures: ['orders.count'] } };

it('a subscription in development mode gets an unchanged answer once, although each run has an id of its own', async () => {
  const client = await service.connected();
  await client.call({ messageId: 's', method: 'subscribe', params });
  await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(3));
  expect(client.answersTo('s')).toHaveLength(1);
});

it('a repeated call in development mode shows the id of each call', async () => {
  const client = await service.connected();
  for (const id of ['one', 'two', 'three', 'four']) {
    const { message } = await client.call({ messageId: id, requestId: id, method: 'load', params });
    expect(message).toMatchObject({ requestId: expect.stringMatching(new RegExp(`^${id}-span-`)) });
  }
});
