import { describe, expect, it } from 'vitest';
import { compareAnswer } from './compare-answer.ts';

const rows = (...names: readonly string[]) => names.map((name) => [name]);
const same = { kind: 'same' };

describe('an answer compared with the rows of the unrestricted query', () => {
  const all = { rows: rows('a', 'a', 'b'), isComplete: true, most: 10 };

  it('may have the rows in any order, each as often as expected', () => {
    expect(compareAnswer(all, rows('b', 'a', 'a'))).toEqual(same);
    expect(compareAnswer(all, rows('b', 'b', 'a'))).toEqual({
      kind: 'different',
      missing: ['["a"]'],
      surplus: ['["b"]'],
    });
    expect(compareAnswer(all, rows('a', 'b'))).toMatchObject({ kind: 'different', missing: ['["a"]'] });
  });

  it('may have any of the rows that tie at the limit, and no others', () => {
    const cut = { ...all, most: 2 };
    for (const given of [rows('a', 'a'), rows('a', 'b')]) expect(compareAnswer(cut, given)).toEqual(same);
    expect(compareAnswer(cut, rows('b', 'b'))).toMatchObject({ kind: 'different', surplus: ['["b"]'] });
    expect(compareAnswer(cut, rows('a'))).toMatchObject({ kind: 'different' });
    expect(compareAnswer(cut, rows('a', 'a', 'b'))).toMatchObject({ kind: 'different' });
  });

  it('is not compared when the rows could not all be read', () => {
    const some = { ...all, isComplete: false, most: 2 };
    expect(compareAnswer(some, rows('c', 'd'))).toMatchObject({ kind: 'incomparable' });
    expect(compareAnswer(some, rows('a'))).toMatchObject({ kind: 'different' });
  });

  it('reports how many copies of a row are surplus', () => {
    expect(compareAnswer(all, rows('a', 'a', 'b', 'c', 'c'))).toMatchObject({ surplus: ['["c"], 2 times'] });
  });
});
