import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { EngineCancelled, type EngineError } from '../engine.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ResultTooLarge } from '../encode/result-too-large.ts';
import type { RowEncoding } from '../encode/index.ts';
import { EngineThreads } from './engine-threads.ts';
import { ThreadedEngines } from './threaded-engines.ts';

const never = new AbortController().signal;
const maxResultBytes = 4 * 2 ** 20;
const results = { memoryLimitMb: 64, threads: 1, maxRunning: 2, timeoutMs: 60_000 };
const endless = 'SELECT count(*) FROM range(1000000) a(i), range(100000000) b(j) WHERE hash(i * j) % 7 = 3';
const encoding = { format: 'compact', keys: [{ name: 'n', output: 0 }] } as const;
const statement = (text: string) => ({ text, params: [] });

let directory: string;
let engines: ThreadedEngines;
let faults: Error[];

/** Runs one statement at a time: the next one is answered only after the previous one has ended. */
function duckDb() {
  const settings = {
    projectDirectory: directory,
    allow: [],
    init: [],
    memoryLimitMb: 256,
    threads: 1,
    temporaryDirectory: directory,
    maxTemporaryMb: 256,
    maxRunning: 1,
    timeoutMs: 60_000,
  };
  return new Map([['default', { type: 'duckdb' as const, settings }]]);
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-thread-'));
  faults = [];
  engines = new ThreadedEngines({ sources: duckDb(), results, maxResultBytes, onFault: (fault) => faults.push(fault) });
});

afterEach(async () => {
  await engines.close();
  rmSync(directory, { recursive: true });
});

const request = (text: string, rowEncoding: RowEncoding = encoding) =>
  ({ kind: 'rows', source: 'default', statement: statement(text), encoding: rowEncoding }) as const;
const open = (source: string, of = engines) => of.working.request({ kind: 'open', source });
const rows = (text: string, signal = never) => engines.working.request(request(text), signal);
const firstValue = (text: string, of = engines) =>
  of.working.request({ kind: 'first-value', source: 'default', statement: statement(text) }, never);

async function read(text: string): Promise<unknown> {
  return JSON.parse(Buffer.concat((await rows(text)).data).toString());
}

describe('engines in a thread', () => {
  it('give rows as bytes', async () => {
    const { data, rowCount } = await rows('SELECT i FROM range(100000) t(i)');
    expect(rowCount).toBe(100_000);
    const { dataset } = JSON.parse(Buffer.concat(data).toString());
    expect([dataset.length, dataset[0], dataset.at(-1)]).toEqual([100_000, ['0'], ['99999']]);
  });

  it('give large rows in one piece with space around it', async () => {
    const { data } = await rows('SELECT i FROM range(200000) t(i)');
    expect(data).toHaveLength(1);
    expect(data[0]?.byteOffset).toBeGreaterThan(0);
  });

  it('stream long results while the statement runs, up to the bound', async () => {
    const pieces: Uint8Array[] = [];
    let tell: (bytes: number) => void = () => undefined;
    const sink = {
      put: (more: readonly Uint8Array[]) => void pieces.push(...more),
      onAllowed: (reported: typeof tell) => {
        tell = reported;
      },
    };
    const long = engines.working.request(request('SELECT i FROM range(300000) t(i)'), never, sink);
    let isOver = false;
    const over = long.finally(() => {
      isOver = true;
    });
    await expect.poll(() => pieces.length).toBeGreaterThan(0);
    const held = Buffer.concat(pieces).byteLength;
    expect(held).toBeLessThan(1.5 * 2 ** 20);
    await pause(50);
    expect([isOver, Buffer.concat(pieces).byteLength]).toEqual([false, held]);
    tell(maxResultBytes);
    const { data, rowCount } = await over;
    const { dataset } = JSON.parse(Buffer.concat([...pieces, ...data]).toString());
    expect([rowCount, dataset.length, dataset.at(-1)]).toEqual([300_000, 300_000, ['299999']]);
  });

  it('get one message for a request, with the bytes that its reader allows at once', async () => {
    await engines.working.request({ kind: 'open', source: 'default' });
    const sent = vi.spyOn(Worker.prototype, 'postMessage');
    const pieces: Uint8Array[] = [];
    const sink = {
      put: (more: readonly Uint8Array[]) => void pieces.push(...more),
      onAllowed: (tell: (bytes: number) => void) => tell(maxResultBytes),
    };
    const { data } = await engines.working.request(request('SELECT i FROM range(300000) t(i)'), never, sink);
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
    const { dataset } = JSON.parse(Buffer.concat([...pieces, ...data]).toString());
    expect([pieces.length > 0, dataset.length, dataset.at(-1)]).toEqual([true, 300_000, ['299999']]);
  });

  it('give short results, and those in column format, only at the end', async () => {
    const pieces: unknown[] = [];
    const sink = { put: (more: readonly unknown[]) => void pieces.push(more), onAllowed: () => undefined };
    const { data } = await engines.working.request(request('SELECT 1'), never, sink);
    expect(JSON.parse(Buffer.concat(data).toString())).toEqual({ members: ['n'], dataset: [['1']] });
    const columnar = { ...encoding, format: 'columnar' as const };
    const long = request('SELECT i FROM range(300000) t(i)', columnar);
    expect((await engines.working.request(long, never, sink)).data).toHaveLength(1);
    expect(pieces).toEqual([]);
  });

  it('end a statement whose rows are not read in time', async () => {
    const short = new Map(
      [...duckDb()].map(([name, source]) => {
        return [name, { ...source, settings: { ...source.settings, timeoutMs: 1_500 } }] as const;
      }),
    );
    const hasty = new ThreadedEngines({
      sources: short,
      results,
      maxResultBytes,
      onFault: (fault) => faults.push(fault),
    });
    const sink = { put: () => undefined, onAllowed: () => undefined };
    const held = hasty.working.request(request('SELECT i FROM range(300000) t(i)'), never, sink);
    await expect(held).rejects.toMatchObject({ name: 'EngineError', errorClass: 'timeout' });
    expect(await firstValue('SELECT 5', hasty)).toBe('5');
    await hasty.close();
  });

  it('report the time of the engine separately from the time of encoding', async () => {
    const { engineMs, encodeMs } = await rows('SELECT i FROM range(100000) t(i)');
    expect(engineMs).toBeGreaterThan(0);
    expect(encodeMs).toBeGreaterThan(0);
  });

  it('give the first value of a statement, or null', async () => {
    expect(await firstValue('SELECT 5, 6 UNION ALL SELECT 7, 8')).toBe('5');
    expect(await firstValue('SELECT 5 WHERE false')).toBeNull();
  });

  it('report failures, with the message of the engine for the log', async () => {
    const error = await rows('SELECT * FROM nowhere').catch((thrown: EngineError) => thrown);
    expect(error).toMatchObject({ name: 'EngineError', errorClass: 'statement' });
    expect((error as EngineError).cause).toMatchObject({ message: expect.stringContaining('nowhere') });
    expect(faults).toEqual([]);
  });

  it('leave the main thread free while a large result is written', async () => {
    await engines.working.request({ kind: 'open', source: 'default' });
    const before = process.threadCpuUsage();
    const { encodeMs } = await rows('SELECT i FROM range(300000) t(i)');
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(encodeMs);
  });
});

describe('a statement', () => {
  it('that is cancelled settles when it has ended', async () => {
    const controller = new AbortController();
    const running = rows(endless, controller.signal);
    const settled = running.catch((error: unknown) => error);
    await pause(100);
    controller.abort();
    expect(await settled).toBeInstanceOf(EngineCancelled);
    expect(await read('SELECT 1')).toEqual({ members: ['n'], dataset: [['1']] });
  });

  it('with an aborted signal is not sent', async () => {
    await expect(rows('SELECT 1', AbortSignal.abort())).rejects.toBeInstanceOf(EngineCancelled);
  });

  it('with more bytes than an answer may have is stopped and refused', async () => {
    const large = rows('SELECT i FROM range(100000000) t(i)');
    await expect(large).rejects.toEqual(new ResultTooLarge(maxResultBytes));
    expect(await read('SELECT 1')).toEqual({ members: ['n'], dataset: [['1']] });
  });

  it('is stopped when the engines close; nothing runs afterwards', async () => {
    const settled = rows(endless).catch((error: unknown) => error);
    await pause(100);
    await engines.close();
    expect(await settled).toBeInstanceOf(EngineCancelled);
    await expect(async () => rows('SELECT 1')).rejects.toBeInstanceOf(EngineCancelled);
    expect(faults).toEqual([]);
  });
});

describe('a thread that fails', () => {
  const failing = () => {
    const file = new URL('failing-worker-fixture.ts', import.meta.url);
    const program = { file, resourceLimits: { maxOldGenerationSizeMb: 32 } };
    const onFault = (fault: Error) => faults.push(fault);
    const shared = { threads: new EngineThreads(1, program), owner: 'a' };
    return new ThreadedEngines({ sources: new Map(), results, maxResultBytes, onFault, shared });
  };

  it.each([
    ['throws', 'connection', 'a bug of the thread'],
    ['exits', 'connection', 'the thread ended'],
    ['hoards', 'resource', /memory limit/],
  ])('and %s fails its running statements once, and is replaced', async (source, errorClass, message) => {
    const broken = failing();
    const asked = ['waits', source].map((name) => open(name, broken).catch((error: unknown) => error));
    for (const error of await Promise.all(asked)) {
      const cause = expect.objectContaining({ message: expect.stringMatching(message) });
      expect(error).toMatchObject({ name: 'EngineError', errorClass, cause });
    }
    await expect(open('works', broken)).resolves.toBeUndefined();
    expect(faults).toHaveLength(1);
    await broken.close();
  });

  it('and reports that accepts nothing new, while its running statements finish', async () => {
    const broken = failing();
    const last = open('breaks', broken).catch((error: unknown) => error);
    await expect.poll(() => faults.length).toBe(1);
    await expect(open('works', broken)).resolves.toBeUndefined();
    await broken.close();
    expect(await last).toMatchObject({ errorClass: 'connection', cause: { message: 'broken' } });
  });
});

describe('a process that ends while a statement runs', () => {
  it.each([
    ['process.exit(3)', 3, ''],
    ['throw new Error("a bug")', 1, 'a bug'],
  ])('by %s ends at once with its own code', async (request, code, words) => {
    const script = `
      const { ThreadedEngines } = await import(${JSON.stringify(import.meta.resolve('./threaded-engines.ts'))});
      const sources = new Map(${JSON.stringify([...duckDb()])});
      const engines = new ThreadedEngines({ sources, results: { memoryLimitMb: 64, threads: 1, maxRunning: 2, timeoutMs: 60_000 }, maxResultBytes: 1e6, onFault: () => undefined });
      await engines.working.request({ kind: 'open', source: 'default' });
      engines.working.request({ kind: 'first-value', source: 'default', statement: { text: ${JSON.stringify(endless)}, params: [] } }).catch(() => undefined);
      setTimeout(() => { ${request} }, 200);`;
    const file = join(directory, 'ends.mjs');
    writeFileSync(file, script);
    const run = promisify(execFile)(process.execPath, [file]);
    await expect(run).rejects.toMatchObject({ code, signal: null, stderr: expect.stringContaining(words) });
  });
});
