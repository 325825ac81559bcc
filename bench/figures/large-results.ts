import type { Figure } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const clients = 8;
const loadsEach = 4;
const rowsEach = 50_000;

/**
 * Eight clients load 50,000 rows each, repeatedly and never the same rows. The stall is the delay for other clients.
 */
export async function largeResults(server: BenchServer): Promise<readonly Figure[]> {
  const question = (index: number) => ({
    dimensions: ['orders.id', 'orders.status', 'orders.created_at'],
    measures: ['orders.total'],
    filters: [{ member: 'orders.id', operator: 'lte', values: [String(rowsEach + index)] }],
    limit: rowsEach,
  });
  const started = performance.now();
  const sizes = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      let bytes = 0;
      for (let round = 0; round < loadsEach; round += 1) {
        const query = question(client * loadsEach + round);
        let answer = await server.load(query);
        while (answer.startsWith('{"error":"Continue wait"')) answer = await server.load(query);
        bytes += answer.length;
      }
      return bytes;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
  const rows = clients * loadsEach * rowsEach;
  return [
    {
      name: `${clients} clients load ${rowsEach.toLocaleString('en')} rows each`,
      measured: `${Math.round(rows / seconds / 1000)} thousand rows/s (${Math.round(megabytes / seconds)} MiB/s)`,
      baseline: '',
      bound: '',
      isWithin: true,
    },
  ];
}
