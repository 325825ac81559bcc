import { assert, asyncProperty, array, integer, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

const options = { url: 'http://server/lines?token=secret', maxLength: 1000 };

function bodyOf(bytes: Uint8Array, sizes: readonly number[], onCancel = () => {}): ReadableStream<Uint8Array> {
  let [at, turn] = [0, 0];
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const size = sizes[turn % sizes.length] ?? 1;
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      turn += 1;
    },
    cancel: onCancel,
  });
}

async function all(source: AsyncIterable<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const each of source) found.push(each);
  return found;
}

it('gives the same lines however the bytes are cut, in the middle of a character too', async () => {
  const text = string({ unit: 'binary' }).map((each) => each.replaceAll('\n', ' '));
  await assert(
    asyncProperty(
      array(text, { maxLength: 4 }),
      array(integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
        const wanted = lines.map((line) => new TextDecoder().decode(new TextEncoder().encode(`x${line}`)).slice(1));
        // A mark of the byte order at the very beginning is no character.
        const shown = wanted.map((line, at) => (at === 0 ? line.replace(/^\u{feff}/u, '') : line));
        expect(await all(readLines(bodyOf(bytes, sizes), options))).toEqual(shown.filter((line) => line.trim() !== ''));
      },
    ),
  );
});

it('takes a last line without an end, and skips blank ones', async () => {
  const bytes = new TextEncoder().encode('\n{"a":1}\r\n\n\n{"b":2}');
  expect(await all(readLines(bodyOf(bytes, [3]), options))).toEqual(['{"a":1}\r', '{"b":2}']);
});

it.each(['x'.repeat(100_000), `${'x'.repeat(1001)}\n${'y\n'.repeat(10_000)}`])(
  'refuses a line that is too long as soon as it is, and ends the request',
  async (text) => {
    let isCancelled = false;
    const body = bodyOf(new TextEncoder().encode(text), [100], () => {
      isCancelled = true;
    });
    await expect(all(readLines(body, options))).rejects.toMatchObject({
      code: 'client.too-long',
      message: 'http://server/lines sent a line of more than 1000 characters',
    });
    expect(isCancelled).toBe(true);
  },
);

it('ends the request when the loop is left', async () => {
  let isCancelled = false;
  const body = bodyOf(new TextEncoder().encode('1\n2\n3\n'.repeat(100)), [2], () => {
    isCancelled = true;
  });
  for await (const _ of readLines(body, options)) break;
  expect(isCancelled).toBe(true);
});

it('counts silence as a broken line, and blank lines as none', async () => {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const _ of [1, 2, 3]) {
        await new Promise((done) => setTimeout(done, 60));
        controller.enqueue(new Uint8Array([10]));
      }
    },
  });
  const started = performance.now();
  await expect(all(readLines(body, { ...options, silenceMs: 150 }))).rejects.toMatchObject({
    code: 'client.network',
    isTransient: true,
  });
  expect(performance.now() - started).toBeGreaterThan(300);
});
