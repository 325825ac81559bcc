import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Files that decide what a caller may see, or that work without a caller. */
const mayOpen = [
  'packages/semantic/src/query/access.ts',
  'packages/semantic/src/query/access/access-for.ts',
  'packages/semantic/src/query/filters/bind-model-filter.ts', // a filter of the model's author
];

it('is opened to everybody in no file but the one that decides about callers', () => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root });
  const production = files.filter((file) => !/(\.test|\/(bind-fixture|sample-runtime|index))(\.ts)?$/.test(file));
  const opening = production.filter((file) => readFileSync(join(root, file), 'utf8').includes('openAccess'));
  expect(opening.filter((file) => !mayOpen.includes(file))).toEqual([]);
  expect(production.length).toBeGreaterThan(300);
});
