import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { expect, it } from 'vitest';
import { check } from '../packages/cli/src/commands/check.ts';
import { CommandProject } from './command-project.ts';
import { mariadbDatabase } from './servers/mariadb.ts';
import { postgresDatabase } from './servers/postgres.ts';

const model = `
cubes:
  - name: t
    sql_table: ordrs
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
  - name: o
    sql_table: orders
    joins:
      - { name: c, relationship: many_to_one, sql: "{CUBE}.custmer_id = {c.id}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: statsu, type: string }
      - { name: time, sql: status, type: time }
      - { name: number, sql: status, type: number }
      - { name: total_text, sql: total, type: string }
      - { name: flag, sql: "{CUBE}.status = 'a'", type: boolean }
      - { name: made, sql: made, type: time }
    segments:
      - { name: s, sql: "{CUBE}.state IS NULL" }
    measures:
      - { name: count, type: count }
      - { name: sum, sql: status, type: sum }
      - { name: m, sql: total, type: sum, filters: [{ sql: "{CUBE}.total > 0" }, { sql: "{CUBE}.stats = 'a'" }] }
      - { name: text, sql: "MAX({CUBE}.status)", type: number }
      - { name: last, sql: "MAX({CUBE}.made)", type: time }
  - name: c
    sql: SELECT id, city FROM customers
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: town, sql: town, type: string }
`;

const tables = [
  'CREATE TABLE orders (id integer, customer_id integer, status varchar(20), total numeric(10, 2), made timestamp NULL)',
  'CREATE TABLE customers (id integer, city varchar(20))',
];

/** Returns every problem, without the server's own words. */
async function problemsOf(type: 'mysql' | 'postgres', url: string): Promise<readonly string[]> {
  const project = new CommandProject(type, url);
  try {
    project.write(model);
    const { printed } = await project.run(check, { connect: true });
    const lines = printed.match(/^m\.yml:.*$/gm) ?? [];
    return lines.map((line) => line.replace(/('|rows of cube 't'): .*?(?=$|\. Did)/, '$1: ...'));
  } finally {
    project.remove();
  }
}

const expected = [
  "m.yml:4:16: The data source refuses the rows of cube 't': .... Did you mean orders?",
  "m.yml:10:60: The data source refuses the join from 'o' to 'c': .... Did you mean customer_id?",
  "m.yml:13:30: The data source refuses 'o.status': .... Did you mean status?",
  "m.yml:15:30: 'o.number' is declared as number, and its values are text. Cast them in sql, or declare type: string",
  "m.yml:20:33: The data source refuses 'o.s': .... Did you mean status?",
  "m.yml:23:27: 'o.sum' is the sum of values that are text. Cast them in sql, or count them",
  "m.yml:24:97: The data source refuses a filter of 'o.m': .... Did you mean status?",
  "m.yml:25:29: 'o.text' is declared as number, and its values are text. Cast them in sql, or declare type: string",
  "m.yml:31:28: The data source refuses 'c.town': ...",
];

it('names missing and wrongly declared items on PostgreSQL', async () => {
  const database = await postgresDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const table of tables) await client.query(table);
  await client.end();
  try {
    expect(await problemsOf('postgres', database.url)).toEqual(expected);
  } finally {
    await database.drop();
  }
});

it('names missing and wrongly declared items on MariaDB', async () => {
  const database = await mariadbDatabase();
  const connection = await createConnection({ uri: database.url });
  for (const table of tables) await connection.query(table);
  await connection.end();
  try {
    expect(await problemsOf('mysql', database.url)).toEqual(expected);
  } finally {
    await database.drop();
  }
});
