import { expect, it } from 'vitest';
import { fileTitleOf, rowsText } from './rows-text.ts';

const rows = (count: number) => Array.from({ length: count }, () => ['1']);

it.each([
  [{ rows: rows(1), rowLimit: 10 }, '1 row', 'Sales'],
  [{ rows: rows(10), rowLimit: 10 }, 'First 10 rows; there may be more', 'Sales, rows 1 to 10'],
  [{ rows: rows(5), rowLimit: 10, offset: 100 }, 'Rows 101 to 105', 'Sales, rows 101 to 105'],
  [{ rows: rows(10), rowLimit: 10, offset: 100 }, 'Rows 101 to 110; there may be more', 'Sales, rows 101 to 110'],
  [{ rows: [], rowLimit: 10, offset: 100 }, '0 rows', 'Sales'],
  [{ rows: rows(2) }, '2 rows', 'Sales'],
])('says which rows there are, and names files so: %#', (answered, text, file) => {
  expect([rowsText(answered), fileTitleOf('Sales', answered)]).toEqual([text, file]);
});

it('leaves room for the rows in the name of a file', () => {
  expect(fileTitleOf('x'.repeat(200), { rows: rows(10), rowLimit: 10 }).length).toBeLessThan(80);
});
