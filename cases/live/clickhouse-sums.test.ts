import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

describe.skipIf(clickhouse.isMissing === true)('a sum that ClickHouse would wrap around', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  function total(rows: string, sql: string): Promise<Rows> {
    const text = `
cubes:
  - name: amounts
    sql: ${rows}
    measures: [{ name: total, sql: "${sql}", type: sum }, { name: mean, sql: "${sql}", type: avg }]
`;
    const bound = accept(
      bindCase({ model: { name: rows, text }, query: { measures: ['amounts.total', 'amounts.mean'] } }),
    );
    return rowsOf(database.engine, accept(compileQuery(bound.query, bound.model, clickhouse.dialect)));
  }

  const greatest = 'SELECT arrayJoin([toInt64(9223372036854775807), toInt64(1)]) AS amount';

  const unfit = { cause: { message: expect.stringContaining('a sum does not fit its type') as unknown } };

  it('fails', async () => {
    await expect(total(greatest, 'amount')).rejects.toMatchObject(unfit);
    await expect(total(greatest, '-amount - 1')).rejects.toMatchObject(unfit);
    const decimals = "SELECT arrayJoin([toDecimal128('99999999999999999999999999999999999999', 0)]) AS amount";
    await expect(total(`${decimals} FROM numbers(4)`, 'amount')).rejects.toMatchObject(unfit);
  });

  it('has all digits where the model gives it more bits', async () => {
    expect(await total(greatest, 'toInt128(amount)')).toEqual([['9223372036854775808', '4611686018427388000']]);
  });
});
