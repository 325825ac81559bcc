import type { CubeApi, RequestError, ResultSet } from '@cubejs-client/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installClients } from '../../scripts/install-clients.ts';
import { eventually } from '../eventually.ts';
import { tcpProxy } from '../servers/tcp-proxy.ts';
import { SocketService } from '../sockets/socket-service.ts';

await installClients();
const { default: cube } = await import('@cubejs-client/core');
const { default: loaded } = await import('@cubejs-client/ws-transport');
// Its types describe another form of module than the one that it is.
const WebSocketTransport = loaded as unknown as typeof loaded.default;

/** The public transport of sockets with the public client, unmodified, against a served project. */
let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open({
    isProduction: false,
    environment: { ORRERY_MAX_REQUEST_SIZE: '100kb' },
  });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };
const byStatus = { measures: ['orders.count'], dimensions: ['orders.status'] };
const orders = ['1,new,10.50', '2,new,20.25', '3,completed,9007199254740993'];
/** Longer than an answer is good for when nothing says that its data has changed. */
const readAgainMs = 130_000;

async function open({ address = service.address, token = '' } = {}) {
  const transport = new WebSocketTransport({
    authorization: token || (await service.token({}, 3_000)),
    apiUrl: `${address}/`,
  });
  onTestFinished(() => transport.close());
  return { transport, client: cube(transport.authorization ?? '', { apiUrl: '', transport }) };
}

/** Collects what a subscription receives. */
function subscribed(client: CubeApi, query: object) {
  const results: ResultSet[] = [];
  const errors: Error[] = [];
  const subscription = client.subscribe(query, {}, (error, result) => {
    if (error) errors.push(error);
    else results.push(result);
  });
  return { results, errors, subscription };
}

const countsOf = (results: readonly ResultSet[]) =>
  results.map((result) => Number(result.rawData()[0]?.['orders.count']));

describe('@cubejs-client/ws-transport', () => {
  it('loads, describes and refuses as over HTTP', async () => {
    const { client } = await open();
    expect((await client.load(byStatus)).rawData()).toEqual([
      { 'orders.status': 'new', 'orders.count': '2' },
      { 'orders.status': 'completed', 'orders.count': '1' },
    ]);
    const { signal } = new AbortController();
    expect((await client.load(count, { signal, castNumerics: true })).rawData()).toEqual([{ 'orders.count': 3 }]);
    expect((await client.meta()).cubes.map(({ name }) => name)).toEqual(['orders']);
    expect((await client.sql(count)).sql()).toContain('count');
    expect((await client.dryRun(count)).queryType).toBe('regularQuery');
    const refused = await client.load({ measures: ['orders.nothing'] }).catch((error: RequestError) => error);
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('orders.nothing') });
  });

  it('is told of a token that is not good', async () => {
    const { client } = await open({ token: 'nonsense' });
    await expect(client.load(count)).rejects.toMatchObject({ status: 401 });
  });

  it('gets an answer that takes longer when it is there, after it was told of the progress', async () => {
    using gate = service.closeGate();
    const { client } = await open();
    const stages: string[] = [];
    const loading = client.load(
      { ...count, limit: 17 },
      { progressCallback: (progress) => void stages.push(progress.stage()) },
    );
    await eventually(() => expect(stages.length).toBeGreaterThan(0));
    gate.open();
    expect((await loading).rawData()).toEqual([{ 'orders.count': '3' }]);
    expect(gate.statements).toHaveBeenCalledOnce();
  });

  it('subscribes, receives changes, and stops with unsubscribe', async () => {
    const { client } = await open();
    const { results, errors, subscription } = subscribed(client, count);
    await eventually(() => expect(countsOf(results)).toEqual([3]));
    service.writeOrders('1,new,1.00');
    service.advance(readAgainMs);
    await eventually(() => expect(countsOf(results)).toEqual([3, 1]));
    await (await subscription).unsubscribe();
    const other = subscribed(client, byStatus);
    await eventually(() => expect(other.results).toHaveLength(1));
    service.writeOrders(...orders);
    service.advance(readAgainMs);
    await eventually(() => expect(other.results).toHaveLength(2));
    expect([countsOf(results), errors]).toEqual([[3, 1], []]);
  });

  it('goes on after its connection was cut', async () => {
    const proxy = await tcpProxy(Number(new URL(service.served.origin).port));
    onTestFinished(() => proxy.close());
    const { client } = await open({ address: `ws://127.0.0.1:${proxy.port}` });
    const { results } = subscribed(client, { ...count, limit: 3 });
    await eventually(() => expect(countsOf(results)).toEqual([3]));
    proxy.cut();
    proxy.mend();
    await eventually(() => expect(countsOf(results)).toEqual([3, 3]));
    expect((await client.load(count)).rawData()).toEqual([{ 'orders.count': '3' }]);
  });

  it('fails all calls when one is larger than a message may be', async () => {
    const { client } = await open();
    const values = Array.from({ length: 10_000 }, (_, index) => `a status that nobody has ${index}`);
    const large = { ...count, filters: [{ member: 'orders.status', operator: 'equals' as const, values }] };
    await expect(client.load(large)).rejects.toMatchObject({ status: 413 });
    expect((await client.load(count)).rawData()).toEqual([{ 'orders.count': '3' }]);
  });

  it('renews its token, and is told when the token is over', async () => {
    const { client, transport } = await open({ token: await service.token({}, 100) });
    const { results, errors } = subscribed(client, { ...count, limit: 5 });
    await eventually(() => expect(results).toHaveLength(1));
    service.advance(200_000);
    await eventually(() => expect(errors[0]).toMatchObject({ status: 401 }));
    transport.authorization = await service.token({ statuses: ['completed'] }, 600);
    await eventually(() => expect(countsOf(results).at(-1)).toBe(1));
  });
});
