import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { SocketService } from './socket-service.ts';

const count = { measures: ['orders.count'] };
const loading = (messageId: string, query: object = count, method = 'load') => ({
  messageId,
  method,
  params: { query },
});

it('a stop answers what runs, says so, and closes each socket with 1001', async () => {
  const service = await SocketService.open();
  onTestFinished(() => service[Symbol.asyncDispose]());
  using gate = service.closeGate();
  const [idle, subscribed, busy] = [
    await service.connected(),
    await service.connected({ statuses: ['new'] }),
    await service.connected(),
  ];
  busy.send(loading('1'));
  await eventually(() => expect(service.figures.running).toBe(1));
  subscribed.send(loading('s', { measures: ['orders.total'] }, 'subscribe'));
  await eventually(() => expect(service.figures.running + service.figures.waiting).toBe(2));
  const stopped = service.served.composition.close();
  for (const client of [idle, subscribed]) {
    expect(await client.closed).toEqual({ code: 1001, reason: 'The service is closing' });
    expect(client.received.at(-1)).toEqual({ status: 503, message: { error: 'The service is closing' } });
  }
  busy.send(loading('2'));
  await eventually(() => expect(busy.answersTo('2')[0]?.status).toBe(503));
  gate.open();
  expect(await busy.closed).toMatchObject({ code: 1001 });
  expect(busy.answersTo('1').at(-1)?.message?.data).toEqual([{ 'orders.count': '3' }]);
  await stopped;
});

it('sockets that are switched off are not found', async () => {
  const service = await SocketService.open({ environment: { CUBEJS_WEB_SOCKETS: 'false' } });
  onTestFinished(() => service[Symbol.asyncDispose]());
  await expect(service.connect()).rejects.toThrow('404');
});
