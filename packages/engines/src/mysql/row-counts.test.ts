import { expect, it } from 'vitest';
import { databaseForTest } from './mysql-for-test.ts';

it.each([0, 1, 127, 128, 129, 130, 2175, 2176, 2177, 4225, 20_000])('gives all of %i rows', async (count) => {
  const { open } = await databaseForTest();
  const engine = await open();
  const text = `SELECT seq FROM seq_0_to_20000 WHERE seq > 0 AND seq <= ${count}`;
  const { batches } = await engine.run({ text, params: [] }, new AbortController().signal);
  let rows = 0;
  for await (const { rowCount } of batches) rows += rowCount;
  expect(rows).toBe(count);
});
