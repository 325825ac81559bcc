import { compileQuery } from '@orrery/semantic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accept, bindCase } from '../compile-case.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';
import { clickhouse } from './clickhouse.ts';
import type { OpenDatabase } from './live-database.ts';

describe.skipIf(clickhouse.isMissing === true)('texts that ClickHouse stores as numbers or with padding', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await clickhouse.open();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const text = `
cubes:
  - name: tickets
    sql: >
      SELECT number, CAST(['new', 'done', 'lost'][number % 3 + 1], 'Enum8(''new'' = 1, ''done'' = 2, ''lost'' = 3)') AS state,
        CAST(['C', 'A', 'B'][number % 3 + 1], 'FixedString(4)') AS code
      FROM numbers(6)
    dimensions:
      - { name: number, sql: number, type: number, primary_key: true }
      - { name: state, sql: state, type: string }
      - { name: code, sql: code, type: string }
    measures:
      - { name: count, type: count }
      - { name: states, sql: "{state}", type: count_distinct }
      - { name: last, sql: "any({state})", type: string }
`;

  function answer(query: Record<string, unknown>): Promise<Rows> {
    const bound = accept(bindCase({ model: { name: 'tickets', text }, query }));
    return rowsOf(database.engine, accept(compileQuery(bound.query, bound.model, clickhouse.dialect)));
  }

  it('are sorted, filtered, grouped and counted as texts', async () => {
    const measures = ['tickets.count'];
    expect(await answer({ dimensions: ['tickets.state'], measures, order: { 'tickets.state': 'asc' } })).toEqual([
      ['done', '2'],
      ['lost', '2'],
      ['new', '2'],
    ]);
    const filters = [{ member: 'tickets.code', operator: 'equals', values: ['A', 'B'] }];
    expect(
      await answer({ dimensions: ['tickets.code'], measures, filters, order: { 'tickets.code': 'desc' } }),
    ).toEqual([
      ['B', '2'],
      ['A', '2'],
    ]);
    expect(await answer({ measures: ['tickets.states'] })).toEqual([['3']]);
  });

  it('order groups by a measure that is a text', async () => {
    const order = { 'tickets.last': 'desc' };
    expect(await answer({ dimensions: ['tickets.code'], measures: ['tickets.last'], order })).toEqual([
      ['C', 'new'],
      ['B', 'lost'],
      ['A', 'done'],
    ]);
  });
});
