import { expect, it } from 'vitest';
import { openForTest } from './engine-for-test.ts';

it('streams 5 million rows in small batches without growing', async () => {
  const engine = await openForTest({ memoryLimitMb: 256 });
  const text = `SELECT i, 'customer ' || (i % 100000) AS name, (i / 7)::DECIMAL(18, 2) AS amount FROM range(5000000) t(i)`;
  const { batches } = await engine.run({ text, params: [] }, new AbortController().signal);
  let rows = 0;
  let largest = 0;
  let highestBytes = 0;
  let settledBytes = 0;
  for await (const { rowCount } of batches) {
    rows += rowCount;
    largest = Math.max(largest, rowCount);
    const bytes = process.memoryUsage.rss();
    if (rows < 1_000_000) settledBytes = Math.max(settledBytes, bytes);
    highestBytes = Math.max(highestBytes, bytes);
  }
  expect(rows).toBe(5_000_000);
  expect(largest).toBeLessThanOrEqual(2048);
  expect(highestBytes - settledBytes).toBeLessThan(80 * 1024 * 1024);
});
