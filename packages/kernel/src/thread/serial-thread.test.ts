import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { SerialThread, type ThreadLimits } from './serial-thread.ts';

const threads: SerialThread<string | Uint8Array, number>[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const minute = 60_000;

/** A thread that counts its requests, hangs, or ends, as they say. */
function threadOf(limits: Partial<ThreadLimits> = {}): SerialThread<string | Uint8Array, number> {
  const folder = mkdtempSync(join(tmpdir(), 'serial-'));
  folders.push(folder);
  const file = join(folder, 'program.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
    let count = 0;
    parentPort.on('message', (text) => {
      count += 1;
      if (text === 'hang') for (;;);
      if (text === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      if (text === 'end') process.exit(1);
      if (text === 'throw') throw new Error('thrown');
      if (text === 'fail') return parentPort.postMessage({ kind: 'failed', message: 'failed' });
      if (text === 'memory') { const all = []; for (;;) all.push(new Array(100000).fill({})); }
      parentPort.postMessage({ kind: 'answered', answer: count, isSpent: text === 'spent' });
    });
    parentPort.postMessage({ kind: 'ready' });`,
  );
  const thread = new SerialThread<string | Uint8Array, number>(
    { file: pathToFileURL(file), resourceLimits: { maxOldGenerationSizeMb: 32 } },
    { answerWithinMs: minute, startWithinMs: minute, keepForMs: minute, waitingSize: 100, ...limits },
  );
  threads.push(thread);
  return thread;
}

describe('a serial thread', () => {
  it('gives an error to the request that takes too long, and answers the one that waits', async () => {
    const thread = threadOf({ answerWithinMs: 3000 });
    const late = thread.ask('hang');
    const next = thread.ask('a');
    await expect(late).rejects.toThrow('within 3000 ms');
    expect(await next).toEqual(1);
  });

  it('gives an error to the request that takes too much of the processor, whatever the clock says', async () => {
    const thread = threadOf({ processorMs: 50 });
    const busy = thread.ask('hang');
    const next = thread.ask('sleep');
    await expect(busy).rejects.toThrow('more than 50 ms of processor time');
    expect(await next).toEqual(1);
  });

  it('takes turns, and bounds what of one caller waits', async () => {
    const thread = threadOf({ waitingSizeOfCaller: 3 });
    const ann = { account: 'a', caller: 'ann' };
    const bob = { account: 'b', caller: 'bob' };
    const asked = ['1', '2', '3', '4'].map((text) => thread.ask(text, 1, ann));
    const other = thread.ask('b', 1, bob);
    await expect(thread.ask('5', 1, ann)).rejects.toThrow('too much of the caller waits');
    expect(await Promise.all([...asked, other])).toEqual([1, 2, 4, 5, 3]);
  });

  it('gives an error to the request that ends it or takes all memory, and answers the ones that wait', async () => {
    const thread = threadOf();
    const texts = ['a', 'b', 'end', 'd', 'throw', 'fail', 'e', 'memory', 'f', 'spent', 'g'];
    const outcomes = await Promise.allSettled(texts.map((text) => thread.ask(text)));
    const told = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)));
    expect(told).toEqual([
      1,
      2,
      expect.stringContaining('ended'),
      1,
      expect.stringContaining('thrown'),
      expect.stringContaining('failed'),
      1,
      expect.stringContaining('memory'),
      1,
      2,
      1,
    ]);
  });

  it('gives an error to a request whose memory is gone, and answers the ones before and after it', async () => {
    const thread = threadOf();
    const gone = new Uint8Array(8);
    const asked = ['a', gone, 'b'].map((request) => thread.ask(request));
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    await expect(asked[1]).rejects.toThrow('could not be cloned');
    expect([await asked[0], await asked[2]]).toEqual([1, 2]);
    await expect(thread.ask(gone)).rejects.toThrow('could not be cloned');
    expect(await thread.ask('c')).toEqual(3);
  });

  it('ends when nothing is asked, and begins again', async () => {
    const thread = threadOf({ keepForMs: 1 });
    expect(await thread.ask('a')).toEqual(1);
    await expect.poll(() => thread.isRunning).toBe(false);
    expect(await thread.ask('a')).toEqual(1);
  });

  it('lets no more than so many requests wait, and nothing once it is closed', async () => {
    const thread = threadOf({ waitingSize: 1 });
    const texts = ['a', 'b', 'c'].map((text) => thread.ask(text));
    await expect(texts[2]).rejects.toThrow('too much');
    await expect(Promise.all(texts.slice(0, 2))).resolves.toEqual([1, 2]);
    const last = thread.ask('hang');
    const closing = thread.close();
    await expect(last).rejects.toThrow('closed');
    await closing;
    await expect(thread.ask('a')).rejects.toThrow('closed');
  });
});
