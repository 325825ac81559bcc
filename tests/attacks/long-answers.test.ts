import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { eventually } from '../eventually.ts';
import { AttackedService } from './attacked-service.ts';
import { historyHas } from './history-of.ts';

const megabyte = 1024 * 1024;

let directory: string;
let service: AttackedService;
const logged: { readonly msg?: string; readonly requestId?: string; readonly status?: number }[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-long-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(
    join(directory, 'orrery.yml'),
    `data_sources: { default: { type: duckdb } }
query: { max_result_mb: 80, concurrency: 3, max_limit: 10000000 }
`,
  );
  writeFileSync(
    join(directory, 'model', 'long.yml'),
    `cubes:
  - name: long
    sql: SELECT i AS id, repeat('x', 2000) AS filler FROM range(100000) AS t (i)
    refresh_key: { every: 1 day }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: filler, sql: filler, type: string }
    measures:
      - { name: count, type: count }
`,
  );
  const sink = { write: (line: string) => void logged.push(JSON.parse(line) as object), flush: () => undefined };
  const { log } = createLog({ level: 'info', format: 'json' }, sink);
  service = await AttackedService.open({ directory, log });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

let asked = 0;

beforeEach(() => {
  asked += 1;
});

/**
 * Rows of two thousand bytes each. Their number differs per test, because an equal query would be answered from the
 * cache.
 */
const rowsOf = (count: number) => ({ dimensions: ['long.id', 'long.filler'], limit: count + asked });
/** Longer than a statement may be ahead of its readers, including the buffers of connections. */
const longest = 32_000;
/** Longer than the maximum size of an answer. */
const tooLong = 60_000;

const pathOf = (query: object) => `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`;
const headers = () => ({ authorization: service.served.token, 'x-forwarded-proto': 'https' });
const running = () => service.served.composition.runtime.queueOf('default').running;

interface Asking {
  readonly id?: string;
  readonly method?: string;
  readonly encoding?: string;
  readonly agent?: Agent;
}

/** Returns the answer when its head has arrived; its body is not read yet. */
async function open(query: object, asking: Asking = {}): Promise<IncomingMessage> {
  for (;;) {
    const answer = await openOnce(query, asking);
    const length = Number(answer.headers['content-length'] ?? megabyte);
    if (answer.statusCode !== 200 || length > 200) return answer;
    expect((await bodyOf(answer)).toString()).toContain('Continue wait');
  }
}

function openOnce(query: object, { id = 'long', method = 'GET', encoding, agent }: Asking): Promise<IncomingMessage> {
  const more = { 'x-request-id': id, ...(encoding ? { 'accept-encoding': encoding } : {}) };
  return new Promise((resolve, reject) => {
    request(
      `${service.served.origin}${pathOf(query)}`,
      { method, headers: { ...headers(), ...more }, ...(agent ? { agent } : {}) },
      resolve,
    )
      .once('error', reject)
      .end();
  });
}

/** @throws when the body ends before it is complete */
async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

interface Load {
  readonly data: readonly { readonly 'long.id': string }[];
  readonly warnings?: readonly { readonly code: string }[];
  readonly query: object;
}

const read = async (answer: IncomingMessage) => JSON.parse((await bodyOf(answer)).toString()) as Load;
const isWhole = ({ data }: Load, count: number) =>
  data.length === count && new Set(data.map((row) => row['long.id'])).size === count;

/** Returns the status that the log has for a request after its connection has finished it. */
const statusInLog = (id: string) =>
  eventually(() => {
    const line = logged.find(({ msg, requestId }) => msg === 'answered' && requestId === id);
    expect(line).toBeDefined();
    return line?.status;
  });

const history = (id: string, expected: object) => historyHas(service.served, id, expected);

describe('a long answer', () => {
  it('begins while its statement runs, waits for a client that reads nothing, and arrives complete', async () => {
    const query = rowsOf(longest);
    const answer = await open(query, { id: 'begins' });
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, undefined]);
    expect(running()).toBe(1);
    expect(isWhole(await read(answer), query.limit)).toBe(true);
    await eventually(() => expect(running()).toBe(0));
    expect(await statusInLog('begins')).toBe(200);
    await history('begins', { status: 200, rows: query.limit, cache: 'miss', error: null });
  });

  it('reports with its last rows that they end at a limit', async () => {
    const { limit: _, ...query } = rowsOf(0);
    const { warnings, data } = await read(await open(query));
    expect([data.length, warnings?.map(({ code }) => code)]).toEqual([10_000, ['request.limit-reached']]);
  });

  it('is cached when it is complete, and is the same answer then', async () => {
    const query = rowsOf(3_600);
    const first = await read(await open(query));
    const again = await open(query);
    expect(Number(again.headers['content-length'])).toBeGreaterThan(6 * megabyte);
    expect(await read(again)).toEqual(first);
  });

  it('leaves its connection usable for the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await open(rowsOf(3_600), { agent });
    const { socket } = first;
    await bodyOf(first);
    const second = await open(rowsOf(3_700), { agent });
    expect(second.socket).toBe(socket);
    await bodyOf(second);
    agent.destroy();
  });

  it('is compressed for clients that ask for it', async () => {
    const query = rowsOf(3_600);
    const answer = await open(query, { encoding: 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(isWhole(JSON.parse(gunzipSync(await bodyOf(answer)).toString()) as Load, query.limit)).toBe(true);
  });

  it('is one run for all clients that request it, and each of them gets the complete answer', async () => {
    const query = rowsOf(3_800);
    const before = service.statements;
    const first = await open(query, { id: 'one' });
    const [, ...answers] = await Promise.all([
      open(query, { method: 'HEAD' }), // wants all of it at its end
      read(first),
      open(query, { id: 'two' }).then(read),
      open(query, { id: 'three', encoding: 'gzip' }).then(async (answer) => {
        return JSON.parse(gunzipSync(await bodyOf(answer)).toString()) as Load;
      }),
    ]);
    expect(answers.map((one) => isWhole(one, query.limit))).toEqual([true, true, true]);
    expect(service.statements - before).toBe(1);
  });
});

describe('a client that cannot tell a partial answer from a complete one', () => {
  it('gets the answer with its length over HTTP/1.0', async () => {
    const query = rowsOf(3_600);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(service.served.origin).port), '127.0.0.1');
      const pieces: Buffer[] = [];
      socket.on('data', (piece) => pieces.push(piece));
      socket.on('close', () => resolve(Buffer.concat(pieces).toString()));
      const lines = Object.entries({ host: 'localhost', ...headers() }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`GET ${pathOf(query)} HTTP/1.0\r\n${lines.join('\r\n')}\r\n\r\n`);
    });
    const at = text.indexOf('\r\n\r\n');
    expect(text.slice(0, at).toLowerCase()).toContain(`content-length: ${text.length - at - 4}`);
    expect(isWhole(JSON.parse(text.slice(at)) as Load, query.limit)).toBe(true);
  });

  it('gets the length of the answer by HEAD', async () => {
    const answer = await open(rowsOf(3_600), { method: 'HEAD' });
    expect(answer.statusCode).toBe(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(6 * megabyte);
    expect((await bodyOf(answer)).byteLength).toBe(0);
  });
});

describe('an answer that cannot be completed', () => {
  it.each([undefined, 'gzip'])(
    'ends unfinished (%s), is not cached, and is refused with the reason next time',
    async (encoding) => {
      const query = rowsOf(tooLong);
      const id = `unfinished-${encoding}`;
      const part = await open(query, { id, ...(encoding ? { encoding } : {}) });
      expect(part.statusCode).toBe(200);
      await expect(bodyOf(part)).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(await statusInLog(id)).toBe(400);
      await history(id, { status: 400, error: 'query.result-too-large' });
      await eventually(() => expect(running()).toBe(0));
      const refused = await open(query);
      const { problems } = JSON.parse((await bodyOf(refused)).toString()) as { problems: { code: string }[] };
      expect([refused.statusCode, problems.map(({ code }) => code)]).toEqual([400, ['query.result-too-large']]);
    },
  );

  it('ends when its caller cancels it, and no part of it runs any more', async () => {
    const part = await open(rowsOf(longest + 200), { id: 'cancelled-span-1' });
    expect(running()).toBe(1);
    const address = `${service.served.origin}/cubejs-api/v1/running-query/cancelled-span-1`;
    expect((await fetch(address, { method: 'DELETE', headers: headers() })).status).toBe(200);
    expect(running()).toBe(0);
    await expect(bodyOf(part)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await history('cancelled-span-1', { error: 'request.cancelled' });
  });
});

it('a client that leaves in the middle stops its statement', async () => {
  const part = await open(rowsOf(longest + 300), { id: 'left' });
  expect(running()).toBe(1);
  part.destroy();
  await eventually(() => expect(running()).toBe(0));
  expect(await statusInLog('left')).toBe(499);
  await history('left', { status: 499, error: 'request.client-left' });
});
