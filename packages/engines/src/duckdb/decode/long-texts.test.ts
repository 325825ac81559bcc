import { expect, it } from 'vitest';
import { readLongTexts, textBytes } from './long-texts.ts';

it('refuses a text of more than two gigabytes, whose size has the highest bit set', () => {
  const words = new Int32Array([0x8000_0001 | 0, 0, 0, 0]);
  expect(textBytes(words, 0)).toBe(2 ** 31 + 1);
  const read = () => readLongTexts(new Uint8Array(words.buffer), words, [0]);
  const cause = expect.objectContaining({
    message: expect.stringContaining('2049 MB in one row, and at most 128 MB can be read'),
  });
  expect(read).toThrow(expect.objectContaining({ errorClass: 'resource', cause }));
});
