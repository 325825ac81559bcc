import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import type { BenchServer } from '../server-process.ts';

interface SqlAnswer {
  readonly sql: { readonly sql: readonly [string, readonly (string | boolean | null)[]] };
}

const statuses = ['new', 'paid', 'sent', 'done', 'void'];

const questions: Readonly<Record<string, (round: number) => object>> = {
  'total by status and city': (round) => ({
    measures: ['orders.count', 'orders.total'],
    dimensions: ['orders.status', 'customers.city'],
    filters: [{ member: 'orders.status', operator: 'notEquals', values: [statuses[Math.abs(round) % 5]] }],
  }),
  'orders of a year by month': (round) => ({
    measures: ['orders.count'],
    timeDimensions: [
      {
        dimension: 'orders.created_at',
        granularity: 'month',
        dateRange: [`2024-01-${10 + (Math.abs(round) % 15)}`, '2024-12-31'],
      },
    ],
  }),
  'items and orders by status': (round) => ({
    measures: ['orders.total', 'line_items.quantity'],
    dimensions: ['orders.status'],
    filters: [{ member: 'orders.id', operator: 'gt', values: [String(Math.abs(round))] }],
  }),
  'ten thousand rows': (round) => ({
    dimensions: ['orders.id', 'orders.status', 'orders.created_at'],
    measures: ['orders.total'],
    filters: [{ member: 'orders.id', operator: 'lte', values: [String(10_000 - (Math.abs(round) % 3))] }],
  }),
};

/** The driver of an engine, without any code of Orrery. */
export interface DirectClient {
  readonly name: string;
  /** Reads all rows. */
  run(text: string, params: readonly (string | boolean | null)[]): Promise<unknown>;
}

/** Compares `/v1/load` with the same SQL run directly through the driver, with all rows read. */
export async function uncachedLoad(
  server: BenchServer,
  direct: DirectClient,
  allowedMs: number,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const statements = new Map<string, SqlAnswer['sql']['sql']>();
    const statementOf = async (query: object) => {
      const text = JSON.stringify(query);
      const known = statements.get(text);
      if (known) return known;
      // The shape of the contract's `/v1/sql` answer.
      const { sql } = JSON.parse(await server.get(`/cubejs-api/v1/sql?query=${encodeURIComponent(text)}`)) as SqlAnswer;
      statements.set(text, sql.sql);
      return sql.sql;
    };
    for (let round = -20; round < 20; round += 1) await statementOf(question(round));
    const samples = await timeInTurns(
      {
        load: (round) => server.load({ ...question(round), cache: 'no-cache' }),
        direct: async (round) => direct.run(...(await statementOf(question(round)))),
      },
      60,
    );
    const [load, alone] = [median(samples.load), median(samples.direct)];
    figures.push({
      name: `uncached load from ${direct.name}, ${name}`,
      measured: `${ms(load)} (${(load / alone).toFixed(2)}x, ${load >= alone ? '+' : ''}${(load - alone).toFixed(2)} ms)`,
      baseline: `${ms(alone)} direct ${direct.name}`,
      bound: `1.05x + ${allowedMs} ms`,
      isWithin: load <= alone * 1.05 + allowedMs,
    });
  }
  return figures;
}
