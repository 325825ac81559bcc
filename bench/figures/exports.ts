import type { Figure } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const rows = 200_000;
const query = {
  dimensions: ['orders.id', 'orders.status', 'orders.created_at'],
  measures: ['orders.total'],
  limit: rows,
};
const statement = `SELECT id, status, created_at, MEASURE(total) AS total FROM orders GROUP BY 1, 2, 3 ORDER BY 4 DESC LIMIT ${rows}`;

/** All rows of a query as a file, beside the same rows as lines of a statement. */
export async function exports(server: BenchServer): Promise<readonly Figure[]> {
  const asked = { format: 'csv', cache: 'no-cache', query };
  await server.post('cubesql', { query: statement, cache: 'no-cache' }); // loads what statements need
  const lines = await server.post('cubesql', { query: statement, cache: 'no-cache' });
  const file = await server.post('export', asked);
  const formatted = await server.post('export', { ...asked, values: 'formatted' });
  const told = ({ bytes, wholeMs }: typeof file) =>
    `${(wholeMs / 1_000).toFixed(2)} s (${Math.round(rows / wholeMs)} thousand rows/s, ${(bytes / 2 ** 20 / (wholeMs / 1_000)).toFixed(1)} MiB/s)`;
  const name = `${rows.toLocaleString('en')} rows by 4 as a file`;
  const baseline = `${told(lines)} as lines`;
  return [
    { name, measured: told(file), baseline, bound: '2 x', isWithin: file.wholeMs <= 2 * lines.wholeMs },
    { name: `${name}, formatted`, measured: told(formatted), baseline, bound: '', isWithin: true },
  ];
}
