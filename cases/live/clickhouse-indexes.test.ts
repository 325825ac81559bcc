import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClickhouseDatabase, clickhouseDatabase } from '../../tests/servers/clickhouse.ts';
import { accept, bindCase } from '../compile-case.ts';
import type { CaseFilter } from '../read-query.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

/** The tables of other tests have no indexes: an index may hide rows that a condition is true for. */
describe.skipIf(clickhouse.isMissing === true)('indexes of ClickHouse', () => {
  let database: OpenDatabase;
  let tables: ClickhouseDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
    tables = await clickhouseDatabase();
    // Each part of the data has two rows, and one of the two is NaN.
    await tables.ask(`
CREATE TABLE marks (id Int32 NOT NULL, x Float64 NOT NULL, e Enum8('new' = 1, 'old' = 2) NOT NULL,
  INDEX x1 x TYPE minmax GRANULARITY 1, INDEX e1 e TYPE minmax GRANULARITY 1, INDEX e2 e TYPE set(10) GRANULARITY 1)
ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 2`);
    await tables.ask("INSERT INTO marks VALUES (1, 0, 'new'), (2, nan, 'new'), (3, 5, 'old'), (4, nan, 'old')");
    await tables.ask(`CREATE TABLE sorted (id Int32 NOT NULL, x Float64 NOT NULL, e String)
ENGINE = MergeTree ORDER BY x SETTINGS index_granularity = 2`);
    await tables.ask('INSERT INTO sorted SELECT * FROM marks');
  });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await tables.drop();
  });

  async function found(table: string, filter: CaseFilter): Promise<Rows> {
    const text = `
cubes:
  - name: marks
    sql_table: ${tables.database}.${table}
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: x, sql: x, type: number }
      - { name: e, sql: e, type: string }
`;
    const query = { dimensions: ['marks.id'], filters: [filter], order: { 'marks.id': 'asc' } } as const;
    const bound = accept(bindCase({ model: { name: table, text }, query }));
    return rowsOf(database.engine, accept(compileQuery(bound.query, bound.model, clickhouse.dialect)));
  }

  it.each(['marks', 'sorted'])('do not hide NaN, the greatest number and none of the others: %s', async (table) => {
    const byNumber = (operator: 'gt' | 'gte' | 'notEquals', ...values: string[]) =>
      found(table, { member: 'marks.x', operator, values });
    expect(await byNumber('gt', '0')).toEqual([['2'], ['3'], ['4']]);
    expect(await byNumber('gte', '5.5')).toEqual([['2'], ['4']]);
    for (const zero of ['0', '0.0', '0e0']) expect(await byNumber('notEquals', zero)).toEqual([['2'], ['3'], ['4']]);
    expect(await byNumber('notEquals', '5', '7')).toEqual([['1'], ['2'], ['4']]);
  });

  it('do not hide rows of a condition with OR', async () => {
    expect(await found('marks', { member: 'marks.e', operator: 'notEquals', values: ['new'] })).toEqual([['3'], ['4']]);
  });
});
