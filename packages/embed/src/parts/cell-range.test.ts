import { expect, it } from 'vitest';
import { cellsOf, moveCell, textOfCells } from './cell-range.ts';

const size = { rows: 50, columns: 3 };
const near = { isFar: false, page: 20 };
const far = { isFar: true, page: 20 };
const at = { row: 10, column: 1 };

it.each([
  ['ArrowDown', near, [11, 1]],
  ['ArrowUp', far, [0, 1]],
  ['ArrowRight', near, [10, 2]],
  ['ArrowLeft', far, [10, 0]],
  ['PageDown', near, [30, 1]],
  ['PageUp', near, [0, 1]],
  ['Home', near, [10, 0]],
  ['Home', far, [0, 0]],
  ['End', near, [10, 2]],
  ['End', far, [49, 2]],
] as const)('%s leads to a cell of the table (%j)', (key, move, [row, column]) => {
  expect(moveCell(at, key, size, move)).toEqual({ row, column });
});

it('begins at the first cell, and nowhere in an empty table or by another key', () => {
  expect(moveCell(undefined, 'ArrowDown', size, near)).toEqual({ row: 0, column: 0 });
  expect(moveCell(at, 'x', size, near)).toBeUndefined();
  expect(moveCell(at, 'constructor', size, near)).toBeUndefined();
  expect(moveCell(undefined, 'ArrowDown', { rows: 0, columns: 3 }, near)).toBeUndefined();
});

it('writes cells as spreadsheets take them, whichever corner the selection began at', () => {
  const cells = cellsOf({ from: { row: 1, column: 1 }, to: { row: 0, column: 0 } });
  const texts = [
    ['a', 'with\ttab'],
    ['"quoted"', 'b'],
  ];
  expect(textOfCells(cells, (row, column) => texts[row]?.[column] ?? '')).toBe('a\t"with\ttab"\n"""quoted"""\tb');
});
