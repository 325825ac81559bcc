import { type Connection, createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clickhouseDatabase, describeClickhouse } from '../../../../tests/servers/clickhouse.ts';
import { mariadbDatabase } from '../../../../tests/servers/mariadb.ts';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { clickhouseTarget, mysqlTarget, postgresTarget } from '../functions/index.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { sourceSession, useSourceExpressions } from './sources-for-test.ts';

const reference = usePostgres();
const render = useSourceExpressions();
let databases: readonly TestDatabase[] = [];
let postgres: pg.Client;
let mariadb: Connection;

beforeAll(async () => {
  const [one, other] = [await postgresDatabase(), await mariadbDatabase()];
  databases = [one, other];
  postgres = new pg.Client({ connectionString: one.url });
  await postgres.connect();
  mariadb = await createConnection({ uri: other.url });
  await mariadb.query('SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin');
  await mariadb.query("SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'");
});
afterAll(async () => {
  await postgres.end();
  await mariadb.end();
  for (const database of databases) await database.drop();
});

/** Every character of the planes that have letters. */
const points = 'generate_series(1, 131070) p(p) WHERE p NOT BETWEEN 55296 AND 57343';

type Changed = ReadonlyMap<number, string>;

const mapOf = (rows: readonly (readonly unknown[])[]): Changed =>
  new Map(rows.map(([point, letter]) => [Number(point), String(letter)]));

it.for(['lower', 'upper'])("%s of every letter is PostgreSQL's, or fails", async (name) => {
  const theirs = mapOf(await reference.ask(`SELECT p::text, ${name}(chr(p)) FROM ${points}`));
  const onPostgres = render(`${name}(s)`, postgresTarget(sourceSession)).text;
  const [, unsure = ''] = /~ '(\[.*?\])'/.exec(onPostgres) ?? [];
  const found = await postgres.query({
    text: `SELECT p, ${onPostgres} FROM (SELECT p, chr(p) AS s FROM ${points}) x ${unsure === '' ? '' : `WHERE s !~ '${unsure}'`}`,
    rowMode: 'array',
  });
  const onMysql = render(`${name}(s)`, mysqlTarget(sourceSession)).text;
  const [, refused = ''] = /REGEXP '(\[.*?\])'/.exec(onMysql) ?? [];
  const letter = 'CONVERT(CHAR(seq USING utf32) USING utf8mb4)';
  const [rows] = await mariadb.query({
    sql: `SELECT p, ${onMysql} FROM (SELECT seq AS p, ${letter} AS s FROM seq_1_to_131070 WHERE seq NOT BETWEEN 55296 AND 57343) x WHERE s NOT REGEXP '${refused}'`,
    rowsAsArray: true,
  });
  for (const ours of [mapOf(found.rows), mapOf(rows as unknown as readonly (readonly unknown[])[])]) {
    expect(ours.size).toBeGreaterThan(60_000);
    expect([...ours].filter(([point, one]) => theirs.get(point) !== one)).toEqual([]);
  }
  await expect(mariadb.query(`SELECT ${onMysql} FROM (SELECT 'Ⰰ' AS s) x`)).rejects.toThrow('out of range');
});

describeClickhouse('on ClickHouse', () => {
  it.for(['lower', 'upper'])("%s of every letter is PostgreSQL's, or fails", async (name) => {
    const theirs = mapOf(await reference.ask(`SELECT p::text, ${name}(chr(p)) FROM ${points}`));
    const { text } = render(`${name}(s)`, clickhouseTarget(sourceSession));
    const [, refused = ''] = /match\(_v1, ('\[.*?\]')\)/.exec(text) ?? [];
    const letter = "convertCharset(unhex(leftPad(hex(toUInt32(number)), 8, '0')), 'UTF-32BE', 'UTF-8')";
    const letters = `(SELECT number, ${letter} AS s FROM numbers(1, 131070) WHERE number NOT BETWEEN 55296 AND 57343)`;
    const clickhouse = await clickhouseDatabase();
    try {
      const found = await clickhouse.ask(
        `SELECT number, ${text} FROM ${letters} WHERE NOT match(s, ${refused}) FORMAT JSONCompactEachRow`,
      );
      const lines = found.trim().split('\n');
      const ours = mapOf(lines.map((line) => JSON.parse(line) as readonly unknown[]));
      expect(ours.size).toBeGreaterThan(60_000);
      expect([...ours].filter(([point, one]) => theirs.get(point) !== one)).toEqual([]);
      await expect(clickhouse.ask(`SELECT ${text} FROM (SELECT 'ꟍ' AS s)`)).rejects.toThrow('not known');
    } finally {
      await clickhouse.drop();
    }
  });
});
