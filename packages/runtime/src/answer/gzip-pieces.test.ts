import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinGzip, packPiece } from './gzip-pieces.ts';

it('pieces that are packed and others become one body, in any order', async () => {
  const pieces = fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.boolean()), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      const made = given.map(([bytes, isPacked]) => (isPacked ? packPiece(bytes) : { bytes }));
      const whole = Buffer.concat(given.map(([bytes]) => bytes));
      expect(gunzipSync(joinGzip(await Promise.all(made))).equals(whole)).toBe(true);
    }),
  );
});

it('a piece that is not packed may be longer than a block', () => {
  const bytes = Buffer.alloc(200_000, 'abc');
  expect(gunzipSync(joinGzip([{ bytes }])).equals(bytes)).toBe(true);
});
