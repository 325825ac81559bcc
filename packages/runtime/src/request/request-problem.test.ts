import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestCodes } from './request-problem.ts';

it('the Data API page lists every code with its meaning, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/data-api.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(request\.[a-z-]+)` \| (.+) \|$/gm)].map((match) => [match[1], match[2]]);
  expect(Object.fromEntries(listed)).toEqual(requestCodes);
});
