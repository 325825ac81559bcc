import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import { rowsOf } from '../rows-of.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

describe.skipIf(clickhouse.isMissing === true)('numbers of several types in one case on ClickHouse', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** The values of a dimension in three rows; the third one has neither of the two branches. */
  async function chosen(
    first: string,
    second: string,
    { when = ['n = 0', 'n = 1'], otherwise = 'NULL' } = {},
  ): Promise<readonly unknown[]> {
    const text = `
cubes:
  - name: numbers
    sql: SELECT number AS n, 0 AS v FROM numbers(3)
    dimensions:
      - { name: n, type: number, sql: "{CUBE}.n", primary_key: true, public: true }
      - name: chosen
        type: number
        case:
          when:
            - { sql: "${when[0]}", label: { sql: "${first}" } }
            - { sql: "${when[1]}", label: { sql: "${second}" } }
          else: { label: { sql: "${otherwise}" } }
`;
    const query = { dimensions: ['numbers.n', 'numbers.chosen'], order: { 'numbers.n': 'asc' } as const };
    const bound = accept(bindCase({ model: { name: `${first}, ${second}`, text }, query }));
    const rows = await rowsOf(database.engine, accept(compileQuery(bound.query, bound.model, clickhouse.dialect)));
    return rows.map(([, value]) => value);
  }

  it.each([
    ["toDecimal64('1.25', 2)", "toDecimal128('0.1234567890123456789', 19)", '1.25', '0.1234567890123456789'],
    ["toDecimal32('1.25', 2)", 'toUInt64(18446744073709551615)', '1.25', '18446744073709551615'],
    [
      "toDecimal32('1.25', 2)",
      "toInt128('-99999999999999999999999999999999999999')",
      '1.25',
      '-99999999999999999999999999999999999999',
    ],
    ["toDecimal64('1.25', 2)", 'toFloat64(0.1)', '1.25', '0.1'],
    ['toInt64(-3)', 'toFloat64(0.1)', '-3', '0.1'],
    ['toInt128(-3)', "toFloat64('1e300')", '-3', `1${'0'.repeat(300)}`],
    ['toInt32(-3)', 'toUInt64(9223372036854775807)', '-3', '9223372036854775807'],
    ['toUInt8(255)', 'toInt8(-128)', '255', '-128'],
    ['toUInt64(18446744073709551615)', 'toUInt8(3)', '18446744073709551615', '3'],
    ['CAST(NULL AS Int64)', 'toFloat64(0.1)', null, '0.1'],
    ['toFloat64(nan)', 'toInt64(3)', null, '3'],
    ['NULL', 'NULL', null, null],
  ])('have all of their digits: %s, %s', async (first, second, one, other) => {
    const [shownOne, shownOther, neither] = await chosen(first, second);
    expect([shownOne, shownOther].map(plain)).toEqual([one, other]);
    expect(neither).toBeNull();
  });

  it.each([
    ['toUInt64(9223372036854775808)', 'toInt64(-3)'],
    ["toDecimal128('99999999999999', 2)", "toDecimal256('1', 70)"],
    [`toUInt256('9${'0'.repeat(76)}')`, "toDecimal64('1', 2)"],
  ])('fail where one does not fit: %s, %s', async (first, second) => {
    await expect(chosen(first, second)).rejects.toMatchObject({
      errorClass: 'conversion',
      cause: { message: expect.stringContaining('a number does not fit the type of other branches') as unknown },
    });
  });

  it('are doubles where three types meet', async () => {
    const otherwise = "toInt128('-99999999999999999999999999999999999999')";
    expect(await chosen("toDecimal64('1.5', 2)", 'toFloat64(0.1)', { otherwise })).toEqual([
      '1.5',
      '0.1',
      `-1${'0'.repeat(38)}`,
    ]);
  });

  it('are not computed where they are not chosen', async () => {
    expect((await chosen('intDiv(6, n)', "toDecimal64('1.5', 1)", { when: ['n > 0', 'n = 0'] })).map(plain)).toEqual([
      '1.5',
      '6',
      '3',
    ]);
  });
});

/** Without zeros at the end of decimals. */
function plain(value: unknown): unknown {
  return typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
