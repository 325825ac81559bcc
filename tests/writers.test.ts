import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const production = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
  (file) => !/^packages.semantic|\.test\.ts$/.test(file),
);

/**
 * Parameters that read past a transaction on PostgreSQL, and wait for ever on SQLite, when a caller leaves them out.
 */
const leftOut = /\b\w+(?:\?: (?:Writer|Transaction<Tables>)|: (?:Writer|Transaction<Tables>)(?: \| undefined)? = )/;

/** Services whose reads are also called from routes, without a transaction. */
const services = [
  'packages/people/src/attribute/attribute-service.ts',
  'packages/people/src/directory/directory.ts',
  'packages/people/src/group/group-service.ts',
  'packages/people/src/role/role-service.ts',
  'packages/people/src/user/user-service.ts',
];

it('no store, and nothing of content, leaves it to chance through which transaction it reads', () => {
  const found = production.filter((file) => leftOut.test(readFileSync(join(root, file), 'utf8')));
  expect(found.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(services);
  expect(production.length).toBeGreaterThan(300);
});
