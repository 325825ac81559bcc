import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { enginesPage, filesNamed } from '../scripts/engines/engines-page.ts';

it('docs/engines.md has the SQL of all dialects: npm run engines', () => {
  expect(readFileSync(new URL('engines.md', import.meta.url), 'utf8')).toBe(enginesPage());
});

it('docs/engines.md calls untried what a library in place of a ClickHouse server cannot show', () => {
  const untried = enginesPage()
    .split('\n')
    .filter((line) => line.endsWith('| untried |'));
  expect(untried.map((line) => line.split(' | ')[0])).toEqual([
    '| ClickHouse',
    '| ClickHouse',
    '| ClickHouse',
    '| ClickHouse',
  ]);
});

it('docs/engines.md names cases and tests that exist', () => {
  const missing = filesNamed().filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)));
  expect(missing).toEqual([]);
});
