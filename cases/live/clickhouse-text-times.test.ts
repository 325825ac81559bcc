import { compileQuery, type MemberId } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

describe.skipIf(clickhouse.isMissing === true)('times that ClickHouse stores as texts', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  /** Rows of a table of texts by day. @param known whether the source has told that the column holds texts */
  function byDay(texts: string, known: boolean, { ofCalendar = false } = {}): Promise<Rows> {
    const granularities = `granularities: [{ name: day, sql: "replaceOne({CUBE}.seen, '2024-01-05', '2024-01-01')" }]`;
    const text = `
cubes:
  - name: logs
    calendar: ${ofCalendar}
    sql: SELECT arrayJoin([${texts}]) AS seen
    dimensions:
      - name: seen
        type: time
        sql: "{CUBE}.seen"
        ${ofCalendar ? granularities : ''}
    measures: [{ name: count, type: count }]
`;
    const id = 'logs.seen' as MemberId;
    const query = {
      measures: ['logs.count'],
      timeDimensions: [{ dimension: 'logs.seen', granularity: 'day' }],
    };
    const { query: bound, model } = accept(bindCase({ model: { name: texts, text }, query }));
    const stored = {
      days: new Set<MemberId>(),
      texts: new Set(known ? [id] : []),
      unknown: new Set(known ? [] : [id]),
    };
    return rowsOf(database.engine, accept(compileQuery(bound, { ...model, stored }, clickhouse.dialect)));
  }

  const unreadable = {
    errorClass: 'conversion',
    cause: { message: expect.stringContaining('Cannot read DateTime') as unknown },
  };

  it.each([true, false])('are read beside NULL where their type is told: %s', async (known) => {
    expect(await byDay("'2024-01-05', NULL, '2024-01-05T10:00:00.5Z', '20240105', '2024/1/5 10:00'", known)).toEqual([
      ['2024-01-05T00:00:00.000', '4'],
      [null, '1'],
    ]);
  });

  it('have an offset', async () => {
    const texts = [
      '2024-01-05 01:30:00+02',
      '2024-01-04T23:30:00Z',
      '2024-01-05 05:00:00.25 +05:30',
      '2024-01-04 18:30-0500',
    ];
    expect(await byDay(texts.map((text) => `'${text}'`).join(), true)).toEqual([['2024-01-04T00:00:00.000', '4']]);
  });

  it.each(["'yesterday'", "''", "'2024-02-31'"])('fail where they are no times: %s', async (bad) => {
    for (const known of [true, false]) {
      await expect(byDay(`'2024-01-05', ${bad}`, known)).rejects.toMatchObject(unreadable);
      await expect(byDay(`'2024-01-05', NULL, ${bad}`, known)).rejects.toMatchObject(unreadable);
    }
  });

  it.each([
    "'2024-01-05 25:00:00'",
    "'2024-01-05 10:60:00'",
    "'12'",
    "'2024'",
    "'10:20:30'",
    "'Fri, 5 Jan'",
    "'1700000000'",
    "'01/02/2024'",
  ])('fail where ClickHouse would guess a part: %s', async (bad) => {
    await expect(byDay(`'2024-01-05', NULL, ${bad}`, true)).rejects.toMatchObject(unreadable);
  });

  it('fail in the SQL of a granularity', async () => {
    expect(await byDay("'2024-01-05', NULL", true, { ofCalendar: true })).toHaveLength(2);
    await expect(byDay("'2024-01-05', NULL, 'later'", true, { ofCalendar: true })).rejects.toMatchObject(unreadable);
  });
});
