import { compileQuery, type QueryItem } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import { rowsOf } from '../rows-of.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

type Argument = Extract<QueryItem, { name: string }>['expression'];

function member(name: string): Argument {
  return { kind: 'member', member: `numbers.${name}` };
}

describe.skipIf(clickhouse.isMissing === true)('arithmetic of queries that ClickHouse would wrap around', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** The value of a function of columns, over a row and over its group. */
  async function valuesOf(
    name: Extract<Argument, { kind: 'call' }>['function'],
    values: readonly string[],
  ): Promise<readonly unknown[]> {
    const columns = values.map((value, at) => `${value} AS c${at}`).join(', ');
    const members = values.map((_, at) => ({
      dimension: `      - { name: c${at}, type: number, sql: "{CUBE}.c${at}" }`,
      measure: `      - { name: m${at}, type: max, sql: "{CUBE}.c${at}" }`,
    }));
    const text = `
cubes:
  - name: numbers
    sql: SELECT ${columns}
    dimensions:
${members.map(({ dimension }) => dimension).join('\n')}
    measures:
${members.map(({ measure }) => measure).join('\n')}
`;
    const call = (letter: string) => {
      const [first, ...others] = values.map((_, at) => member(`${letter}${at}`));
      const calling = (args: readonly Argument[]): Argument => ({ kind: 'call', function: name, arguments: args });
      if (!first) throw new Error('a function of nothing');
      return others.length === 0 ? calling([first]) : others.reduce((one, other) => calling([one, other]), first);
    };
    const query = {
      measures: [{ name: 'of_group', expression: call('m') }],
      dimensions: [{ name: 'of_row', expression: call('c') }],
    };
    const { query: bound, model } = accept(bindCase({ model: { name: columns, text }, query }));
    const [row = []] = await rowsOf(database.engine, accept(compileQuery(bound, model, clickhouse.dialect)));
    return row;
  }

  const most = 'toInt64(9223372036854775807)';
  const least = 'toInt64(-9223372036854775808)';

  it.each([
    ['add', [most, 'toInt64(1)'], '9223372036854775808'],
    ['add', [most, most, most, "toDecimal32('0.5', 1)"], '27670116110564327421.5'],
    ['add', ['toUInt64(18446744073709551615)', 'toUInt8(1)'], '18446744073709551616'],
    ['subtract', [least, 'toInt64(1)'], '-9223372036854775809'],
    ['subtract', ['toUInt64(5)', 'toUInt64(18446744073709551615)'], '-18446744073709551610'],
    ['negate', [least], '9223372036854775808'],
    ['multiply', [most, 'toInt64(2)'], '18446744073709551614'],
    ['multiply', [most, most, most], '784637716923335095224261902710254454442933591094742482943'],
    ['multiply', ["toDecimal64('99999999.99', 2)", "toDecimal64('99999999.99', 2)"], '9999999998000000.0001'],
    ['add', ['toFloat64(0.1)', 'toInt64(3)'], '3.1'],
    ['multiply', ['toFloat32(0.5)', 'toInt64(3)'], '1.5'],
    ['add', ['CAST(NULL AS Int64)', most], null],
  ] as const)('has all digits: %s of %s', async (name, values, result) => {
    expect(await valuesOf(name, values)).toEqual([result, result]);
  });

  it.each([
    ['multiply', [most, most, most, most, most]],
    ['multiply', ["toDecimal256('1e40', 0)", "toDecimal256('1e40', 0)"]],
    ['add', ["toDecimal256('5e70', 0)", "toDecimal256('0.5', 10)"]],
  ] as const)('fails where 76 digits do not hold the result: %s of %s', async (name, values) => {
    await expect(valuesOf(name, values)).rejects.toMatchObject({ errorClass: 'conversion' });
  });
});
