import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { AttackedService } from '../attacked-service.ts';

let directory: string;
let service: AttackedService;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-leaving-'));
  mkdirSync(join(directory, 'model'));
  const settings = { concurrency: 2 };
  const project = { data_sources: { default: { type: 'duckdb' } }, query: settings };
  writeFileSync(join(directory, 'orrery.yml'), JSON.stringify(project));
  writeFileSync(
    join(directory, 'model', 'shop.yml'),
    `cubes:
  - name: long
    sql: SELECT i AS id, repeat('x', 2000) AS filler FROM range(100000) AS t (i)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: filler, sql: filler, type: string }
    measures:
      - { name: count, type: count }
  - name: endless
    sql: SELECT a.i AS id FROM range(2000000) AS a (i), range(2000000) AS b (i)
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
    measures:
      - { name: total, sql: "sin({CUBE}.id)", type: sum }
`,
  );
  service = await AttackedService.open({ directory });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

const queue = () => service.served.composition.runtime.queueOf('default');
const untilIdle = () => eventually(() => expect([queue().running, queue().waiting]).toEqual([0, 0]));
beforeEach(untilIdle);

const endless = (number: number) => `SELECT SUM(total) AS t FROM endless WHERE id <> ${number}`;
const small = async () =>
  (await service.post(JSON.stringify({ query: 'SELECT COUNT(*) AS c FROM long' }), 'cubesql')).text;

const headers = () => ({
  authorization: service.served.token,
  'x-forwarded-proto': 'https',
  'content-type': 'application/json',
});

function client(query: string): { leave(): void; readonly gone: Promise<unknown> } {
  const controller = new AbortController();
  const options = { method: 'POST', headers: headers(), body: JSON.stringify({ query }), signal: controller.signal };
  const gone = fetch(`${service.served.origin}/cubejs-api/v1/cubesql`, options).catch((error: unknown) => error);
  return { leave: () => controller.abort(), gone };
}

/** @returns the answer when its head has arrived; nothing reads its body */
function open(query: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: headers() };
    request(`${service.served.origin}/cubejs-api/v1/cubesql`, options, resolve)
      .once('error', reject)
      .end(JSON.stringify({ query }));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

describe('a client of /v1/cubesql that leaves', () => {
  it('ends its statement on the engine', async () => {
    const one = client(endless(1));
    await eventually(() => expect(queue().running).toBe(1));
    one.leave();
    expect(await one.gone).toBeInstanceOf(Error);
    await untilIdle();
    expect(await small()).toContain('"100000"');
  });

  it('ends its statement in the queue of its tenant, which never runs', async () => {
    const [one, two, three] = [client(endless(2)), client(endless(3)), client(endless(4))];
    await eventually(() => expect([queue().running, queue().waiting]).toEqual([1, 2]));
    three.leave();
    await three.gone;
    await eventually(() => expect([queue().running, queue().waiting]).toEqual([1, 1]));
    for (const other of [one, two]) other.leave();
    await Promise.all([one.gone, two.gone]);
    await untilIdle();
  });

  it('in the middle of rows ends its statement', async () => {
    const part = await open('SELECT id, filler FROM long LIMIT 50001');
    await eventually(() => expect(queue().running).toBe(1));
    part.destroy();
    await untilIdle();
  });
});

describe('a client of /v1/cubesql that never reads', () => {
  it('stops the engine, and gets all rows when it reads at last', async () => {
    const part = await open('SELECT id, filler FROM long LIMIT 50002');
    const { rss } = process.memoryUsage;
    // The engine is ahead of its reader by some rows; how soon it stops depends on the machine.
    await eventually(async () => {
      const before = rss();
      await pause(1_000);
      expect(rss() - before).toBeLessThan(40 * 1024 * 1024);
    });
    expect(queue().running).toBe(1);
    expect(await small()).toContain('"100000"');
    const lines = (await textOf(part)).trimEnd().split('\n');
    const rows = lines.slice(1).flatMap((line) => (JSON.parse(line) as { data: readonly unknown[] }).data); // the service's own lines
    expect(rows).toHaveLength(50_002);
    await untilIdle();
  });
});

it('an answer that takes long is Continue wait for whoever asks so, and the statement goes on', async () => {
  const query = endless(5);
  const { status, text } = await service.post(JSON.stringify({ query, throwContinueWait: true }), 'cubesql');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ error: 'Continue wait', requestId: expect.any(String) });
  expect(queue().running).toBe(1);
});
