import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireQuery } from '@orrery/contract';
import {
  accessFor,
  bindQuery,
  compileQuery,
  dialectFor,
  type Instant,
  parseZone,
  type PolicyCaller,
} from '@orrery/semantic';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toQuery } from '../../runtime/src/request/wire.ts';
import { prepareShop } from '../../../examples/shop/prepare.ts';
import { analyse } from './analyse.ts';
import type { FoundValues, Given } from './outcome.ts';
import { shopModel, visibleShop } from './shop-fixture.ts';

const now = new Date('2026-03-01T09:00:00Z');
const { index } = shopModel();
const model = await visibleShop();
/** Somebody whom no policy keeps anything from. */
const manager: PolicyCaller = { securityContext: {}, groups: ['managers'], roles: [], userAttributes: {} };

let directory: string;
let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'analyst-'));
  const { file } = await prepareShop({ directory, today: '2026-03-01' });
  instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  connection = await instance.connect();
});
afterAll(async () => {
  connection.closeSync();
  instance.closeSync();
  await rm(directory, { recursive: true });
});

/** Questions beside SQL that was written by hand, over tables and never over the model. */
const questions: readonly (readonly [question: string, truth: string])[] = [
  ['How many orders?', 'SELECT count(*) FROM orders'],
  [
    'Orders per month in 2025',
    `SELECT date_trunc('month', created_at), count(*) FROM orders WHERE year(created_at) = 2025 GROUP BY 1`,
  ],
  ['How many customers?', 'SELECT count(*) FROM customers'],
  ['Customers by country', 'SELECT country, count(*) FROM customers GROUP BY 1'],
  ['How many web sessions', 'SELECT count(*) FROM sessions'],
  ['Visits by device', 'SELECT device, count(*) FROM sessions GROUP BY 1'],
  [
    'What was our revenue in May 2025?',
    `SELECT sum(total) FROM orders WHERE status <> 'cancelled' AND created_at >= '2025-05-01' AND created_at < '2025-06-01'`,
  ],
  [
    'Monthly revenue for the last two years',
    `SELECT date_trunc('month', created_at), sum(total) FROM orders
     WHERE status <> 'cancelled' AND year(created_at) IN (2024, 2025) GROUP BY 1`,
  ],
  [
    'revenue by store in the last 3 months',
    `SELECT s.name, sum(total) FROM orders o JOIN stores s ON s.id = o.store_id
     WHERE status <> 'cancelled' AND created_at >= '2025-12-01' AND created_at < '2026-03-01' GROUP BY 1`,
  ],
  [
    'Top 5 products by sales',
    `SELECT p.name, sum(quantity * unit_price) AS sales FROM order_items i JOIN products p ON p.id = i.product_id
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`,
  ],
  [
    'Units by department since January 2026',
    `SELECT c.department, sum(quantity) FROM order_items i JOIN products p ON p.id = i.product_id
     JOIN categories c ON c.id = p.category_id JOIN orders o ON o.id = i.order_id
     WHERE o.created_at >= '2026-01-01' AND o.created_at < '2026-03-02' GROUP BY 1`,
  ],
  [
    'refund amount per quarter in 2025',
    `SELECT date_trunc('quarter', created_at), sum(amount) FROM refunds WHERE year(created_at) = 2025 GROUP BY 1`,
  ],
  ['how many refunds by reason', 'SELECT reason, count(*) FROM refunds GROUP BY 1'],
  ['revenue before 2024', `SELECT sum(total) FROM orders WHERE status <> 'cancelled' AND created_at < '2024-01-01'`],
  [
    'how many guest orders in Q2 2025',
    `SELECT count(*) FROM orders WHERE customer_id IS NULL
     AND created_at >= '2025-04-01' AND created_at < '2025-07-01'`,
  ],
  [
    'completed orders by payment method',
    `SELECT payment_method, count(*) FROM orders WHERE status = 'completed' GROUP BY 1`,
  ],
  [
    'orders with status shipped or completed by channel',
    `SELECT s.channel, count(*) FROM orders o JOIN stores s ON s.id = o.store_id
     WHERE status IN ('shipped', 'completed') GROUP BY 1`,
  ],
  [
    'sales of Coffee by month this year',
    `SELECT date_trunc('month', o.created_at), sum(quantity * unit_price) FROM order_items i
     JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id
     JOIN categories c ON c.id = p.category_id
     WHERE c.name = 'Coffee' AND year(o.created_at) = 2026 GROUP BY 1`,
  ],
  [
    'which store had the lowest cancellation rate in 2025',
    `SELECT s.name, 1.0 * count(*) FILTER (status = 'cancelled') / count(*) AS rate FROM orders o
     JOIN stores s ON s.id = o.store_id WHERE year(created_at) = 2025 GROUP BY 1 ORDER BY 2, 1 LIMIT 1`,
  ],
  [
    'top 3 months by revenue',
    `SELECT date_trunc('month', created_at), sum(total) FROM orders WHERE status <> 'cancelled'
     GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  ['list all stores', 'SELECT DISTINCT name FROM stores'],
  [
    'revenue of stores.city "Lisbon" yesterday',
    `SELECT sum(total) FROM orders o JOIN stores s ON s.id = o.store_id
     WHERE status <> 'cancelled' AND s.city = 'Lisbon' AND created_at >= '2026-02-28' AND created_at < '2026-03-01'`,
  ],
];

it.each(questions)('%s', async (question, truth) => {
  const query = await understand(question);
  const rows = await run(query);
  expect(rows.length).toBeGreaterThan(0);
  expect(sorted(rows)).toEqual(sorted((await connection.runAndReadAll(truth)).getRows()));
});

it('finds values in the data, whatever their case', async () => {
  const query = await understand('SALES OF COFFEE');
  expect(query.filters).toEqual([{ member: 'sales.category', operator: 'equals', values: ['Coffee'] }]);
});

async function understand(question: string): Promise<WireQuery> {
  const given: Given = { model, now, timezone: 'UTC' };
  let outcome = analyse(question, given);
  if (outcome.kind === 'lookup') {
    const pairs = outcome.wanted.flatMap(({ words, members }) => members.map((member) => ({ words, member })));
    const values = await Promise.all(pairs.map(lookUp));
    outcome = analyse(question, { ...given, values });
  }
  if (outcome.kind !== 'query') throw new Error(JSON.stringify(outcome));
  return outcome.query;
}

/** As the host does it: distinct values of the dimension that contain the words. */
async function lookUp({ words, member }: { readonly words: string; readonly member: string }): Promise<FoundValues> {
  const rows = await run({ dimensions: [member], filters: [{ member, operator: 'contains', values: [words] }] });
  return { words, member, values: rows.map(([value]) => String(value)) };
}

async function run(wire: WireQuery): Promise<readonly (readonly unknown[])[]> {
  const [duckdb, utc] = [dialectFor('duckdb'), parseZone('UTC')];
  if (!duckdb || !utc) throw new Error('DuckDB and UTC are always known');
  const bound = bindQuery(toQuery(wire), index, {
    now: now.getTime() as Instant,
    access: accessFor(index, manager),
    defaultZone: utc,
    defaultLimit: 1000,
    maxLimit: 1000,
  });
  if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
  const compiled = compileQuery(bound.value, index, duckdb);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return (await connection.runAndReadAll(compiled.value.text, [...compiled.value.params])).getRows();
}

/** Rows as text in one order; numbers with the digits that both sides have. */
function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => row.map(shown).join(' | ')).toSorted();
}

function shown(value: unknown): string {
  // DuckDB has a date for months and a time for buckets.
  const text = String(value).replace(' 00:00:00', '');
  return /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(text) ? String(Number(Number(text).toPrecision(9))) : text;
}
