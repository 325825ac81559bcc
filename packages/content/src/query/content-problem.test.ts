import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contentCodes } from './content-problem.ts';

it('the page of reports lists every code with its meaning, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reports.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(content\.[a-z-]+)` \| (.+) \|$/gm)].map((match) => [match[1], match[2]]);
  expect(Object.fromEntries(listed)).toEqual(contentCodes);
});
