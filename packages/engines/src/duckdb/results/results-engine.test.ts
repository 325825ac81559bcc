import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, expect, it, vi } from 'vitest';
import { openForTest } from '../engine-for-test.ts';
import { ResultsEngine } from './results-engine.ts';

const settings = { memoryLimitMb: 64, threads: 1, maxRunning: 2, timeoutMs: 60_000 };
const never = new AbortController().signal;
const block = { source: 'default', table: 't1', statement: { text: '', params: [] }, types: ['number'] } as const;

afterEach(() => void vi.restoreAllMocks());

async function answer(engine: ResultsEngine): Promise<unknown> {
  const statement = { text: 'SELECT CAST(sum(r1) AS VARCHAR) FROM t1', params: [] };
  const rows = async () => ({
    columns: [{ name: 'r1', type: 'number' as const }],
    batches: (async function* () {
      yield { rowCount: 2, columns: [['1', '2']] };
    })(),
  });
  const { batches } = await engine.run(statement, [block], rows, never);
  const values: unknown[] = [];
  for await (const { columns } of batches) values.push(...(columns[0] ?? []));
  return values[0];
}

it('frees its databases once their rows are dropped, and answers again', async () => {
  const opened = vi.spyOn(DuckDBInstance, 'create');
  const closed = vi.spyOn(DuckDBInstance.prototype, 'closeSync');
  const engine = new ResultsEngine(settings);
  for (let round = 0; round < 3; round += 1) {
    expect(await answer(engine)).toBe('3');
    await engine.empty();
    expect(closed.mock.calls.length).toBe(opened.mock.calls.length);
  }
  await Promise.all([engine.close(), engine.close(), engine.empty()]);
});

it('works above NaN, infinities and microseconds, which answers in JSON leave out', async () => {
  const source = await openForTest();
  const engine = new ResultsEngine(settings);
  const text = `SELECT * FROM (VALUES ('NaN'::DOUBLE, TIMESTAMP '2024-01-31 10:00:00.123456', DATE 'infinity'),
    ('-Infinity'::DOUBLE, TIMESTAMP '-infinity', DATE '0044-03-15 (BC)'), (NULL, NULL, NULL)) AS t (a, b, c)`;
  const types = ['number', 'time', 'time'] as const;
  const above = { text: 'SELECT CAST(COLUMNS(*) AS VARCHAR) FROM t1', params: [] };
  const { batches } = await engine.run(
    above,
    [{ source: 'default', table: 't1', statement: { text, params: [] }, types }],
    (own, signal) => source.run(own.statement, signal),
    never,
  );
  const values: unknown[] = [];
  for await (const { columns } of batches) values.push(...columns);
  expect(values).toEqual([
    ['nan', '-inf', null],
    ['2024-01-31 10:00:00.123456', '-infinity', null],
    ['infinity', '0044-03-15 (BC)', null],
  ]);
  await engine.close();
});
