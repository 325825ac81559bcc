import { atTheCommandLine, currentRequest } from '@orrery/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { SocketService } from './socket-service.ts';

let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());
afterEach(async () => {
  vi.restoreAllMocks();
  await service.leave(); // no subscription of a test runs in another one
});

/** Longer than an answer is good for when nothing says that its data has changed. */
const readAgainMs = 130_000;
const orders = ['1,new,10.50', '2,new,20.25', '3,completed,9007199254740993'];

const count = { measures: ['orders.count'] };
const byStatus = { measures: ['orders.count', 'orders.total'], dimensions: ['orders.status'] };
const loading = (messageId: string | number, query: object = count, method = 'load') => ({
  messageId,
  method,
  params: { query },
});

describe('before and after the token', () => {
  it('refuses calls before it, and takes them after it', async () => {
    const client = await service.connect();
    expect(await client.call(loading('1'))).toEqual({
      messageId: '1',
      status: 401,
      message: { error: 'Not authorized' },
    });
    expect(await client.authorize('nonsense')).toEqual({ status: 401, message: { error: 'Invalid token' } });
    expect(await client.authorize(await service.token())).toEqual({ handshake: true });
    const { status, message } = await client.call(loading(7));
    expect([status, message?.data]).toEqual([200, [{ 'orders.count': '3' }]]);
  });

  it('calls sent at once with the token wait for it', async () => {
    const client = await service.connect();
    client.send({ authorization: await service.token() });
    expect((await client.call(loading('a'))).status).toBe(200);
  });

  it('a token of the same caller renews it, one of another caller closes the socket', async () => {
    const client = await service.connected();
    expect(await client.authorize(await service.token({}, 1_200))).toEqual({ handshake: true });
    expect((await client.call(loading('1'))).message?.data).toEqual([{ 'orders.count': '3' }]);
    expect(await client.authorize(await service.token({ statuses: ['completed'] }))).toMatchObject({ status: 403 });
    expect(await client.closed).toMatchObject({ code: 4403 });
  });

  it('a new token of a user whose rights have changed renews the one before', async () => {
    const { changes, users, accountId } = service.served.composition.metadata;
    const by = atTheCommandLine;
    const { id } = await changes.changeRights({ accountId, by }, (change) =>
      users.create(change, { username: 'bea', role: 'viewer' }),
    );
    const client = await service.connected({ cubeCloud: { user: id } });
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { role: 'admin' }));
    const token = await service.token({ cubeCloud: { user: id } }, 1_200);
    expect(await client.authorize(token)).toEqual({ handshake: true });
    expect((await client.call(loading('1'))).status).toBe(200);
  });

  it('a token that is not good closes a socket that had a good one', async () => {
    const client = await service.connected();
    expect(await client.authorize('nonsense')).toMatchObject({ status: 401 });
    expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it('an ended token closes the socket at the next message, and at the next run of a subscription', async () => {
    const [asking, subscribed] = [await service.connect(), await service.connect()];
    for (const client of [asking, subscribed]) await client.authorize(await service.token({}, 60));
    expect((await subscribed.call(loading('s', count, 'subscribe'))).status).toBe(200);
    service.advance(200_000);
    expect(await asking.call(loading('1'))).toMatchObject({ status: 401, message: { error: 'Invalid token' } });
    expect(await asking.closed).toMatchObject({ code: 4401 });
    expect(await subscribed.closed).toMatchObject({ code: 4401 });
    expect(subscribed.answersTo('s').at(-1)).toMatchObject({ status: 401 });
  });

  it('a user who is deactivated loses the socket at the next message, and the subscription at its next run', async () => {
    const { changes, users, accountId } = service.served.composition.metadata;
    const by = atTheCommandLine;
    const { id } = await changes.changeRights({ accountId, by }, (change) =>
      users.create(change, { username: 'ann', role: 'viewer' }),
    );
    const [asking, subscribed] = [
      await service.connected({ cubeCloud: { user: id } }),
      await service.connected({ cubeCloud: { user: id } }),
    ];
    for (const messageId of ['1', '2', '3']) {
      expect((await asking.call(loading(messageId))).message?.data).toEqual([{ 'orders.count': '3' }]);
    }
    expect((await subscribed.call(loading('s', count, 'subscribe'))).status).toBe(200);
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { status: 'deactivated' }));
    expect(await asking.call(loading('4'))).toMatchObject({ status: 401 });
    for (const client of [asking, subscribed]) expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it('each socket sees the rows of its own caller, however equal their messages are', async () => {
    const [all, few] = [await service.connected(), await service.connected({ statuses: ['completed'] })];
    const answers = await Promise.all([all, few].map((client) => client.call(loading('1'))));
    expect(answers.map(({ message }) => message?.data)).toEqual([[{ 'orders.count': '3' }], [{ 'orders.count': '1' }]]);
  });

  it('a scope that the token lacks is refused', async () => {
    const client = await service.connected({ orreryScopes: ['meta'] });
    const answer = await client.call({ messageId: 1, method: 'sql', params: { query: count } });
    const { status } = await service.http(
      `/cubejs-api/v1/sql?query=${JSON.stringify(count)}`,
      await service.token({ orreryScopes: ['meta'] }),
    );
    expect(answer.status).toBe(status);
  });
});

describe('answers', () => {
  it('are those of the same request over HTTP', async () => {
    const token = await service.token();
    const client = await service.connected();
    const bodies = async (method: string, params: Readonly<Record<string, unknown>>) => {
      const answer = await client.call({ messageId: 'x', method, params });
      const { query, ...more } = params;
      const search = new URLSearchParams({
        ...(query === undefined ? {} : { query: JSON.stringify(query) }),
        ...(more as Record<string, string>),
      });
      const http = await service.http(`/cubejs-api/v1/${method}?${search}`, token);
      expect({ status: answer.status, body: answer.message }).toEqual(http);
    };
    await bodies('load', { query: byStatus });
    await bodies('load', { query: byStatus, queryType: 'multi' });
    await bodies('load', { query: { ...byStatus, responseFormat: 'compact' } });
    await bodies('load', { query: [count, count], queryType: 'multi' });
    await bodies('load', { query: { measures: ['orders.nothing'] } });
    await bodies('load', { query: { dimensions: ['orders.note'] } });
    await bodies('load', { query: count, cache: 'nope' });
    await bodies('sql', { query: byStatus });
    await bodies('dry-run', { query: byStatus });
    await bodies('meta', {});
  });

  it('name the id as text, and are followed by a message that says that it was processed', async () => {
    const client = await service.connected();
    const before = client.received.length;
    await client.call(loading(7));
    expect(client.received.slice(before)).toEqual([
      expect.objectContaining({ messageId: '7', status: 200 }),
      { messageProcessedId: '7' },
    ]);
  });

  it('messages that are no calls are refused in the words of the contract', async () => {
    const client = await service.connected();
    const refusal = async (message: unknown) => {
      const before = client.received.length;
      client.send(message);
      return eventually(() => {
        const { messageId, status, message: body } = client.received[before] ?? {};
        expect(status).toBe(400);
        return [messageId, body?.error];
      });
    };
    expect((await refusal('{"messageId":'))[1]).toMatch(/^SyntaxError: /);
    expect(await refusal({ ...loading('1'), foo: 1 })).toEqual(['1', 'Unrecognized key: "foo"']);
    const extra = { messageId: '2', method: 'load', params: { query: count, x: 1 } };
    expect(await refusal(extra)).toEqual(['2', 'params: Unrecognized key: "x"']);
    expect(await refusal(loading('3', count, 'drop'))).toEqual(['3', 'method: Invalid input']);
    expect(await refusal(loading('12345678901234567'))).toEqual([undefined, 'messageId: Invalid input']);
    expect(await refusal({ ...loading('4'), requestId: 'x'.repeat(65) })).toEqual([
      '4',
      'requestId: Too big: expected string to have <=64 characters',
    ]);
    expect((await refusal([]))[0]).toBeUndefined();
    expect((await client.call(loading('5'))).status).toBe(200);
  });

  it('an answer that takes longer is pushed when it is there, and the engine ran it once', async () => {
    using gate = service.closeGate();
    const client = await service.connected();
    const query = { ...count, limit: 11 };
    expect(await client.call(loading('1', query))).toMatchObject({ status: 200, message: { error: 'Continue wait' } });
    client.send(loading('1', query)); // the heartbeat of the public client
    gate.open();
    const answer = await eventually(() => {
      const last = client.answersTo('1').at(-1);
      expect(last?.message?.data).toEqual([{ 'orders.count': '3' }]);
      return last;
    });
    expect(answer?.status).toBe(200);
    expect(gate.statements).toHaveBeenCalledOnce();
  });

  it('a socket that closes, or unsubscribes, stops the statements that nobody else waits for', async () => {
    using gate = service.closeGate();
    const [closing, unsubscribing] = [await service.connected(), await service.connected()];
    closing.send(loading('1', { ...count, limit: 21 }));
    unsubscribing.send(loading('1', { ...count, limit: 22 }));
    await eventually(() => expect(service.figures.running).toBe(2));
    closing.webSocket.close();
    unsubscribing.send({ unsubscribe: 1 });
    await eventually(() => expect(service.figures.running).toBe(0));
    expect(gate.statements).toHaveBeenCalledTimes(2);
  });
});

describe('subscriptions', () => {
  it('push a body when it changed, and say after each run that it was processed', async () => {
    const client = await service.connected();
    const first = await client.call(loading('s', byStatus, 'subscribe'));
    expect(first.message?.data).toHaveLength(2);
    await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(3));
    expect(client.answersTo('s')).toHaveLength(1);
    service.writeOrders('1,new,1.00', '2,new,1.00');
    service.advance(readAgainMs);
    await eventually(() => expect(client.answersTo('s')).toHaveLength(2));
    expect(client.answersTo('s')[1]?.message?.data).toEqual([
      { 'orders.status': 'new', 'orders.count': '2', 'orders.total': '2' },
    ]);
    client.send(loading('s', byStatus, 'subscribe'));
    service.writeOrders(...orders);
    service.advance(readAgainMs);
    await eventually(() => expect(client.answersTo('s')).toHaveLength(3));
    client.send({ messageId: 's', method: 'unsubscribe' });
    await client.call(loading('2'));
    const runs = client.runsOf('s');
    await client.call(loading('other', count, 'subscribe'));
    await eventually(() => expect(client.runsOf('other')).toBeGreaterThan(3));
    expect(client.runsOf('s')).toBe(runs);
  });

  it('the same data that was read again is not pushed', async () => {
    const client = await service.connected();
    await client.call(loading('s', { ...count, limit: 31 }, 'subscribe'));
    using gate = service.closeGate();
    gate.open();
    service.advance(readAgainMs);
    await eventually(() => expect(gate.statements).toHaveBeenCalledOnce());
    const runs = client.runsOf('s');
    await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(runs + 3));
    expect(client.answersTo('s')).toHaveLength(1);
  });

  it('a thousand alike cost one run', async () => {
    using gate = service.closeGate();
    gate.open();
    const query = { ...count, limit: 41 };
    const client = await service.connected();
    for (let each = 0; each < 500; each++) client.send(loading(each, query, 'subscribe'));
    const second = await service.connected();
    for (let each = 0; each < 500; each++) second.send(loading(each, query, 'subscribe'));
    for (const one of [client, second]) await eventually(() => expect(one.runsOf('499')).toBeGreaterThan(2));
    expect(client.answersTo('499')).toHaveLength(1);
    expect(gate.statements).toHaveBeenCalledOnce();
  });

  it('a repeated load is answered from memory, as long as its caller and its data are who and what they were', async () => {
    const client = await service.connect();
    await client.authorize(await service.token({}, 60));
    for (let each = 0; each < 5; each++) {
      expect((await client.call(loading(each))).message?.data).toEqual([{ 'orders.count': '3' }]);
    }
    service.writeOrders('1,new,1.00');
    service.advance(readAgainMs);
    expect(await client.call(loading('late'))).toMatchObject({ status: 401 });
    expect(await client.closed).toMatchObject({ code: 4401 });
    const again = await service.connected();
    expect((await again.call(loading('1'))).message?.data).toEqual([{ 'orders.count': '1' }]);
    service.writeOrders(...orders);
    service.advance(readAgainMs);
    expect((await again.call(loading('2'))).message?.data).toEqual([{ 'orders.count': '3' }]);
  });

  it('a repeated message is the same subscription, another one with its id replaces it', async () => {
    const client = await service.connected();
    await client.call(loading('s', count, 'subscribe'));
    client.send(loading('s', count, 'subscribe'));
    await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(3));
    expect(client.answersTo('s')).toHaveLength(1);
    const other = await client.call(loading('s', byStatus, 'subscribe'));
    expect(other.message?.data).toHaveLength(2);
    const runs = client.runsOf('s');
    await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(runs + 2));
    expect(client.answersTo('s')).toHaveLength(2);
  });

  it('errors are pushed each time, and each run has an id of its own', async () => {
    const ids: (string | undefined)[] = [];
    vi.spyOn(service.served.composition.runtime.sources, 'rows').mockImplementation(async () => {
      ids.push(currentRequest()?.requestId);
      throw new Error('no rows');
    });
    const client = await service.connected();
    client.send({ ...loading('s', { ...count, limit: 51 }, 'subscribe'), requestId: 'mine' });
    await eventually(() => expect(client.answersTo('s').length).toBeGreaterThan(2));
    expect(client.answersTo('s').every(({ status }) => status === 500)).toBe(true);
    expect(ids.every((id) => /^mine-span-[\da-f-]{36}$/.test(id ?? ''))).toBe(true);
    expect([new Set(ids).size, ids.length > 1]).toEqual([ids.length, true]);
  });

  it('a wrong query is told each time, until the model knows it', async () => {
    const client = await service.connected();
    expect((await client.call(loading('s', { measures: ['orders.nothing'] }, 'subscribe'))).status).toBe(400);
    await eventually(() => expect(client.answersTo('s').length).toBeGreaterThan(2));
    expect(client.answersTo('s').every(({ status }) => status === 400)).toBe(true);
  });

  it('a subscription is not larger than what is read again and again, a load may be', async () => {
    const client = await service.connected();
    const values = Array.from({ length: 300 }, () => 'x'.repeat(1_000));
    const large = { ...count, filters: [{ member: 'orders.status', operator: 'equals', values }] };
    expect(await client.call(loading('s', large, 'subscribe'))).toMatchObject({
      status: 413,
      message: { error: expect.stringContaining('256 KB') },
    });
    expect((await client.call(loading('l', large))).status).not.toBe(413);
  });

  it('one that its client has not repeated for four minutes is dropped, and others go on', async () => {
    const client = await service.connect();
    await client.authorize(await service.token({}, 3_000));
    await client.call(loading('silent', count, 'subscribe'));
    await client.call(loading('heard', count, 'subscribe'));
    service.advance(200_000);
    client.send(loading('heard', count, 'subscribe'));
    const before = client.runsOf('heard');
    await eventually(() => expect(client.runsOf('heard')).toBeGreaterThan(before));
    service.advance(60_000);
    const [silent, heard] = [client.runsOf('silent'), client.runsOf('heard')];
    await eventually(() => expect(client.runsOf('heard')).toBeGreaterThan(heard + 4));
    expect(client.runsOf('silent') - silent).toBeLessThan(2);
  });
});
