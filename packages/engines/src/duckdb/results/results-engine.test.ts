import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, expect, it, vi } from 'vitest';
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
