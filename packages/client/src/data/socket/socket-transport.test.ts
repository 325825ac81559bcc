import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDataClient, type DataClientOptions } from '../data-client.ts';
import { socketTransport } from './socket-transport.ts';

/** A socket whose server is the test. */
class ScriptedSocket {
  static opened: ScriptedSocket[] = [];
  readonly url: string;
  readonly sent: Readonly<Record<string, unknown>>[] = [];
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(url: string) {
    this.url = url;
    ScriptedSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1005): void {
    this.closedWith = code;
    this.onclose?.({ code, reason: '' });
  }

  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  /** Ends the handshake. */
  begin(): void {
    this.onopen?.();
    this.say({ handshake: true });
  }

  answer(messageId: string, count: string): void {
    this.say({ messageId, status: 200, message: { results: [{ data: [{ 'orders.count': count }], annotation: {} }] } });
    this.say({ messageProcessedId: messageId });
  }

  end(code: number, reason = ''): void {
    this.onclose?.({ code, reason });
  }
}

/** The socket of a number, as soon as it is opened. */
const socketAt = (index: number) =>
  vi.waitFor(() => {
    const socket = ScriptedSocket.opened[index];
    if (!socket) throw new Error(`socket ${index} is not opened`);
    return socket;
  });

afterEach(() => {
  ScriptedSocket.opened = [];
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const query = { measures: ['orders.count'] } as const;
const clientOf = (more: Partial<DataClientOptions<'text'>> = {}) =>
  createDataClient({
    apiUrl: 'https://orrery.example.com/cubejs-api/v1',
    token: 'one',
    subscribeBy: socketTransport({ WebSocket: ScriptedSocket }),
    retry: { waitMs: 1 },
    ...more,
  });

describe('subscriptions over a socket', () => {
  it('share a socket, which opens with the first and closes with the last one', async () => {
    const client = clientOf();
    const first = client.subscribe(query);
    const second = client.subscribe({ measures: ['orders.count'], limit: 1 });
    const [one, two] = [first.next(), second.next()];
    const socket = await socketAt(0);
    expect(socket.url).toBe('wss://orrery.example.com/cubejs-api/v1/ws');
    socket.begin();
    expect(socket.sent).toEqual([
      { authorization: 'one' },
      { messageId: '1', method: 'subscribe', params: { query, queryType: 'multi' } },
      { messageId: '2', method: 'subscribe', params: { query: { ...query, limit: 1 }, queryType: 'multi' } },
    ]);
    socket.answer('2', '7');
    socket.answer('1', '5');
    expect([(await one).value?.data, (await two).value?.data]).toEqual([
      [{ 'orders.count': '5' }],
      [{ 'orders.count': '7' }],
    ]);
    await first.return();
    expect([socket.sent.at(-1), socket.closedWith]).toEqual([{ unsubscribe: '1' }, undefined]);
    await second.return();
    expect([socket.sent.at(-1), socket.closedWith, ScriptedSocket.opened.length]).toEqual([
      { unsubscribe: '2' },
      1000,
      1,
    ]);
  });

  it('end when they are left while they wait', async () => {
    const rows = clientOf().subscribe(query);
    const next = rows.next();
    const socket = await socketAt(0);
    socket.begin();
    const end = { done: true, value: undefined };
    expect([await rows.return(), await next]).toEqual([end, end]);
    expect([socket.sent.at(-1), socket.closedWith]).toEqual([{ unsubscribe: '1' }, 1000]);
  });

  it('yield the newest of what was pushed meanwhile, and nothing that is the same', async () => {
    const rows = clientOf().subscribe(query);
    const first = rows.next();
    const socket = await socketAt(0);
    socket.begin();
    socket.answer('1', '1');
    await first;
    for (const count of ['2', '3', '4']) socket.answer('1', count);
    expect((await rows.next()).value?.data).toEqual([{ 'orders.count': '4' }]);
    const next = rows.next();
    socket.answer('1', '4');
    await new Promise((done) => setImmediate(done));
    socket.answer('1', '5');
    expect((await next).value?.data).toEqual([{ 'orders.count': '5' }]);
  });

  it('tell how a query goes on, and pass over errors that may pass', async () => {
    const stages: (string | undefined)[] = [];
    const rows = clientOf().subscribe(query, { onProgress: ({ stage }) => stages.push(stage) });
    const first = rows.next();
    const socket = await socketAt(0);
    socket.begin();
    socket.say({ messageId: '1', status: 200, message: { error: 'Continue wait', stage: 'Executing query' } });
    socket.say({ messageId: '1', status: 503, message: { error: 'The data source is away' } });
    socket.say('half a message {');
    socket.say({ messageId: '99', status: 200, message: {} });
    socket.answer('1', '1');
    expect([(await first).value?.data[0], stages]).toEqual([{ 'orders.count': '1' }, ['Executing query']]);
  });

  it('fail alone when their query is refused', async () => {
    const client = clientOf();
    const [bad, good] = [client.subscribe(query).next(), client.subscribe(query).next()];
    const socket = await socketAt(0);
    socket.begin();
    socket.say({
      messageId: '1',
      status: 400,
      message: { error: 'Unknown member', problems: [{ code: 'a', message: 'b' }] },
    });
    await expect(bad).rejects.toMatchObject({ status: 400, code: 'a', message: 'Unknown member' });
    expect(socket.sent.filter((message) => 'unsubscribe' in message)).toEqual([{ unsubscribe: '1' }]);
    socket.answer('2', '1');
    expect((await good).value?.data).toEqual([{ 'orders.count': '1' }]);
  });

  it('go on over another socket after a break', async () => {
    const rows = clientOf().subscribe(query);
    const first = rows.next();
    (await socketAt(0)).end(1006);
    (await socketAt(1)).end(1001);
    const third = await socketAt(2);
    third.begin();
    third.answer('1', '1');
    expect((await first).value?.data).toEqual([{ 'orders.count': '1' }]);
    await rows.return();
  });

  it('fail when no socket can be opened', async () => {
    const first = clientOf({ retry: { attempts: 2, waitMs: 1 } })
      .subscribe(query)
      .next();
    const failed = expect(first).rejects.toMatchObject({ code: 'client.network', status: 0 });
    (await socketAt(0)).end(1006);
    (await socketAt(1)).end(1006);
    await failed;
    expect(ScriptedSocket.opened.length).toBe(2);
  });

  it('ask for another token once when one is refused, or is over', async () => {
    const tokens = ['old', 'new', 'newer'];
    const rows = clientOf({ token: () => tokens.shift() ?? 'none' }).subscribe(query);
    const first = rows.next();
    const refused = await socketAt(0);
    refused.onopen?.();
    refused.say({ message: { error: 'Invalid token' }, status: 401 });
    const second = await socketAt(1);
    second.begin();
    second.answer('1', '1');
    await first;
    const next = rows.next();
    second.end(4401, 'The token is not good any more');
    const third = await socketAt(2);
    expect([refused.sent, second.sent[0]]).toEqual([[{ authorization: 'old' }], { authorization: 'new' }]);
    third.onopen?.();
    expect(third.sent).toEqual([{ authorization: 'newer' }]);
    third.say({ message: { error: 'Invalid token' }, status: 401 });
    await expect(next).rejects.toMatchObject({ status: 401, message: 'Invalid token' });
  });

  it('fail for good when a query is too large for a socket', async () => {
    const first = clientOf().subscribe(query).next();
    (await socketAt(0)).begin();
    (await socketAt(0)).end(1009);
    await expect(first).rejects.toMatchObject({ status: 413 });
    expect(ScriptedSocket.opened.length).toBe(1);
  });

  it('fail when a token is refused twice without an answer in between, whenever it is', async () => {
    const tokens = vi.fn(() => 'same');
    const first = clientOf({ token: tokens }).subscribe(query).next();
    const failed = expect(first).rejects.toMatchObject({ status: 401 });
    for (const index of [0, 1]) {
      const socket = await socketAt(index);
      socket.begin();
      socket.end(4401, 'The token is not good any more');
    }
    await failed;
    expect([ScriptedSocket.opened.length, tokens.mock.calls.length]).toEqual([2, 2]);
  });

  it('wait before a token is tried that follows a second refused one, though answers came', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const rows = clientOf({ retry: { waitMs: 1_000 } }).subscribe(query);
    void rows.next();
    const counts: number[] = [];
    for (const waitMs of [1, 1, 999, 1, 999, 1]) {
      await vi.advanceTimersByTimeAsync(waitMs);
      counts.push(ScriptedSocket.opened.length);
      if (counts.at(-2) === counts.at(-1)) continue; // it still waits
      const socket = ScriptedSocket.opened.at(-1);
      socket?.begin();
      socket?.answer('1', '1');
      socket?.end(4401);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
    await rows.return();
  });

  it.each([1008, 1013])(
    'wait longer after each break with %d behind the handshake, and fail in the end',
    async (code) => {
      vi.useFakeTimers();
      vi.spyOn(Math, 'random').mockReturnValue(1);
      const tokens = vi.fn(() => 'same');
      const client = clientOf({ token: tokens, retry: { attempts: 3, waitMs: 1_000 } });
      const failed = expect(client.subscribe(query).next()).rejects.toMatchObject({ code: 'client.network' });
      const counts: number[] = [];
      for (const waitMs of [1, 1_000, 1_000, 1_000]) {
        await vi.advanceTimersByTimeAsync(waitMs);
        counts.push(ScriptedSocket.opened.length);
        if (counts.at(-2) === counts.at(-1)) continue; // it still waits
        const socket = ScriptedSocket.opened.at(-1);
        socket?.begin();
        socket?.end(code);
      }
      await failed;
      expect([counts, tokens.mock.calls.length]).toEqual([[1, 2, 2, 3], 1]);
    },
  );

  it('fail when the server has no room for them', async () => {
    const first = clientOf().subscribe(query).next();
    const socket = await socketAt(0);
    socket.begin();
    socket.say({ messageId: '1', status: 429, message: { error: 'Too many calls are open' } });
    await expect(first).rejects.toMatchObject({ status: 429, message: 'Too many calls are open' });
  });

  it('refuse a time between requests, which they have no use for', async () => {
    const first = clientOf().subscribe(query, { everyMs: 50 }).next();
    await expect(first).rejects.toMatchObject({ code: 'client.every-ms' });
  });

  it('end with their signal', async () => {
    const leaving = new AbortController();
    const rows = clientOf().subscribe(query, { signal: leaving.signal });
    const first = rows.next();
    const socket = await socketAt(0);
    socket.begin();
    leaving.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect([socket.sent.at(-1), socket.closedWith]).toEqual([{ unsubscribe: '1' }, 1000]);
    await expect(clientOf().subscribe(query, { signal: leaving.signal }).next()).rejects.toThrow('enough');
  });

  it('are repeated every minute, and a line that is silent for long is opened again', async () => {
    vi.useFakeTimers();
    const rows = clientOf().subscribe(query);
    void rows.next();
    await vi.advanceTimersByTimeAsync(1);
    const [socket] = ScriptedSocket.opened;
    socket?.begin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket?.sent.filter(({ method }) => method === 'subscribe').length).toBe(2);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect([socket?.closedWith !== undefined, ScriptedSocket.opened.length]).toEqual([true, 2]);
  });

  it('fail for a query with several results', async () => {
    const first = clientOf().subscribe(query).next();
    const socket = await socketAt(0);
    socket.begin();
    socket.say({ messageId: '1', status: 200, message: { results: [{ data: [] }, { data: [] }] } });
    await expect(first).rejects.toMatchObject({ code: 'client.several-results' });
    expect(socket.closedWith).toBe(1000);
  });
});
