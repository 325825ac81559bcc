import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { longFiles } from './long-files.ts';

const root = resolve(import.meta.dirname, '..');

it('the listed files exist', () => {
  expect(longFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
