import pg from 'pg';
import { expect, it } from 'vitest';
import { ownPostgres, postgresDatabase } from './postgres.ts';

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

it('gives each caller an empty database on one server', async () => {
  const [one, other] = await Promise.all([postgresDatabase(), postgresDatabase()]);
  await ask(one.url, 'CREATE TABLE orders (id integer)');
  expect(await ask(other.url, "SELECT to_regclass('orders')")).toBe(null);
  expect(new URL(one.url).host).toBe(new URL(other.url).host);
  await Promise.all([one.drop(), other.drop()]);
  await expect(ask(one.url, 'SELECT 1')).rejects.toThrow('does not exist');
});

it('requires the password', async () => {
  const { url, drop } = await postgresDatabase();
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password');
  await drop();
});

it('stops a separate server and starts it again', async () => {
  const server = await ownPostgres(['fsync=on']);
  expect(await ask(server.url, 'SHOW fsync')).toBe('on');
  await server.stop();
  await expect(ask(server.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  await server.start();
  expect(await ask(server.url, 'SELECT 1')).toBe(1);
});
