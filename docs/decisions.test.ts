import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'decisions');
const files = readdirSync(folder).filter((file) => file !== 'README.md');

it('every decision has a unique number', () => {
  expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.md$/.test(file))).toEqual([]);
  const byNumber = Map.groupBy(files, (file) => file.slice(0, 4));
  expect([...byNumber.values()].filter((sharing) => sharing.length > 1)).toEqual([]);
});

it('the index lists every decision once, by its title', () => {
  const pages = files.toSorted().map((file) => {
    const [title = ''] = readFileSync(join(folder, file), 'utf8').split('\n');
    return `- [${file.slice(0, 4)}](${file}): ${title.replace(/^# /, '')}`;
  });
  const lines = readFileSync(join(folder, 'README.md'), 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('- ')).toSorted()).toEqual(pages);
});
