import { expect, it } from 'vitest';
import { AnsweringServer, silent } from '../answering-server-fixture.ts';
import { leavable } from './leavable.ts';
import { readLines } from './read-lines.ts';

/** A loop over the lines of an answer that stops in the middle of its second line. */
async function withLoop(act: (lines: AsyncGenerator<string, void>) => Promise<void>, by?: AbortSignal): Promise<void> {
  const { answer, left } = silent('1\n2');
  await using server = await AnsweringServer.open(answer);
  const { signal, loop } = leavable(by);
  const { body } = await fetch(server.address, { signal });
  await act(loop(readLines(body ?? new ReadableStream(), { url: server.address, maxLength: 10, signal })));
  await left;
}

const end = { done: true, value: undefined };

it('ends its request when it is left before its first step, and between two', async () => {
  await withLoop(async (lines) => {
    expect(await lines.return()).toEqual(end);
    expect(await lines.next()).toEqual(end);
  });
  await withLoop(async (lines) => {
    for await (const line of lines) {
      expect(line).toBe('1');
      break;
    }
  });
});

it('ends its request when it is left while it waits, and yields no line that is cut', async () => {
  await withLoop(async (lines) => {
    expect(await lines.next()).toEqual({ done: false, value: '1' });
    const waiting = lines.next();
    expect(await lines.return()).toEqual(end);
    expect(await waiting).toEqual(end);
  });
});

it('throws the reason of the signal that it is given', async () => {
  const by = new AbortController();
  await withLoop(async (lines) => {
    await lines.next();
    const waiting = lines.next();
    by.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  }, by.signal);
});

it('ends what it was given a signal for when a step fails', async () => {
  const { signal, loop } = leavable(undefined);
  async function* steps(): AsyncGenerator<number, void> {
    yield Promise.reject(new Error('broken'));
  }
  await expect(loop(steps()).next()).rejects.toThrow('broken');
  expect(signal.aborted).toBe(true);
});
