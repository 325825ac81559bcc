import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

const status = /^Status: in force since \d{4}-\d\d-\d\d[ ,;.]/;

it('every page says under its title since when it is in force, and which pages it includes or replaces', () => {
  const included = files.flatMap((file) => {
    const [, , line = '', ...rest] = readFileSync(join(folder, file), 'utf8').split('\n');
    expect(line, file).toMatch(status);
    const head = [line, ...rest.slice(0, rest.indexOf(''))].join(' ');
    return [...new Set(head.match(/(?<![-\d])0\d{3}\b/g))].filter((number) => number !== file.slice(0, 4));
  });
  expect(included.filter((number) => files.some((file) => file.startsWith(number)))).toEqual([]);
  expect(included.toSorted()).toEqual([...new Set(included)].toSorted());
});

it('every link between pages leads to a page', () => {
  const broken = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\(([^)#:]+\.md)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(folder, target))),
  );
  expect(broken).toEqual([]);
});
