import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Engine, openDuckDb, openEngine } from '@orrery/engines';
import { compileQuery, type MemberId } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../packages/engines/src/rows-for-test.ts';
import { accept, bindCase, requireDialect } from '../../cases/compile-case.ts';
import { rowsOf as rowsOfCase } from '../../cases/rows-of.ts';
import type { CaseQuery } from '../../cases/read-query.ts';
import { serverDirectory } from '../servers/server-directory.ts';
import { startServer } from '../servers/shared-server.ts';
import { askTrino, missingOf, trinoHost, trinoServer, trinoUser } from '../servers/trino/trino-server.ts';

const version = '483';
const local = (folder: string) => ({ 'fs.local.enabled': 'true', 'local.location': folder });
const catalogsIn = (folder: string) =>
  ({
    hive: {
      'connector.name': 'hive',
      ...local(folder),
      'hive.metastore': 'file',
      'hive.metastore.catalog.dir': 'local:///hive',
      'hive.non-managed-table-writes-enabled': 'true',
      // Milliseconds, as the connector has it by default, would round times into the next year.
      'hive.timestamp-precision': 'MICROSECONDS',
      // The zone of the server, as the connector has it by default, would make local times of moments.
      'hive.parquet.time-zone': 'UTC',
    },
    iceberg: {
      'connector.name': 'iceberg',
      ...local(folder),
      'iceberg.catalog.type': 'TESTING_FILE_METASTORE',
      'hive.metastore.catalog.dir': 'local:///iceberg',
      'iceberg.add-files-procedure.enabled': 'true',
    },
  }) as const;
const missing = missingOf(version, catalogsIn('/'));

/** Values that files and engines treat differently, as DuckDB has them. */
const values = `
  SELECT id, CAST(n AS BIGINT) AS n, CAST(price AS DECIMAL(10, 2)) AS price, CAST(fine AS DECIMAL(38, 18)) AS fine,
    CAST(ratio AS DOUBLE) AS ratio, CAST(day AS DATE) AS day, CAST(stamp AS TIMESTAMP) AS stamp,
    CAST(moment AS TIMESTAMP WITH TIME ZONE) AS moment, is_on, word
  FROM (VALUES
    (1, '9223372036854775807', '99999999.99', '99999999999999999999.999999999999999999', '0.1', '1969-12-31', '1969-12-31 23:59:59.999999', '1969-12-31 23:59:59.999999+00', true, 'a'),
    (2, '-9223372036854775808', '-0.01', '-0.000000000000000001', '-1e300', '1900-03-01', '1900-02-28 12:00:00.5', '1883-11-18 12:00:00-05', false, ''),
    (3, '0', '0.00', '0', '0', '0001-01-01', '2023-12-31 23:59:59.999999', '2024-11-03 01:30:00-04', NULL, 'ünder 😀'),
    (4, '1', '12.50', '1.5', '1e-300', '9999-12-31', '2024-02-29 00:00:00', '2024-11-03 01:30:00-05', true, ' b '),
    (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
  ) AS v (id, n, price, fine, ratio, day, stamp, moment, is_on, word)`;
const columns = 'id, n, price, fine, ratio, day, stamp, is_on, word';
const types =
  'id INTEGER, n BIGINT, price DECIMAL(10, 2), fine DECIMAL(38, 18), ratio DOUBLE, day DATE, stamp TIMESTAMP(6), is_on BOOLEAN, word VARCHAR';

const model = (table: string, momentOf: string) => `
cubes:
  - name: events
    sql: SELECT ${columns}, ${momentOf} AS moment FROM ${table}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: day, sql: day, type: time }
      - { name: stamp, sql: stamp, type: time }
      - { name: moment, sql: moment, type: time }
      - { name: word, sql: word, type: string }
    measures:
      - { name: count, type: count }
      - { name: prices, sql: price, type: sum }
      - { name: fines, sql: fine, type: sum }
      - { name: all, sql: "{prices} + {fines}", type: number }
      - { name: average, sql: price, type: avg }
      - { name: ratios, sql: ratio, type: max }
      - { name: last, sql: stamp, type: max }
`;
const measures = ['count', 'prices', 'average', 'ratios', 'last'].map((name) => `events.${name}`);
const questions: readonly CaseQuery[] = [
  { measures },
  { measures: ['events.count', 'events.fines'], dimensions: ['events.word'], order: [['events.word', 'asc']] },
  ...(['day', 'stamp', 'moment'] as const).flatMap((name) =>
    (['year', 'day', 'hour'] as const).map((granularity) => ({
      measures,
      timeDimensions: [{ dimension: `events.${name}`, granularity }],
      order: [[`events.${name}`, 'asc'] as const],
      timezone: 'America/New_York',
    })),
  ),
  {
    measures: ['events.count'],
    timeDimensions: [{ dimension: 'events.stamp', dateRange: ['1900-01-01', '1969-12-31'] }],
  },
];

describe.skipIf(missing !== undefined)('tables of Parquet', () => {
  let folder: string;
  let port: number;
  let trino: Engine;
  let duckdb: Engine;
  const ask = (sql: string) => askTrino(port, 'none', sql);

  beforeAll(async () => {
    const place = join(serverDirectory(), 'lake');
    folder = join(serverDirectory(), 'lake-files');
    for (const name of ['hive', 'iceberg', 'from-duckdb']) mkdirSync(join(folder, name), { recursive: true });
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run(`COPY (${values}) TO '${join(folder, 'from-duckdb', 'values.parquet')}' (FORMAT parquet)`);
    connection.closeSync();
    instance.closeSync();
    ({ port } = await startServer(trinoServer({ version, catalogs: catalogsIn(folder), heap: '1500m' }), place));
    for (const catalog of ['hive', 'iceberg']) await ask(`CREATE SCHEMA ${catalog}.lake`);
    trino = await openEngine('trino', {
      host: trinoHost,
      port,
      catalog: 'iceberg',
      schema: 'lake',
      user: trinoUser,
      login: { kind: 'none' },
      roles: [],
      clientTags: [],
      tls: { mode: 'off' },
      applicationName: 'orrery',
      connectTimeoutMs: 10_000,
      maxRunning: 2,
      timeoutMs: 600_000,
    });
    duckdb = await openDuckDb({
      projectDirectory: folder,
      allow: [folder],
      init: [],
      memoryLimitMb: 256,
      threads: 1,
      temporaryDirectory: join(folder, 'spilled'),
      maxTemporaryMb: 64,
      maxRunning: 1,
      timeoutMs: 600_000,
    });
  });
  afterAll(async () => {
    await trino.close();
    await duckdb.close();
  });

  /** Compares the columns, and queries of a model over them. @param moment the table's expression for the column with a zone */
  async function expectSame(table: string, files: string, moment: string): Promise<void> {
    const parquet = `read_parquet('${join(folder, files)}')`;
    const select = (from: string, own: string) => `SELECT ${columns}, ${own} AS moment FROM ${from} ORDER BY id`;
    const raw = await rowsOf(trino, select(table, moment));
    expect(raw).toEqual(await rowsOf(duckdb, select(parquet, 'moment')));
    expect(raw).toHaveLength(5);
    for (const query of questions) {
      const [ours, theirs] = await Promise.all([
        answer(trino, 'trino', model(table, moment), query),
        answer(duckdb, 'duckdb', model(parquet, 'moment'), query),
      ]);
      expect(ours, JSON.stringify(query)).toEqual(theirs);
    }
  }

  it('that DuckDB wrote have the same rows by Hive', async () => {
    await ask(
      `CREATE TABLE hive.lake.written (${types}, moment TIMESTAMP(6)) WITH (external_location = 'local:///from-duckdb', format = 'PARQUET')`,
    );
    await expectSame('hive.lake.written', 'from-duckdb/*', 'moment');
  });

  it('that DuckDB wrote have the same rows by Iceberg', async () => {
    await ask(
      `CREATE TABLE iceberg.lake.written (${types}, moment TIMESTAMP(6) WITH TIME ZONE) WITH (format = 'PARQUET')`,
    );
    await ask(
      "ALTER TABLE iceberg.lake.written EXECUTE add_files(location => 'local:///from-duckdb', format => 'PARQUET')",
    );
    await expectSame('iceberg.lake.written', 'from-duckdb/*', 'moment');
  });

  it('that Trino wrote have the same rows', async () => {
    await ask(
      `CREATE TABLE hive.lake.own WITH (format = 'PARQUET') AS SELECT ${columns}, CAST(moment AT TIME ZONE 'UTC' AS TIMESTAMP(6)) AS moment FROM iceberg.lake.written`,
    );
    await expectSame('hive.lake.own', 'hive/lake/own/2*', 'moment');
    await ask("CREATE TABLE iceberg.lake.own WITH (format = 'PARQUET') AS SELECT * FROM iceberg.lake.written");
    const [[file = ''] = []] = await rowsOf(trino, 'SELECT file_path FROM iceberg.lake."own$files"').then((rows) =>
      rows.map(([path]) => [String(path)]),
    );
    await expectSame('iceberg.lake.own', file.replace(/^local:\/\/\//, ''), 'moment');
  });
});

async function answer(engine: Engine, dialect: string, text: string, query: CaseQuery) {
  const bound = accept(
    bindCase({ model: { name: 'lake', text, stored: { days: ['events.day' as MemberId] } }, query }),
  );
  return rowsOfCase(engine, accept(compileQuery(bound.query, bound.model, requireDialect(dialect))));
}
