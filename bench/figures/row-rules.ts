import { DuckDBInstance } from '@duckdb/node-api';
import {
  accessFor,
  bindQuery,
  type CompiledQuery,
  compileModel,
  compileQuery,
  dialectFor,
  type Instant,
  indexModel,
  type Outcome,
  parseZone,
} from '@orrery/semantic';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';

const { build } = compileModel([
  {
    path: 'orders.yml',
    text: `cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
    access_policy:
      - {group: lisbon, row_level: {filters: [{member: city, operator: equals, values: [Lisbon]}]}}
      - {group: everybody}
  - name: orders
    sql_table: orders
    joins: [{name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: created_at, sql: created_at, type: time}
    measures:
      - {name: total, sql: amount, type: sum}
      - {name: count, type: count}
    access_policy:
      - {group: paid, row_level: {filters: [{member: status, operator: equals, values: [paid, sent]}]}}
      - {group: recent, row_level: {filters: [{member: created_at, operator: afterOrOnDate, values: ["2025-01-01"]}]}}
      - {group: everybody}
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

interface Question {
  readonly groups: readonly string[];
  readonly dimensions: readonly string[];
  /** The same query with the rule as its filter, as a person writes it. */
  readonly byHand: string;
}

const questions: Readonly<Record<string, Question>> = {
  'a column': {
    groups: ['paid'],
    dimensions: ['orders.status'],
    byHand: `SELECT status, SUM(amount) AS total, COUNT(*) FROM orders WHERE status IN ('paid', 'sent') GROUP BY status ORDER BY total DESC, status`,
  },
  'a time, by two policies': {
    groups: ['paid', 'recent'],
    dimensions: ['orders.status'],
    byHand: `SELECT status, SUM(amount) AS total, COUNT(*) FROM orders WHERE status IN ('paid', 'sent') OR created_at >= TIMESTAMP '2025-01-01'
      GROUP BY status ORDER BY total DESC, status`,
  },
  'a joined cube': {
    groups: ['lisbon', 'paid'],
    dimensions: ['customers.city', 'orders.status'],
    byHand: `SELECT city, status, SUM(amount) AS total, COUNT(*) FROM orders JOIN customers ON customer_id = customers.id
      WHERE city = 'Lisbon' AND status IN ('paid', 'sent') GROUP BY ALL ORDER BY total DESC, city, status`,
  },
};

/** Compares row rules over two million rows with the same filter written by hand. */
export async function rowRules(database: string): Promise<readonly Figure[]> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY', threads: '2' });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const ask = async (sql: string, values: CompiledQuery['params'] = []) =>
    (await connection.stream(sql, [...values])).getRowsJson();
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const { text, params } = compiled(question);
    const samples = await timeInTurns({ ours: () => ask(text, params), byHand: () => ask(question.byHand) }, 15);
    const [ours, byHand] = [median(samples.ours), median(samples.byHand)];
    figures.push({
      name: `row rule over 2M rows, ${name}`,
      measured: `${ms(ours)} (${(ours / byHand).toFixed(2)}x)`,
      baseline: `${ms(byHand)} by hand`,
      bound: '1.05x + 1 ms',
      isWithin: ours <= byHand * 1.05 + 1,
    });
  }
  connection.closeSync();
  instance.closeSync();
  return figures;
}

function compiled({ groups, dimensions }: Question): CompiledQuery {
  const zone = parseZone('UTC');
  const duckdb = dialectFor('duckdb');
  if (!zone || !duckdb) throw new Error('neither UTC nor DuckDB is known');
  const query = {
    measures: ['orders.total', 'orders.count'],
    dimensions,
    segments: [],
    timeDimensions: [],
    filters: [],
  };
  const caller = { securityContext: {}, groups, roles: [], userAttributes: undefined };
  const bound = accept(
    bindQuery(query, model, {
      now: Date.UTC(2026, 0, 1) as Instant,
      access: accessFor(model, caller),
      defaultZone: zone,
      defaultLimit: 50_000,
      maxLimit: 50_000,
    }),
  );
  return accept(compileQuery(bound, model, duckdb));
}

function accept<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.problems.map(({ message }) => message).join('\n'));
  return outcome.value;
}
