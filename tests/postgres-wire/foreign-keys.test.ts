import { afterAll, beforeAll, expect, it } from 'vitest';
import { model, tables } from '../contract/sql-acceptance-model.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  const shown = model
    .replaceAll('primary_key: true', 'primary_key: true, public: true')
    .replace('- { name: status,', '- { name: user_id, sql: user_id, type: number }\n      - { name: status,');
  server = await openSampleServer({ model: shown, tables });
});
afterAll(() => server?.[Symbol.asyncDispose]());

it.each([
  ['orders', 'Foreign-key constraints:\n    "orders_user_id_fkey" FOREIGN KEY (user_id) REFERENCES users(id)'],
  ['users', 'Referenced by:\n    TABLE "orders" CONSTRAINT "orders_user_id_fkey" FOREIGN KEY (user_id)'],
])('psql shows the foreign keys of %s', async (table, keys) => {
  const { out, errors } = await server.psql('-P', 'tuples_only=off', '-c', `\\d ${table}`);
  expect(errors).toBe('');
  expect(out).toContain(keys);
});
