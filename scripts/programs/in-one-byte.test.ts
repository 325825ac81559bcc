import { expect, it } from 'vitest';
import { inOneByte } from './in-one-byte.ts';

it('a program says the same in one byte per character', () => {
  const programs = [
    `'a … 😀 é'`,
    String.raw`'\… \\… \\\…'`,
    `/^[\\。…]+$/.test('。…')`,
    `/^[😀]$/u.test('😀')`,
    '`${1} … ${2}`',
    `({ 'ł': 1, ı: 2 })`,
  ];
  const run = (program: string): unknown => new Function(`return ${program}`)();
  for (const program of programs) {
    const written = inOneByte(program);
    expect(written).not.toMatch(/[^\0-\xff]/);
    expect(run(written)).toEqual(run(program));
  }
});
