import { CompressedOnce } from '@orrery/runtime';
import { expect, it } from 'vitest';
import { areSentAtOnce, beginningOfLine, linesIn } from './lines-of-queries.ts';

const kib = 1024;

function linesOf(...sizes: readonly number[]) {
  return sizes.map((size, index) => ({
    beginning: beginningOfLine(String(index)),
    body: new CompressedOnce(Buffer.from(`{"a":"${'x'.repeat(size - 8)}"}`), { encodings: 'fast' }).forRequest(),
  }));
}

it('lines are sent at once up to a bound on all of their bodies', async () => {
  const [short, long] = [linesOf(256 * kib, 256 * kib), linesOf(256 * kib, 256 * kib, 8)];
  for (const { body } of [...short, ...long]) await body.kept.packRest();
  for (const encoding of ['identity', 'gzip'] as const) {
    expect(linesIn(encoding, short)?.byteLength).toBeGreaterThan(0);
    expect(linesIn(encoding, long)).toBeUndefined();
  }
  expect([short, long].map((lines) => areSentAtOnce(lines.map(({ body }) => body)))).toEqual([true, false]);
});
