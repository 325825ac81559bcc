import type { Batch } from '../engine.ts';
import { expect, it } from 'vitest';
import { firstValueOf } from './first-value.ts';

async function* batches(...values: Batch['columns'][number][]): AsyncGenerator<Batch> {
  for (const column of values) yield { rowCount: column.length, columns: [column] };
}

it('the first value is that of the first row, also when it is NULL', async () => {
  expect(await firstValueOf({ batches: batches([], ['1', '2'], ['3']) })).toBe('1');
  expect(await firstValueOf({ batches: batches([null], ['3']) })).toBeNull();
  expect(await firstValueOf({ batches: batches() })).toBeNull();
});
