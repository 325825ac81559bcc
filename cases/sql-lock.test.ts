import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedCases, describeChanges } from './changed-statements.ts';
import { markOf, SqlLock } from './sql-lock.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-lock-'));
  file = join(directory, 'sql.lock');
  writeFileSync(file, 'a/one duckdb 1234 0\na/one mysql 5678 2\n');
});
afterEach(() => rmSync(directory, { recursive: true }));

it('a changed text or parameter value changes the mark of a statement', () => {
  const statements = [
    { text: 'SELECT $1', params: ['1'] },
    { text: 'SELECT  $1', params: ['1'] },
    { text: 'SELECT $1', params: ['2'] },
    { text: 'SELECT $1', params: [true] },
    { text: 'SELECT $1', params: ['1', null] },
  ];
  const marks = statements.map(markOf);
  expect(new Set(marks).size).toBe(statements.length);
  expect(marks[0]).toMatch(/^[0-9a-f]{16} 1$/);
});

it('a changed dialect keeps the lines of the others, and sorts its own', async () => {
  await new SqlLock(file).change('mysql', (marks) => new Map([['z/last', '9 1'], ...marks, ['a/first', '8 0']]));
  expect(readFileSync(file, 'utf8')).toBe(
    'a/first mysql 8 0\na/one duckdb 1234 0\na/one mysql 5678 2\nz/last mysql 9 1\n',
  );
});

it('concurrent changes are all kept', async () => {
  const dialects = Array.from({ length: 8 }, (_, index) => `dialect${index}`);
  await Promise.all(dialects.map((dialect) => new SqlLock(file).change(dialect, () => new Map([['a/one', '1 0']]))));
  expect(dialects.map((dialect) => [...new SqlLock(file).marks(dialect)])).toEqual(
    dialects.map(() => [['a/one', '1 0']]),
  );
});

it('a case counts as changed without a line, and with another mark', () => {
  const now = new Map([
    ['a/same', '1 0'],
    ['a/other', '2 0'],
    ['a/new', '3 0'],
  ]);
  const locked = new Map([
    ['a/same', '1 0'],
    ['a/other', '2 1'],
    ['a/gone', '4 0'],
  ]);
  expect(changedCases(now, locked)).toEqual(['a/other', 'a/new']);
});

it('a failure reports the number of changed cases per dialect, and names some', () => {
  const names = Array.from({ length: 612 }, (_, index) => `a/case-${index}`);
  expect(describeChanges({ duckdb: [], postgres: ['b/one'], mysql: names })).toBe(
    `612 cases changed on mysql, 1 on postgres, 0 on duckdb.
On mysql: a/case-0, a/case-1, a/case-2, a/case-3, a/case-4 and 607 more.
Compare the statements of one: npm run cases -- --show a/case-0
If all of them are meant to change: npm run cases -- --update`,
  );
});
