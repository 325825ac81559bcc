import { expect, it } from 'vitest';
import { filesBesideTests, textOf } from './sources.ts';

const production = filesBesideTests().filter((file) => !file.startsWith('packages/semantic'));

/** Parameters that read past a transaction on PostgreSQL, and wait for ever on SQLite, when a caller omits them. */
const leftOut = /\b\w+(?:\?: (?:Writer|Transaction<Tables>)|: (?:Writer|Transaction<Tables>)(?: \| undefined)? = )/;

/** Services whose reads are also called from routes, without a transaction. */
const services = [
  'packages/people/src/attribute/attribute-service.ts',
  'packages/people/src/directory/directory.ts',
  'packages/people/src/group/group-service.ts',
  'packages/people/src/role/role-service.ts',
  'packages/people/src/tenant/embed-tenant-service.ts',
  'packages/people/src/user/user-service.ts',
];

it('every store, and all of content, names the transaction through which it reads', () => {
  const found = production.filter((file) => leftOut.test(textOf(file)));
  expect(found.sort()).toEqual(services);
  expect(production.length).toBeGreaterThan(300);
});
