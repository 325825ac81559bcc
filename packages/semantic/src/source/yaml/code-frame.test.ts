import { expect, it } from 'vitest';
import { codeFrame } from './code-frame.ts';

const at = (line: number, column: number, length: number) =>
  ({ kind: 'file', file: 'model.yml', line, column, length }) as const;

it('shows the lines around a span with a caret under it', () => {
  expect(codeFrame('one\ntwo\nthree\nfour\nfive', at(3, 2, 3))).toBe(
    ['  1 | one', '  2 | two', '> 3 | three', '    |  ^^^', '  4 | four'].join('\n'),
  );
});

it('makes tabs visible and aligns the caret with them', () => {
  expect(codeFrame('\tname: x', at(1, 2, 4))).toBe(['> 1 | →name: x', '    |  ^^^^'].join('\n'));
});

it('cuts off a very long line', () => {
  expect(codeFrame('x'.repeat(100_000), at(1, 1, 100_000)).length).toBeLessThan(400);
});

it('points behind the last line of a text that ends too early', () => {
  expect(codeFrame('a: "b\n', at(2, 1, 1))).toBe(['  1 | a: "b', '> 2 |', '    | ^'].join('\n'));
});
