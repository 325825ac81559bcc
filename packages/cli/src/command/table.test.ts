import { describe, expect, it } from 'vitest';
import { renderCsv, renderTable } from './table.ts';

describe('a table', () => {
  it('aligns numbers to the right and leaves NULL empty', () => {
    const rows = [
      ['paid', '120.5'],
      [null, '7'],
    ];
    expect(renderTable({ columns: ['status', 'sum'], rows })).toBe(
      'status    sum\n------  -----\npaid    120.5\n            7',
    );
  });

  it('prints control characters as visible text', () => {
    expect(renderTable({ columns: ['a'], rows: [['\u001b[31mred\n']] })).toContain('\\u001b[31mred\\n');
  });
});

describe('CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['-12.50', '-12.50'],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    [null, ''],
  ])('writes %j as %s', (cell, text) => {
    expect(renderCsv({ columns: ['a'], rows: [[cell]] })).toBe(`a\r\n${text}`);
  });
});
