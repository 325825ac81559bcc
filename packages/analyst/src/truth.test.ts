import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireQuery } from '@orrery/contract';
import type { PolicyCaller } from '../../kernel/src/caller/policy-caller.ts';
import { accessFor, bindQuery, compileQuery, dialectFor, type Instant, openAccess, parseZone } from '@orrery/semantic';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toQuery } from '../../runtime/src/request/wire.ts';
import { prepareShop } from '../../../examples/shop/prepare.ts';
import { analyse } from './analyse.ts';
import type {
  FoundNames,
  FoundValues,
  QuestionContext,
  AnalysisOutcome,
  WantedNames,
  WantedValues,
} from './outcome.ts';
import { rowsOfModel } from './rows-of-model.ts';
import { shopModel, visibleShop } from './shop-fixture.ts';

const now = new Date('2026-03-01T09:00:00Z');
const { index } = shopModel();
const model = await visibleShop(true);
const rows = rowsOfModel(index, openAccess);
/** As the project says it of its agent. */
const preferred = ['sales', 'store_performance', 'customer_360'];
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
  ['how many visits were there in 2025', `SELECT count(*) FROM sessions WHERE year(started_at) = 2025`],
  ['page views by source', 'SELECT source, sum(page_views) FROM sessions GROUP BY 1'],
  [
    'conversion rate by device',
    'SELECT device, 1.0 * count(*) FILTER (order_id IS NOT NULL) / count(*) FROM sessions GROUP BY 1',
  ],
  ['conversion rate', 'SELECT 1.0 * count(*) FILTER (order_id IS NOT NULL) / count(*) FROM sessions'],
  [
    'bounces per month in 2025',
    `SELECT date_trunc('month', started_at), count(*) FROM sessions
     WHERE duration_seconds = 0 AND year(started_at) = 2025 GROUP BY 1`,
  ],
  [
    'visits by country',
    'SELECT c.country, count(*) FROM sessions s LEFT JOIN customers c ON c.id = s.customer_id GROUP BY 1',
  ],
  [
    'visits in Lisbon',
    `SELECT count(*) FROM sessions s JOIN customers c ON c.id = s.customer_id WHERE c.city = 'Lisbon'`,
  ],
  [
    'revenue by customer country',
    `SELECT c.country, sum(total) FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
     WHERE status <> 'cancelled' GROUP BY 1`,
  ],
  [
    'orders by generation',
    `SELECT CASE WHEN birth_year >= 1997 THEN 'Generation Z' WHEN birth_year >= 1981 THEN 'Millennials'
     WHEN birth_year >= 1965 THEN 'Generation X' WHEN birth_year IS NOT NULL THEN 'Boomers' ELSE 'Unknown' END, count(*)
     FROM orders o LEFT JOIN customers c ON c.id = o.customer_id GROUP BY 1`,
  ],
  [
    'net revenue by customer country',
    `SELECT c.country, sum(o.total) FILTER (status <> 'cancelled') - COALESCE(sum(r.amount), 0)
     FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
     LEFT JOIN (SELECT order_id, sum(amount) AS amount FROM refunds GROUP BY 1) r ON r.order_id = o.id GROUP BY 1`,
  ],
  [
    'refunds by store in May 2025',
    `SELECT s.name, count(*) FROM refunds r LEFT JOIN stores s ON s.id = r.store_id
     WHERE r.created_at >= '2025-05-01' AND r.created_at < '2025-06-01' GROUP BY 1`,
  ],
  ['refund amount', 'SELECT sum(amount) FROM refunds'],
  [
    'orders by size',
    `SELECT CASE WHEN total >= 200 THEN 'large' WHEN total >= 50 THEN 'medium' ELSE 'small' END, count(*) FROM orders GROUP BY 1`,
  ],
  [
    'Top 5 customers by sales',
    `SELECT c.id, c.name, sum(quantity * unit_price) AS sales FROM order_items i JOIN orders o ON o.id = i.order_id
     JOIN customers c ON c.id = o.customer_id GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 5`,
  ],
  [
    'which customer has the most orders',
    `SELECT c.id, c.name, count(*) FROM orders o JOIN customers c ON c.id = o.customer_id
     GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 1`,
  ],
  [
    'top 3 brands by sales',
    `SELECT p.brand, sum(quantity * unit_price) AS sales FROM order_items i JOIN products p ON p.id = i.product_id
     WHERE p.brand IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
  ],
  ['customers who want the newsletter', 'SELECT count(*) FROM customers WHERE wants_newsletter'],
  [
    'customers in Portugal with generation Z',
    "SELECT count(*) FROM customers WHERE birth_year >= 1997 AND country = 'Portugal'",
  ],
  ['list the stores in Portugal', `SELECT name FROM stores WHERE country = 'Portugal'`],
  ['how many customers are there in Portugal', `SELECT count(*) FROM customers WHERE country = 'Portugal'`],
  [
    'sales of lamps and blankets',
    `SELECT sum(quantity * unit_price) FROM order_items i JOIN products p ON p.id = i.product_id
     JOIN categories c ON c.id = p.category_id WHERE c.name IN ('Lamps', 'Blankets')`,
  ],
  [
    'revenue in Store Performance City "Lisbon" or Porto',
    `SELECT sum(total) FROM orders o JOIN stores s ON s.id = o.store_id
     WHERE status <> 'cancelled' AND s.city IN ('Lisbon', 'Porto')`,
  ],
  [
    'revenue in Customers City "Lisbon" or Porto',
    `SELECT sum(total) FROM orders o JOIN customers c ON c.id = o.customer_id
     WHERE status <> 'cancelled' AND c.city IN ('Lisbon', 'Porto')`,
  ],
  [
    'orders by category in the sales view',
    `SELECT c.name, count(DISTINCT i.order_id) FROM order_items i JOIN products p ON p.id = i.product_id
     JOIN categories c ON c.id = p.category_id GROUP BY 1`,
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

it.each([
  ['orders by category', 'orders by category in the Sales view'],
  ['orders and refunds by store', 'orders and refunds by store in the Store Performance view'],
  ['orders by refund reason', 'orders by refund reason in the Store Performance view'],
  ['sales by tag', 'sales by tag in the Order Items cube'],
  ['orders by loyalty', 'orders by loyalty in the Customer 360 view'],
  ['revenue in Lisbon or Porto', 'revenue in Store Performance City "Lisbon" or Porto'],
])('asks back where rows would be left out or repeated, or two fields have a value: %s', async (question, choice) => {
  const outcome = await settle(question);
  if (outcome.kind !== 'clarify') throw new Error(JSON.stringify(outcome));
  expect(outcome.choices).toContain(choice);
  expect((await settle(choice)).kind).toBe('query');
});

it.each([
  [
    'sales by customer name',
    'Several may have the same Customer Name: they are one row; ask for it by Customer Number',
  ],
  ['orders of Luca Ferreira', 'Several may have the same Customer Name: they are counted together'],
  ['sales of Luca Ferreira', 'they are counted together; ask for it by Customer Number'],
])('says where people of one name are counted together: %s', async (question, note) => {
  const outcome = await settle(question);
  expect(outcome.kind === 'query' && outcome.description).toContain(note);
});

it('says nothing of names that are unique', async () => {
  for (const question of ['sales by product name', 'revenue of Lisbon Central']) {
    const outcome = await settle(question);
    expect(outcome.kind === 'query' && outcome.description).not.toContain('the same');
  }
});

it('finds values in the data, whatever their case', async () => {
  const query = await understand('SALES OF COFFEE');
  expect(query.filters).toEqual([{ member: 'sales.category', operator: 'equals', values: ['Coffee'] }]);
});

async function understand(question: string): Promise<WireQuery> {
  const outcome = await settle(question);
  if (outcome.kind !== 'query') throw new Error(JSON.stringify(outcome));
  return outcome.query;
}

async function settle(question: string): Promise<AnalysisOutcome> {
  const given: QuestionContext = { model, rows, preferred, now, timezone: 'UTC' };
  const [values, names]: [FoundValues[], FoundNames[]] = [[], []];
  let outcome = analyse(question, given);
  for (let round = 1; outcome.kind === 'lookup' && round < 5; round += 1) {
    const pairs = outcome.wanted.flatMap(({ members, ...one }) => members.map((member) => ({ ...one, member })));
    for (const pair of pairs) values.push(await lookUp(pair));
    for (const wanted of outcome.names) names.push(await countNames(wanted));
    outcome = analyse(question, { ...given, values, names });
  }
  return outcome;
}

/** As the host does it: distinct values of the dimension that contain the words. */
async function lookUp({ words, search, member }: Omit<WantedValues, 'members'> & { readonly member: string }) {
  const found = await run({ dimensions: [member], filters: [{ member, operator: 'contains', values: [search] }] });
  return { words, member, values: found.map(([value]) => String(value)) };
}

/** As the host does it: the rows of the name that most of them have. */
async function countNames({ member, count }: WantedNames): Promise<FoundNames> {
  const found = await run({ measures: [count], dimensions: [member], order: [[count, 'desc']], limit: 1 });
  return { member, areUnique: found.every((row) => Number(row[1]) <= 1) };
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
