import { DuckDBInstance } from '@duckdb/node-api';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

const range = ['2024-01-01', '2025-12-31'];
const inRange = "created_at >= '2024-01-01' AND created_at < '2026-01-01'";
const month = { dimension: 'orders.created_at', granularity: 'month' };

interface Question {
  readonly query: Readonly<Record<string, unknown>>;
  /** Statements written by hand; the fastest is the baseline. */
  readonly byHand: Readonly<Record<string, string>>;
}

const questions: Readonly<Record<string, Question>> = {
  'share of the whole by status': {
    query: { measures: ['orders.total', 'orders.share'], dimensions: ['orders.status'] },
    byHand: {
      window: `SELECT status, sum(amount) AS total, 100.0 * sum(amount) / sum(sum(amount)) OVER () AS share
        FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10000`,
    },
  },
  'share of the whole by status and month': {
    query: {
      measures: ['orders.total', 'orders.share'],
      dimensions: ['orders.status'],
      timeDimensions: [month],
    },
    byHand: {
      window: `SELECT status, date_trunc('month', created_at) AS m, sum(amount) AS total,
        100.0 * sum(amount) / sum(sum(amount)) OVER (PARTITION BY date_trunc('month', created_at)) AS share
        FROM orders GROUP BY 1, 2 ORDER BY 2, 1 LIMIT 10000`,
      'over days': `WITH g AS (SELECT status, CAST(created_at AS DATE) AS d, sum(amount) AS total FROM orders GROUP BY 1, 2),
        m AS (SELECT status, date_trunc('month', d) AS m, sum(total) AS total FROM g GROUP BY 1, 2)
        SELECT status, m, total, 100.0 * total / sum(total) OVER (PARTITION BY m) FROM m ORDER BY 2, 1 LIMIT 10000`,
    },
  },
  'month before, by month of two years': {
    query: {
      measures: ['orders.total', 'orders.month_before'],
      timeDimensions: [{ ...month, dateRange: range }],
    },
    byHand: {
      'two scans': `SELECT m, max(total), max(before) FROM (
        SELECT date_trunc('month', created_at) AS m, sum(amount) AS total, NULL AS before FROM orders WHERE ${inRange} GROUP BY 1
        UNION ALL
        SELECT date_trunc('month', created_at + INTERVAL 1 MONTH), NULL, sum(amount) FROM orders
        WHERE ${inRange.replaceAll('created_at', 'created_at + INTERVAL 1 MONTH')} GROUP BY 1) AS parts GROUP BY 1 ORDER BY 1 LIMIT 10000`,
      'one scan': `WITH g AS (SELECT date_trunc('month', created_at) AS m, sum(amount) AS total FROM orders
        WHERE created_at >= '2023-12-01' AND created_at < '2026-01-01' GROUP BY 1)
        SELECT coalesce(a.m, b.m + INTERVAL 1 MONTH) AS m, a.total, b.total
        FROM (SELECT * FROM g WHERE m >= '2024-01-01') AS a
        FULL JOIN (SELECT * FROM g WHERE m < '2025-12-01') AS b ON a.m = b.m + INTERVAL 1 MONTH ORDER BY 1 LIMIT 10000`,
    },
  },
  'rank of 50,000 customers': {
    query: {
      measures: ['orders.total', 'orders.place'],
      dimensions: ['orders.customer_id'],
      order: [['orders.place', 'asc']],
      limit: 100,
    },
    byHand: {
      window: `SELECT customer_id, total, place FROM (
        SELECT customer_id, sum(amount) AS total, rank() OVER (ORDER BY sum(amount) DESC NULLS LAST) AS place
        FROM orders GROUP BY 1) AS ranked ORDER BY place, customer_id LIMIT 100`,
    },
  },
};

/** Compares measures of several stages over two million orders with the best SQL by hand. */
export async function multiStage(server: BenchServer, database: string): Promise<readonly Figure[]> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const figures: Figure[] = [];
  for (const [name, { query, byHand }] of Object.entries(questions)) {
    const hands = Object.entries(byHand).map(([way, sql]) => [
      way,
      async () => (await connection.stream(sql)).getRowsJson(),
    ]);
    const samples = await timeInTurns(
      { ...Object.fromEntries(hands), ours: () => server.load({ ...query, timezone: 'UTC', cache: 'no-cache' }) },
      9,
    );
    const { ours = [], ...others } = samples as Record<string, number[]>;
    const ways = Object.entries(others).map(([way, taken]) => ({ way, took: median(taken) }));
    const best = Math.min(...ways.map(({ took }) => took));
    figures.push({
      name: `multi-stage, 2M rows: ${name}`,
      measured: `${ms(median(ours))} (${(median(ours) / best).toFixed(2)}x)`,
      baseline: `${ms(best)} best by hand (${ways.map(({ way, took }) => `${way} ${ms(took)}`).join(', ')})`,
      bound: '1.2x + 1 ms',
      isWithin: median(ours) <= best * 1.2 + 1,
    });
  }
  connection.closeSync();
  instance.closeSync();
  return figures;
}
