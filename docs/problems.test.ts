import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../packages/semantic/src/problem/catalogue.ts';

const page = readFileSync(join(import.meta.dirname, 'problems.md'), 'utf8');
const listed = [...page.matchAll(/^\| `((?:model|query|plan)\.[a-z-]+)` \|(.+)\|$/gm)].map((match) => ({
  code: match[1] ?? '',
  columns: match[2]?.split(' | ').map((column) => column.trim()) ?? [],
}));

describe('the page of problems', () => {
  it('lists every code of the catalogue once and no others', () => {
    expect(listed.map(({ code }) => code).sort()).toEqual(Object.keys(catalogue).sort());
  });

  it('says for each code when it appears and what to do', () => {
    const incomplete = listed.filter(({ columns }) => columns.length !== 2 || columns.includes(''));
    expect(incomplete).toEqual([]);
  });
});
