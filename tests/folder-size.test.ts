import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

it('keeps no more than 25 files beside each other in a folder of the planner, tests aside', () => {
  const sources = globSync('packages/semantic/src/**/*.ts', { cwd: root }).filter(
    (file) => !/(\.test|-for-test|-fixture)\.ts$/.test(file),
  );
  const folders = Map.groupBy(sources, (file) => dirname(file));
  const full = [...folders].filter(([, files]) => files.length > 25).map(([folder, files]) => [folder, files.length]);
  expect(full).toEqual([]);
});
