import { expect, it, vi } from 'vitest';
import type { Answer } from '../answer/index.ts';
import { RowLines } from './row-lines.ts';

const answerOf = (...pieces: readonly string[]) =>
  ({
    data: pieces.map((piece) => Buffer.from(piece)),
    rowCount: pieces.join('').split('[').length - 1 - 2 * pieces.length,
  }) as unknown as Answer; // what is read of it

it('reads the rows of a page, whatever lines they stand in', () => {
  const lines = RowLines.of(answerOf('{"data":[["a"],["b"]]}\n{"data":[["c"]]}\n', '{"data":[["d"],["é"],["f"]]}\n'));
  const all = [['a'], ['b'], ['c'], ['d'], ['é'], ['f']];
  for (const offset of [4, 0, 1, 2, 3, 5, 6, 9]) {
    for (const limit of [1, 2, 3, 6, Number.POSITIVE_INFINITY]) {
      expect(lines.page({ offset, limit })).toEqual(all.slice(offset, offset + limit));
    }
  }
  expect(RowLines.of(answerOf('{"data":[]}\n')).page({ offset: 0, limit: 5 })).toEqual([]);
});

it('parses no lines but those of the page, once their rows are counted', () => {
  const answer = answerOf(...Array.from({ length: 100 }, (_, index) => `{"data":[["${index}"]]}\n`));
  expect(RowLines.of(answer).page({ offset: 99, limit: 1 })).toEqual([['99']]);
  const parse = vi.spyOn(JSON, 'parse');
  expect(RowLines.of(answer).page({ offset: 50, limit: 2 })).toEqual([['50'], ['51']]);
  expect(parse).toHaveBeenCalledTimes(2);
  parse.mockRestore();
});

it('tells answers apart by their rows, not by their lines', () => {
  const hashOf = (...pieces: readonly string[]) => RowLines.of(answerOf(...pieces)).hash();
  const hash = hashOf('{"data":[["a"],["b"]]}\n');
  expect(hashOf('{"data":[["a"]]}\n', '{"data":[["b"]]}\n')).toBe(hash);
  expect(hashOf('{"data":[["b"],["a"]]}\n')).not.toBe(hash);
  expect(hashOf('{"data":[["a"]]}\n')).not.toBe(hash);
});
