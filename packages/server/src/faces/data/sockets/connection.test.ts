import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { TokenCaller } from '@orrery/kernel';
import type { CallerRuntime } from '@orrery/runtime';
import { expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Connection, type SocketRoom } from './connection.ts';
import { Shares } from './shares.ts';
import { SocketFigures } from './socket-figures.ts';

const most = 4 * 1024 * 1024;
const owner = { caller: 'of the test', deploymentId: 1 };
const bounds = { most, mostOfDeployment: most, mostOfCaller: most };

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly close = vi.fn();
  readonly terminate = vi.fn();
  readonly pause = () => void (this.isPaused = true);
  readonly resume = () => void (this.isPaused = false);
  send(data: string | Buffer): void {
    this.sent.push(String(data));
  }
  leave(): void {
    this.readyState = 3;
    this.emit('close', 1006);
  }
}

/** A socket whose caller is looked up when the test says so. */
function openSocket() {
  const webSocket = new FakeSocket();
  const connection = new PassThrough();
  const principal = { kind: 'token', deploymentId: 1, securityContext: {}, scopes: new Set(['data']) } as TokenCaller;
  const looks = { up: Promise.resolve({} as CallerRuntime) };
  const runtimeOf = vi.fn(() => looks.up);
  const room = {
    dependencies: {
      principalOf: async () => principal,
      statedOf: () => principal,
      runtimeOf,
      rightsCheckOf: () => ({ holds: () => false }),
      clock: { now: () => 0 },
      memory: { parametersOf: vi.fn((_key: string, make: () => object) => make()) },
      isDevelopment: false,
    },
    figures: new SocketFigures(),
    inbound: new Shares(bounds),
    sockets: new Shares(bounds),
    calls: new Shares(bounds),
    callBytes: new Shares(bounds),
    log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() },
    now: () => 0,
    schedule: () => setTimeout(() => undefined, 0),
    known: vi.fn(),
    left: vi.fn(),
  };
  const opened = { id: 'c', webSocket: webSocket as unknown as WebSocket, connection, params: {} };
  new Connection(opened, room as unknown as SocketRoom);
  const receive = (bytes: Buffer) => {
    connection.emit('data', bytes);
    webSocket.emit('message', bytes, false);
  };
  const authorize = async () => {
    receive(Buffer.from('{"authorization":"a"}'));
    await vi.waitFor(() => expect(webSocket.sent).toContain('{"handshake":true}'));
  };
  return { webSocket, room, looks, runtimeOf, receive, authorize };
}

/** Whether nothing is taken: all of it can be. */
function isFree(shares: Shares): boolean {
  if (!shares.take(owner, most)) return false;
  shares.giveBack(owner, most);
  return true;
}

const subscribing = Buffer.from('{"messageId":1,"method":"subscribe","params":{"query":{}}}');

it('a socket that closes while its caller is looked up again opens nothing, and holds nothing', async () => {
  const { webSocket, room, looks, runtimeOf, receive, authorize } = openSocket();
  await authorize();
  const { promise, resolve } = Promise.withResolvers<CallerRuntime>();
  looks.up = promise;
  receive(subscribing);
  await vi.waitFor(() => expect(runtimeOf).toHaveBeenCalledTimes(2));
  webSocket.leave();
  resolve({} as CallerRuntime);
  await new Promise((done) => setImmediate(done));
  expect(room.figures.subscriptions).toBe(0);
  expect([room.sockets, room.calls, room.callBytes, room.inbound].map(isFree)).toEqual([true, true, true, true]);
});

it('a large message is counted until it is parsed, and its parameters are not kept for comparison', async () => {
  const { webSocket, room, receive, authorize } = openSocket();
  await authorize();
  const text = JSON.stringify({ messageId: 1, method: 'meta', params: {} }).padEnd(1024 * 1024);
  receive(Buffer.from(new TextEncoder().encode(text).buffer));
  expect(room.inbound.take(owner, most - text.length + 1)).toBe(false);
  await vi.waitFor(() => expect(webSocket.sent.join('')).toContain('"messageId":"1"'));
  expect([isFree(room.inbound), isFree(room.callBytes)]).toEqual([true, true]);
  expect(room.dependencies.memory.parametersOf).not.toHaveBeenCalled();
});

it('messages of open calls are counted by their bytes', async () => {
  const { webSocket, room, receive, authorize } = openSocket();
  await authorize();
  room.callBytes.take(owner, most - subscribing.length + 1);
  receive(subscribing);
  await vi.waitFor(() => expect(webSocket.sent.join('')).toContain('"status":429'));
  expect([room.figures.subscriptions, isFree(room.calls)]).toEqual([0, true]);
});
