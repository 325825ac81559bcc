import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../changes');
const changes = globSync('*.md', { cwd: folder }).filter((file) => file !== 'README.md');

const form = /^kind: (added|changed|fixed|removed|security)\n\n[^\n]+\.\n(\nAdapt: [^\n]+\.\n)?$/;

it.each(changes)('changes/%s has a kind, one sentence, and how to adapt if needed', (file) => {
  expect(readFileSync(join(folder, file), 'utf8')).toMatch(form);
});

it('the changelog lists each change of a release under its kind, in one line', () => {
  const [head, ...lines] = readFileSync(resolve(folder, '../CHANGELOG.md'), 'utf8').split('\n');
  expect(head).toBe('# Changelog');
  const form = /^(?:|## \d+\.\d+\.\d+|### (?:Added|Changed|Fixed|Removed|Security)|- .+\.)$/;
  expect(lines.filter((line) => !form.test(line))).toEqual([]);
});
