import { DuckDBInstance } from '@duckdb/node-api';
import { compileModel, indexModel } from '@orrery/semantic';
import { compileSql } from '../compile-sql.ts';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';

const { build } = compileModel([
  {
    path: 'orders.yml',
    text: `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: status, sql: status, type: string}
      - {name: created_at, sql: created_at, type: time}
    measures:
      - {name: month, sql: amount, type: sum, rolling_window: {trailing: 30 day}}
      - {name: ever, sql: amount, type: sum, rolling_window: {trailing: unbounded}}
      - {name: this_month, sql: amount, type: avg, rolling_window: {type: to_date, granularity: month}}
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

interface Question {
  readonly measure: string;
  readonly granularity: string;
  readonly dimensions?: readonly string[];
  /** The fastest statement we know how to write by hand. */
  readonly byHand: string;
}

const range = ['2023-01-01', '2025-12-31'];
const days = `days AS (SELECT unnest(generate_series(TIMESTAMP '2023-01-01', TIMESTAMP '2025-12-31', INTERVAL 1 DAY)) AS day)`;
const hours = `hours AS (SELECT unnest(generate_series(TIMESTAMP '2023-01-01', TIMESTAMP '2025-12-31 23:00', INTERVAL 1 HOUR)) AS hour)`;

const questions: Readonly<Record<string, Question>> = {
  'thirty days by day': {
    measure: 'orders.month',
    granularity: 'day',
    byHand: `WITH ${days}, sums AS (SELECT CAST(created_at AS DATE) AS day, SUM(amount) AS total FROM orders GROUP BY 1)
      SELECT days.day, SUM(total) OVER (ORDER BY days.day ROWS BETWEEN 29 PRECEDING AND CURRENT ROW)
      FROM days LEFT JOIN sums ON sums.day = days.day ORDER BY 1`,
  },
  'all before by day': {
    measure: 'orders.ever',
    granularity: 'day',
    byHand: `WITH ${days}, sums AS (SELECT CAST(created_at AS DATE) AS day, SUM(amount) AS total FROM orders GROUP BY 1)
      SELECT days.day, SUM(total) OVER (ORDER BY days.day) FROM days LEFT JOIN sums ON sums.day = days.day ORDER BY 1`,
  },
  'all before by hour': {
    measure: 'orders.ever',
    granularity: 'hour',
    byHand: `WITH ${hours}, sums AS (SELECT date_trunc('hour', created_at) AS hour, SUM(amount) AS total FROM orders GROUP BY 1)
      SELECT hours.hour, SUM(total) OVER (ORDER BY hours.hour) FROM hours LEFT JOIN sums ON sums.hour = hours.hour ORDER BY 1`,
  },
  'mean of the month so far, by day and status': {
    measure: 'orders.this_month',
    granularity: 'day',
    dimensions: ['orders.status'],
    byHand: `WITH ${days}, sums AS (SELECT CAST(created_at AS DATE) AS day, status, SUM(amount) AS total, COUNT(amount) AS count FROM orders GROUP BY 1, 2),
      grid AS (SELECT day, status FROM days, (SELECT DISTINCT status FROM sums))
      SELECT status, day, SUM(total) OVER month / SUM(count) OVER month FROM grid LEFT JOIN sums USING (day, status)
      WINDOW month AS (PARTITION BY status, date_trunc('month', day) ORDER BY day) ORDER BY 2, 1`,
  },
};

/** Compares windows over two million rows with SQL written by hand for each of them. */
export async function rollingWindows(database: string): Promise<readonly Figure[]> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const direct = async (sql: string) => (await connection.stream(sql)).getRowsJson();
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const sql = compiled(question);
    const samples = await timeInTurns({ ours: () => direct(sql), byHand: () => direct(question.byHand) }, 9);
    const [ours, byHand] = [median(samples.ours), median(samples.byHand)];
    figures.push({
      name: `rolling window over 2M rows, ${name}`,
      measured: `${ms(ours)} (${(ours / byHand).toFixed(2)}x)`,
      baseline: `${ms(byHand)} by hand`,
      bound: '1.2x + 1 ms',
      isWithin: ours <= byHand * 1.2 + 1,
    });
  }
  connection.closeSync();
  instance.closeSync();
  return figures;
}

function compiled({ measure, granularity, dimensions = [] }: Question): string {
  const timeDimensions = [{ dimension: 'orders.created_at', granularity, dateRange: range }];
  return compileSql(model, { measures: [measure], dimensions, timeDimensions });
}
