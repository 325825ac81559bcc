import { describe, expect, it } from 'vitest';
import { compareAnswer } from './compare-answer.ts';

const rows = (...names: readonly string[]) => names.map((name) => [name]);
const same = { kind: 'same' };

describe('an answer beside the rows of the unrestricted question', () => {
  const all = { rows: rows('a', 'a', 'b'), isComplete: true, most: 10 };

  it('may have them in any order, each as often', () => {
    expect(compareAnswer(all, rows('b', 'a', 'a'))).toEqual(same);
    expect(compareAnswer(all, rows('b', 'b', 'a'))).toEqual({
      kind: 'different',
      missing: ['["a"]'],
      surplus: ['["b"]'],
    });
    expect(compareAnswer(all, rows('a', 'b'))).toMatchObject({ kind: 'different', missing: ['["a"]'] });
  });

  it('may keep any of those that a limit cuts among, and no others', () => {
    const cut = { ...all, most: 2 };
    for (const given of [rows('a', 'a'), rows('a', 'b')]) expect(compareAnswer(cut, given)).toEqual(same);
    expect(compareAnswer(cut, rows('b', 'b'))).toMatchObject({ kind: 'different', surplus: ['["b"]'] });
    expect(compareAnswer(cut, rows('a'))).toMatchObject({ kind: 'different' });
    expect(compareAnswer(cut, rows('a', 'a', 'b'))).toMatchObject({ kind: 'different' });
  });

  it('is left out where not all of them could be read', () => {
    const some = { ...all, isComplete: false, most: 2 };
    expect(compareAnswer(some, rows('c', 'd'))).toMatchObject({ kind: 'incomparable' });
    expect(compareAnswer(some, rows('a'))).toMatchObject({ kind: 'different' });
  });

  it('says how often a row is there too often', () => {
    expect(compareAnswer(all, rows('a', 'a', 'b', 'c', 'c'))).toMatchObject({ surplus: ['["c"], 2 times'] });
  });
});
