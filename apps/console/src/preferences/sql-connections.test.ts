import { expect, it } from 'vitest';
import { jdbcOf, odbcOf, psqlOf, pythonOf, type SqlAddress } from './sql-connections.ts';

const plain: SqlAddress = { host: 'localhost', port: 15432, database: '1', user: 'admin', hasTls: false };
const encrypted: SqlAddress = { ...plain, host: 'data.example.com', hasTls: true };

it('writes what is pasted into a tool', () => {
  expect([psqlOf(plain), jdbcOf(plain), odbcOf(plain)]).toEqual([
    "psql 'host=localhost port=15432 dbname=1 user=admin sslmode=disable'",
    'jdbc:postgresql://localhost:15432/1?user=admin&sslmode=disable',
    'Driver={PostgreSQL Unicode};Server=localhost;Port=15432;Database=1;Uid=admin;SSLmode=disable;',
  ]);
});

it('asks for TLS where the server has it', () => {
  expect([psqlOf(encrypted), jdbcOf(encrypted), odbcOf(encrypted), pythonOf(encrypted)]).toEqual([
    expect.stringContaining('sslmode=require'),
    expect.stringContaining('sslmode=require'),
    expect.stringContaining('SSLmode=require'),
    expect.stringContaining('sslmode="require"'),
  ]);
});

it('lets no name end the quotes around it', () => {
  const named = { ...plain, user: `o'neil; $(x) & "b"` };
  expect([psqlOf(named), jdbcOf(named), odbcOf(named)]).toEqual([
    String.raw`psql 'host=localhost port=15432 dbname=1 user='\''o\'\''neil; $(x) & "b"'\'' sslmode=disable'`,
    "jdbc:postgresql://localhost:15432/1?user=o'neil%3B%20%24(x)%20%26%20%22b%22&sslmode=disable",
    `Driver={PostgreSQL Unicode};Server=localhost;Port=15432;Database=1;Uid={o'neil; $(x) & "b"};SSLmode=disable;`,
  ]);
  expect(pythonOf(named)).toContain(String.raw`user="o'neil; $(x) & \"b\"",`);
});
