import { createConnection } from 'mysql2/promise';
import { expect, it } from 'vitest';
import { mariadbDatabase, ownMariadb } from './mariadb.ts';

async function ask(uri: string, sql: string): Promise<unknown> {
  const connection = await createConnection({ uri });
  try {
    const [rows] = await connection.query({ sql, rowsAsArray: true });
    return rows;
  } finally {
    await connection.end();
  }
}

it('gives each caller an empty database on one server', async () => {
  const [one, other] = await Promise.all([mariadbDatabase(), mariadbDatabase()]);
  await ask(one.url, 'CREATE TABLE orders (id integer)');
  expect(await ask(other.url, 'SHOW TABLES')).toEqual([]);
  expect(new URL(one.url).host).toBe(new URL(other.url).host);
  await Promise.all([one.drop(), other.drop()]);
  await expect(ask(one.url, 'SELECT 1')).rejects.toThrow('Unknown database');
});

it('requires the password', async () => {
  const { url, drop } = await mariadbDatabase();
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('Access denied');
  await drop();
});

it('starts a separate server with other settings', async () => {
  const server = await ownMariadb(['max-connections=12']);
  expect(await ask(server.url, 'SELECT @@max_connections')).toEqual([[12]]);
});
