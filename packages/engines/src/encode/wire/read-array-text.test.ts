import { describe, expect, it } from 'vitest';
import { readArrayText } from './read-array-text.ts';

describe("PostgreSQL's text of an array", () => {
  it.each([
    ['{}', []],
    ['{1,NULL,-2}', ['1', null, '-2']],
    ['{a,"b,c","NULL","","x\\"y\\\\z"}', ['a', 'b,c', 'NULL', '', 'x"y\\z']],
    [
      '{{1,2},{3,4}}',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
  ])('%s', (text, items) => {
    expect(readArrayText(text)).toEqual(items);
  });

  it.each(['{1', '{"a', '{1}2'])('%s is refused', (text) => {
    expect(() => readArrayText(text)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringMatching(/array/) }) }),
    );
  });
});
