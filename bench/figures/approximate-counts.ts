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
      - {name: orders, sql: id, type: count_distinct_approx}
      - {name: customers, sql: customer_id, type: count_distinct_approx}
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

interface Question {
  readonly query: Parameters<typeof compileSql>[1];
  readonly column: string;
  readonly by?: string;
  /** Highest time allowed, as a share of the time of an exact count. */
  readonly bound: number;
}

const byDay = [{ dimension: 'orders.created_at', granularity: 'day' }];
const questions: Readonly<Record<string, Question>> = {
  'two million in all': { query: { measures: ['orders.orders'] }, column: 'id', bound: 1 },
  '50,000 by status': {
    query: { measures: ['orders.customers'], dimensions: ['orders.status'] },
    column: 'customer_id',
    by: 'status',
    bound: 1.8,
  },
  '1,800 by day': {
    query: { measures: ['orders.orders'], timeDimensions: byDay },
    column: 'id',
    by: 'CAST(created_at AS DATE)',
    bound: 1.8,
  },
};

/** Compares estimates of distinct values over two million rows with exact counts and with the estimates of DuckDB. */
export async function approximateCounts(database: string): Promise<readonly Figure[]> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  const direct = async (sql: string) => (await connection.stream(sql)).getRowsJson();
  const figures: Figure[] = [];
  for (const [name, { query, column, by, bound }] of Object.entries(questions)) {
    const sql = compileSql(model, query);
    const byHand = (count: string) => `SELECT ${by ?? 'NULL'} AS part, ${count} FROM orders GROUP BY 1 ORDER BY 1`;
    const samples = await timeInTurns(
      {
        ours: () => direct(sql),
        exact: () => direct(byHand(`count(DISTINCT ${column})`)),
        engine: () => direct(byHand(`approx_count_distinct(${column})`)),
      },
      9,
    );
    const [ours, exact] = [median(samples.ours), median(samples.exact)];
    figures.push({
      name: `estimate of distinct values over 2M rows, ${name}`,
      measured: `${ms(ours)} (${(ours / exact).toFixed(2)}x)`,
      baseline: `${ms(exact)} exact, ${ms(median(samples.engine))} approx_count_distinct`,
      bound: `${bound}x`,
      isWithin: ours <= exact * bound,
    });
  }
  connection.closeSync();
  instance.closeSync();
  return figures;
}
