import { rmSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Figure, median, timeMs } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const rows = 2_000_000;
/** The most that a file may have. */
const rowsOfAFile = 1_000_000;
const rounds = 3;
const query = {
  dimensions: ['orders.id', 'orders.customer_id', 'orders.status', 'orders.created_at', 'customers.city'],
  measures: ['orders.total'],
  limit: rows,
};
const statement = `SELECT orders.id, orders.customer_id, orders.status, orders.created_at, customers.city,
  MEASURE(orders.total) AS total FROM orders CROSS JOIN customers GROUP BY 1, 2, 3, 4, 5 LIMIT ${rows}`;
const sameByHand = `SELECT orders.id, customer_id, status, created_at, city, sum(amount) AS total
  FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY ALL LIMIT ${rows}`;

/**
 * Measures rows of six columns by each way that rows leave, in turns with DuckDB that writes the same rows
 * into a file by itself. Processor time is that of the whole server.
 */
export async function allRows(server: BenchServer, database: string): Promise<readonly Figure[]> {
  const file = { ...query, limit: rowsOfAFile };
  const ways = [
    { name: '/v1/load', count: rows, run: () => server.post('load', { query: { ...query, cache: 'no-cache' } }) },
    { name: '/v1/cubesql', count: rows, run: () => server.post('cubesql', { query: statement, cache: 'no-cache' }) },
    {
      name: '/v1/export as CSV',
      count: rowsOfAFile,
      run: () => server.post('export', { format: 'csv', cache: 'no-cache', query: file }),
    },
  ].map((way) => ({ ...way, rates: [] as number[], costs: [] as number[] }));
  const ratesByHand: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const took = await writtenByDuckDb(database);
    if (round >= 0) ratesByHand.push(rows / took);
    for (const { count, run, rates, costs } of ways) {
      const before = (await server.vitals()).processorMs;
      const { wholeMs } = await run();
      const cost = (await server.vitals()).processorMs - before;
      if (round < 0) continue;
      rates.push(count / wholeMs);
      costs.push((cost * 1e6) / count);
    }
  }
  const byHand = median(ratesByHand);
  return ways.map(({ name, count, rates, costs }) => ({
    name: `${count.toLocaleString('en')} rows of six columns by ${name}`,
    measured: `${median(rates).toFixed(0)} thousand rows/s (${(median(rates) / byHand).toFixed(2)}x), ${median(costs).toFixed(0)} ns of processor time a row`,
    baseline: `${byHand.toFixed(0)} thousand rows/s written into a file by DuckDB itself`,
    bound: '',
    isWithin: true,
  }));
}

/** @returns milliseconds */
async function writtenByDuckDb(database: string): Promise<number> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  const file = `${database}.csv`;
  try {
    return await timeMs(() => connection.run(`COPY (${sameByHand}) TO '${file}' (FORMAT csv)`));
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(file, { force: true });
  }
}
