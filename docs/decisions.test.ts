import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('every decision has a unique number', () => {
  const files = readdirSync(join(import.meta.dirname, 'decisions')).filter((file) => file !== 'README.md');
  expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file))).toEqual([]);
  const byNumber = Map.groupBy(files, (file) => file.slice(0, 4));
  expect([...byNumber.values()].filter((sharing) => sharing.length > 1)).toEqual([]);
});
