import { DuckDBInstance } from '@duckdb/node-api';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const handWritten: Readonly<Record<string, string>> = {
  date_trunc: "SELECT date_trunc('day', created_at) AS day, count(*) FROM orders GROUP BY 1 ORDER BY 1",
  'cast to date': 'SELECT CAST(created_at AS DATE) AS day, count(*) FROM orders GROUP BY 1 ORDER BY 1',
  'engine zones':
    "SELECT date_trunc('day', timezone('America/New_York', timezone('UTC', created_at))) AS day, count(*) FROM orders GROUP BY 1 ORDER BY 1",
};

/**
 * Groups two million timestamps by day. Compares UTC with the best SQL by hand, and a zone with daylight saving with
 * UTC.
 */
export async function dayGrouping(server: BenchServer, database: string): Promise<readonly Figure[]> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const direct = async (sql: string | undefined) => (await connection.stream(sql ?? '')).getRowsJson();
  const byDay = (zone: string, dateRange?: readonly string[]) => ({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', ...(dateRange ? { dateRange } : {}) }],
    timezone: zone,
    cache: 'no-cache',
  });
  const samples = await timeInTurns(
    {
      utc: () => server.load(byDay('UTC')),
      newYork: () => server.load(byDay('America/New_York')),
      newYorkInRange: () => server.load(byDay('America/New_York', ['2022-12-31', '2026-01-01'])),
      utcInRange: () => server.load(byDay('UTC', ['2022-12-31', '2026-01-01'])),
      truncated: () => direct(handWritten['date_trunc']),
      cast: () => direct(handWritten['cast to date']),
      engine: () => direct(handWritten['engine zones']),
    },
    15,
  );
  connection.closeSync();
  instance.closeSync();
  const best = Math.min(median(samples.truncated), median(samples.cast));
  const [utc, zone, zoneInRange, utcInRange] = [
    samples.utc,
    samples.newYork,
    samples.newYorkInRange,
    samples.utcInRange,
  ].map(median) as [number, number, number, number]; // four in, four out
  return [
    {
      name: 'day grouping, 2M timestamps, UTC',
      measured: `${ms(utc)} (${(utc / best).toFixed(2)}x)`,
      baseline: `${ms(best)} best by hand (date_trunc ${ms(median(samples.truncated))}, cast ${ms(median(samples.cast))})`,
      bound: '1.1x + 1 ms',
      isWithin: utc <= best * 1.1 + 1,
    },
    {
      name: 'day grouping, America/New_York',
      measured: `${ms(zone)} (${(zone / utc).toFixed(2)}x UTC)`,
      baseline: `${ms(median(samples.engine))} by the engine's own zones`,
      bound: '2.5x UTC',
      isWithin: zone <= utc * 2.5,
    },
    {
      name: 'day grouping, America/New_York, date range given',
      measured: `${ms(zoneInRange)} (${(zoneInRange / utcInRange).toFixed(2)}x UTC)`,
      baseline: `${ms(utcInRange)} UTC, same range`,
      bound: '2.5x UTC',
      isWithin: zoneInRange <= utcInRange * 2.5,
    },
  ];
}
