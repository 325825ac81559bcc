import { expect, it } from 'vitest';
import { productionFiles, textOf } from './sources.ts';

/** Files that decide what a caller may see, or that work without a caller. */
const mayOpen = [
  'packages/semantic/src/query/access.ts',
  'packages/semantic/src/query/access/access-for.ts',
  'packages/semantic/src/query/filters/bind-model-filter.ts', // a filter of the model's author
];

it('only files that decide about callers, or that work without a caller, grant full access', () => {
  const production = productionFiles().filter((file) => !/\/(?:sample-runtime|index)\.ts$/.test(file));
  const opening = production.filter((file) => textOf(file).includes('openAccess'));
  expect(opening.filter((file) => !mayOpen.includes(file))).toEqual([]);
  expect(production.length).toBeGreaterThan(300);
});
