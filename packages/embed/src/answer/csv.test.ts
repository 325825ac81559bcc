import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const name = { name: 'people.name', title: 'Name', type: 'string' } as const;
const total = { name: 'people.total', title: 'Total', type: 'number' } as const;

describe('a downloaded file (attack 38)', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://x","y")'])(
    'has no formula for %j, also in a heading',
    (text) => {
      const cell = `'${text}`;
      const written = /[",\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      expect(csvOf([{ ...name, title: text }, total], [[text, '-5']])).toBe(`${written},Total\r\n${written},-5\r\n`);
    },
  );

  it.each(['a;=1+1', 'a\t=1+1', 'a\r=1+1', 'a\n=1+1', 'a,=1+1'])('has %j in one cell in every spreadsheet', (text) => {
    expect(csvOf([name], [[text]])).toBe(`Name\r\n"${text}"\r\n`);
  });

  it('has numbers as numbers only in columns of numbers', () => {
    const rows = [
      ['-5', '-5'],
      ['x', '-1.5e3'],
      ['x', '=1'],
      ['x', '-1+cmd'],
      [null, null],
    ];
    expect(csvOf([name, total], rows)).toBe("Name,Total\r\n'-5,-5\r\nx,-1.5e3\r\nx,'=1\r\nx,'-1+cmd\r\n,\r\n");
  });
});
