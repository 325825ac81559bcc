import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CompileThread } from './compile-thread.ts';

let directory: string;
let thread: CompileThread;
const started: Worker[] = [];
const noteWorker = (worker: Worker) => void started.push(worker);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-compile-'));
  started.length = 0;
  process.on('worker', noteWorker);
});

afterEach(async () => {
  vi.useRealTimers();
  process.off('worker', noteWorker);
  await thread.close();
  rmSync(directory, { recursive: true });
});

function open(table: string): void {
  save(table);
  thread = new CompileThread(directory, new Map());
}

function save(table: string): void {
  writeFileSync(join(directory, 'orders.yml'), `cubes: [{ name: orders, sql: "SELECT * FROM ${table}" }]`);
}

async function compiled() {
  const result = await thread.compile();
  if (result.kind !== 'compiled') throw new Error('nothing was compiled');
  return result;
}

it('the thread ends after the first compilation of a model that nobody edits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // no time passes
  open('orders');
  const ended = new Promise((done) => process.once('worker', (worker) => void once(worker, 'exit').then(done)));
  expect((await compiled()).build.pieces).toHaveLength(1);
  await ended;
  expect(started.map(({ threadId }) => threadId)).toEqual([-1]);
});

it('a thread stays when somebody edits the model', async () => {
  open('orders');
  const first = await compiled();
  save('sales');
  const second = await compiled();
  expect(second.build.pieces[0]?.hash).not.toBe(first.build.pieces[0]?.hash);
  expect(await thread.compile()).toEqual({ kind: 'unchanged' });
  expect(started).toHaveLength(2);
  expect(started[1]?.threadId).toBeGreaterThan(0);
});

it('a thread stays when the model has variants', async () => {
  open('{{ COMPILE_CONTEXT.securityContext.tenant }}_orders');
  expect((await compiled()).contextReads).not.toEqual([]);
  expect(await thread.compile()).toEqual({ kind: 'unchanged' });
  expect(started).toHaveLength(1);
});
