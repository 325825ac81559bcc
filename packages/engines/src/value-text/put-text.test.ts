import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteSink } from './byte-sink.ts';
import { putPlainText, textSource } from './put-text.ts';

/** Bytes of texts, and of what is no text: cut characters, characters in too many bytes, surrogates, bytes above all. */
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }).map((text) => [...Buffer.from(text)]),
      fc
        .constantFrom('plain', 'customer 7', '\u2028', 'é', '漢字', '😀', '\u07ff\u0800\uffff\u{10ffff}')
        .map((text) => [...Buffer.from(text)]),
      fc.constantFrom([0x22], [0x5c], [0x1f], [0x7f], [0x80], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80]),
      fc.constantFrom(
        [0xf0, 0x80, 0x80, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xf5, 0x80, 0x80, 0x80],
        [0xff],
        [0xe6, 0xbc],
      ),
      fc.uint8Array({ maxLength: 5 }).map((some) => [...some]),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

it('writes a text as JSON does, and only one that JSON writes as it is', () => {
  const counts = { written: 0, left: 0 };
  fc.assert(
    fc.property(bytes, fc.nat(5), (text, offset) => {
      const memory = new Uint8Array(offset + text.length + 3).fill(0x61);
      memory.set(text, offset);
      const sink = new ByteSink();
      sink.putText('é"');
      const decoded = Buffer.from(text).toString('utf8');
      const isPlain = JSON.stringify(decoded) === `"${decoded}"` && Buffer.from(decoded).equals(text);
      expect(putPlainText(sink, textSource(memory), offset, text.length)).toBe(isPlain);
      const expected = isPlain ? `é"${decoded}` : 'é"';
      expect(sink.end - sink.extra).toBe(expected.length);
      expect(Buffer.from(sink.take()).toString('utf8')).toBe(expected);
      counts[isPlain ? 'written' : 'left'] += 1;
    }),
    { numRuns: Number(process.env['ORRERY_PROVE_RUNS'] ?? 5_000) },
  );
  expect(Math.min(counts.written, counts.left)).toBeGreaterThan(500);
});

it('keeps what was written when it grows, and is empty after its text was taken', () => {
  const sink = new ByteSink();
  let expected = '';
  for (let index = 0; index < 3_000; index += 1) {
    const text = index % 3 === 0 ? 'é漢😀'.repeat(index % 50) : `plain ${index}`;
    sink.putText(text);
    expected += text;
  }
  expect(sink.end - sink.extra).toBe(expected.length);
  expect(Buffer.from(sink.take()).toString('utf8')).toBe(expected);
  expect([sink.end, sink.extra, sink.take().length]).toEqual([0, 0, 0]);
});
