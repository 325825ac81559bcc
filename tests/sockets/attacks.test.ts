import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { SocketService } from './socket-service.ts';

const metricsToken = 'a-token-for-scrapers-of-the-tests-0123456789';
let service: SocketService;
beforeAll(async () => {
  const environment = {
    ORRERY_CORS_ORIGINS: 'https://app.example.com',
    ORRERY_PUBLIC_URL: 'https://data.example.com',
    ORRERY_MAX_REQUEST_SIZE: '100kb',
    ORRERY_METRICS_TOKEN: metricsToken,
  };
  service = await SocketService.open({ environment });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };
const loading = (messageId: string | number, query: object = count, method = 'load') => ({
  messageId,
  method,
  params: { query },
});

/** A handshake by hand. @returns the connection and the answer to the handshake */
async function handshake(
  headers: Readonly<Record<string, string>>,
  path = '/cubejs-api/v1/ws',
): Promise<{ readonly socket: Socket; readonly answer: string }> {
  const { port } = new URL(service.served.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const all = {
    host: `127.0.0.1:${port}`,
    'x-forwarded-proto': 'https',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, answer: answer.toString('latin1') };
}

const statusOf = ({ answer }: { readonly answer: string }) => Number(answer.split(' ')[1]);

describe('the handshake', () => {
  it('takes pages of origins that CORS allows, and programs', async () => {
    expect(statusOf(await handshake({ origin: 'https://app.example.com' }))).toBe(101);
    expect(statusOf(await handshake({}))).toBe(101);
    const { port } = new URL(service.served.origin);
    expect(statusOf(await handshake({ origin: `https://127.0.0.1:${port}` }))).toBe(101);
    const refused = await handshake({ origin: 'https://evil.example.com' });
    expect([statusOf(refused), refused.answer]).toEqual([403, expect.stringContaining('ORRERY_CORS_ORIGINS')]);
    expect(statusOf(await handshake({ origin: 'null' }))).toBe(403);
  });

  it('a page whose owner has led its name to this machine is no page of the service', async () => {
    const { port } = new URL(service.served.origin);
    const named = (host: string) => handshake({ host: `${host}:${port}`, origin: `https://${host}:${port}` });
    expect(statusOf(await named('rebound.example.com'))).toBe(403);
    expect(statusOf(await named('localhost'))).toBe(101);
    expect(statusOf(await named('[::1]'))).toBe(101);
    const address = { host: `rebound.example.com:${port}`, origin: 'https://data.example.com' };
    expect(statusOf(await handshake(address))).toBe(101);
  });

  it('is checked like every request, and its connection ends when it is refused', async () => {
    const plain = await handshake({ 'x-forwarded-proto': 'http' });
    expect(statusOf(plain)).toBe(403);
    await once(plain.socket.resume(), 'close');
    expect(statusOf(await handshake({}, '/cubejs-api//v1/ws'))).toBe(400);
    expect(statusOf(await handshake({}, '/api/v1/ws'))).toBe(404);
    expect(statusOf(await handshake({ 'sec-websocket-key': 'short' }))).toBe(400);
  });

  it.each(['/', '/cubejs-api', '/cubejs-api/v1', '/cubejs-api/v1/ws', '/d/1', '/d/1/cubejs-api/v1/ws', '/?a=b'])(
    'is served at %s',
    async (path) => expect(statusOf(await handshake({}, path))).toBe(101),
  );

  it('a deployment or branch that does not exist is not found when the token comes', async () => {
    for (const path of ['/d/99/cubejs-api/v1/ws', '/dev-mode/next/cubejs-api/v1/ws', '/d/x/cubejs-api/v1/ws']) {
      const client = await service.connect(path);
      expect(await client.authorize(await service.token())).toMatchObject({ status: 404 });
      expect(await client.call(loading(1))).toMatchObject({ status: 401 });
    }
  });

  it('a request for HTTP/2 without TLS is answered as a request, and one without an upgrade is told so', async () => {
    const { answer } = await handshake({ upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }, '/livez');
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    const { status } = await service.http('/cubejs-api/v1/ws', '');
    expect(status).toBe(426);
  });

  it('compression is not agreed on, and a frame that claims to be compressed closes the socket', async () => {
    const { socket, answer } = await handshake({ 'sec-websocket-extensions': 'permessage-deflate' });
    expect(answer.toLowerCase()).not.toContain('permessage-deflate');
    socket.write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x7b]));
    await once(socket.resume(), 'close');
  });
});

describe('messages', () => {
  it('binary ones close the socket, larger ones than a request may be close it with 1009', async () => {
    const [binary, large] = [await service.connected(), await service.connected()];
    binary.webSocket.send(Buffer.from('{}'));
    expect(await binary.closed).toMatchObject({ code: 1003 });
    large.send('x'.repeat(100 * 1024 + 1));
    expect(await large.closed).toMatchObject({ code: 1009 });
  });

  it('before the token, nothing larger than a token is taken', async () => {
    const client = await service.connect();
    client.send('x'.repeat(70 * 1024));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });

  it('a thousand parts of a message close the socket before they fill the memory', async () => {
    const client = await service.connected();
    for (let part = 0; part < 20_000; part++) client.webSocket.send('1', { fin: false });
    expect(await client.closed).toMatchObject({ code: 1008 });
  });

  it('half a frame holds nothing up, and goes with its connection', async () => {
    const { socket } = await handshake({});
    socket.write(Buffer.from([0x81, 0xfe, 0x10]));
    const client = await service.connected();
    expect((await client.call(loading(1))).status).toBe(200);
    socket.destroy();
    const counted = async () => (await metrics()).get('orrery_sockets_closed_total{code="1006"}') ?? 0;
    await eventually(async () => expect(await counted()).toBeGreaterThan(0));
  });

  it('names like those of prototypes are names', async () => {
    const client = await service.connected();
    for (const id of ['__proto__', 'constructor', 'toString']) {
      expect(await client.call(loading(id))).toMatchObject({ messageId: id, status: 200 });
      client.send({ unsubscribe: id });
    }
    client.send('{"__proto__":{"authorization":"x"},"messageId":"p","method":"load","params":{"query":{}}}');
    await eventually(() => expect(client.received.at(-1)?.status ?? client.received.at(-2)?.status).toBe(400));
    expect(({} as { authorization?: string }).authorization).toBeUndefined();
  });

  it('no part of a message adds to what the token says', async () => {
    const client = await service.connected({ statuses: ['completed'] });
    const query = { ...count, securityContext: { statuses: ['new'] } };
    expect((await client.call(loading(1, query))).status).toBe(400);
    const params = { query: count, securityContext: { statuses: ['new'] } };
    expect((await client.call({ messageId: 2, method: 'load', params })).status).toBe(400);
    expect((await client.call(loading(3))).message?.data).toEqual([{ 'orders.count': '1' }]);
  });
});

describe('what one caller may hold', () => {
  it('half messages fill the share of their caller, and others send theirs', async () => {
    const holding = await Promise.all(Array.from({ length: 3 }, () => service.connected({ statuses: ['new'] })));
    for (const { webSocket } of holding) webSocket.send(' '.repeat(90 * 1024), { fin: false });
    expect(await Promise.race(holding.map(({ closed }) => closed))).toMatchObject({ code: 1013 });
    const [alike, other] = [await service.connected({ statuses: ['new'] }), await service.connected()];
    expect((await alike.call(loading(1))).status).toBe(200);
    other.send(`${JSON.stringify(loading(1))}${' '.repeat(90 * 1024)}`);
    expect((await other.processed('1')).status).toBe(200);
    for (const { webSocket } of holding) webSocket.terminate();
  });

  it('a socket has a thousand open calls, and the next one is refused', async () => {
    const client = await service.connected();
    for (let each = 0; each < 1_001; each++) client.send(loading(each, count, 'subscribe'));
    await eventually(() => expect(client.answersTo('1000').length).toBe(1));
    expect(client.answersTo('1000')[0]).toMatchObject({
      status: 429,
      message: { problems: [{ code: 'socket.too-many-calls' }] },
    });
    await eventually(() => expect(client.answersTo('999')[0]).toMatchObject({ status: 200 }));
    client.send({ unsubscribe: 0 });
    expect(await client.call(loading(1000, count, 'subscribe'))).toMatchObject({ status: 200 });
    client.webSocket.terminate();
    await eventually(async () => expect((await metrics()).get('orrery_socket_subscriptions')).toBe(0));
  });

  it('a reader that stops is not written to without end, and is answered when it reads on', async () => {
    const client = await service.connected();
    const query = { dimensions: ['orders.id', 'orders.status'], measures: ['orders.count'] };
    const size = Buffer.byteLength(JSON.stringify((await client.call(loading('first', query))).message));
    client.webSocket.pause();
    const sent = Math.ceil((24 * 1024 * 1024) / size);
    for (let each = 0; each < sent; each++) client.send(loading(each, query));
    const other = await service.connected();
    expect((await other.call(loading(1))).status).toBe(200);
    client.webSocket.resume();
    await eventually(() => expect(client.answersTo(String(sent - 1))).toHaveLength(1));
  });
});

it('the metrics count sockets, messages and runs', async () => {
  const client = await service.connected();
  const before = await metrics();
  await client.call(loading('s', count, 'subscribe'));
  await eventually(() => expect(client.runsOf('s')).toBeGreaterThan(1));
  const after = await metrics();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('orrery_socket_messages_total')).toBe(1);
  expect(grown('orrery_socket_subscriptions')).toBe(1);
  expect(grown('orrery_subscription_runs_total{outcome="pushed"}')).toBe(1);
  expect(grown('orrery_subscription_runs_total{outcome="unchanged"}')).toBeGreaterThan(0);
  expect(after.get('orrery_sockets')).toBeGreaterThan(0);
});

async function metrics(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${service.served.origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-proto': 'https' },
  });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
