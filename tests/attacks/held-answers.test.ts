import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { AttackedService } from './attacked-service.ts';
import { historyHas } from './history-of.ts';

let directory: string;
let service: AttackedService;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-held-'));
  mkdirSync(join(directory, 'model'));
  writeFileSync(
    join(directory, 'orrery.yml'),
    `data_sources: { default: { type: duckdb } }
query: { max_result_mb: 80, concurrency: 3, max_limit: 10000000, timeout_seconds: 3 }
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
  service = await AttackedService.open({ directory });
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const running = () => service.served.composition.runtime.queueOf('default').running;
const count = async () => (await service.ask({ measures: ['long.count'] })).body?.data;

function ask(path: string, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const headers = { authorization: service.served.token, 'x-forwarded-proto': 'https', ...options.headers };
  return new Promise((resolve, reject) => {
    request(`${service.served.origin}/cubejs-api/v1/${path}`, { ...options, headers }, resolve)
      .once('error', reject)
      .end(body);
  });
}

/**
 * Asks until an answer has begun that nothing reads and that goes on: on a busy machine the timeout may come before the
 * first rows.
 *
 * @param limit of the first attempt; each has another one, since an equal query would be answered from the cache
 */
async function held(open: (limit: number, id: string) => Promise<IncomingMessage>, limit: number) {
  for (let attempt = 0; ; attempt += 1) {
    const id = `held-${limit + attempt}`;
    const answer = await open(limit + attempt, id);
    if (answer.statusCode === 200 && running() === 1) return { answer, id };
    answer.on('error', () => undefined).resume();
    await eventually(() => expect(running()).toBe(0));
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

it('an answer whose client reads nothing ends unfinished at the timeout, and others have their turn', async () => {
  const { answer, id } = await held((limit, requestId) => {
    const query = encodeURIComponent(JSON.stringify({ dimensions: ['long.id', 'long.filler'], limit }));
    return ask(`load?query=${query}`, { headers: { 'x-request-id': requestId } });
  }, 32_000);
  // The short timeout is also that of the count, which a busy machine may exceed.
  await eventually(async () => expect(await count()).toEqual([{ 'long.count': '100000' }]));
  await eventually(() => expect(running()).toBe(0));
  await expect(textOf(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
  await historyHas(service.served, id, { error: 'data-source.timeout' });
});

it('a client of /v1/cubesql that never reads is left alone after the timeout, and its statement ends', async () => {
  const { answer } = await held((limit, requestId) => {
    const headers = { 'content-type': 'application/json', 'x-request-id': requestId };
    const body = JSON.stringify({ query: `SELECT id, filler FROM long LIMIT ${limit}` });
    return ask('cubesql', { method: 'POST', headers }, body);
  }, 50_003);
  await eventually(() => expect(running()).toBe(0));
  const text = await textOf(answer).catch(() => '');
  expect(text === '' || /"error"/.test(text.trimEnd().split('\n').at(-1) ?? '')).toBe(true);
});
