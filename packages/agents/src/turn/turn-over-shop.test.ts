import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readByAnalyst } from './read-by-analyst.ts';
import { runTurn } from './run-turn.ts';
import {
  call,
  dependenciesOf,
  finalOf,
  partsOf,
  query,
  resultsOf,
  scripted,
  turnOf,
} from './scripted-model-fixture.ts';
import { openShop } from './shop-fixture.ts';
import type { DataOfTurn } from './turn.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let data: DataOfTurn;
beforeAll(async () => {
  shop = await openShop(withLongQueries);
  data = await shop.dataFor();
});
afterAll(() => shop.close());

/** Lets queries run for longer than this test waits. */
async function withLongQueries(directory: string): Promise<void> {
  const file = join(directory, 'orrery.yml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('timeout_seconds: 60', 'timeout_seconds: 600'));
}

const never = new AbortController().signal;
const orders2025 = "FROM sales WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01'";

it('a model that looks for members, queries and answers is confirmed, digit by digit', async () => {
  const [[orders = '', sales = ''] = []] = await shop.rowsOf(`SELECT CAST(count(DISTINCT o.id) AS VARCHAR),
    CAST(sum(i.quantity * i.unit_price) AS VARCHAR) FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.created_at >= '2025-01-01' AND o.created_at < '2026-01-01'`);
  const model = scripted([
    [call('orreryMeta', { searchQuery: 'orders sales' })],
    [query(`SELECT MEASURE(orders) AS orders, MEASURE(units) AS units ${orders2025}`)],
    `There were ${Number(orders).toLocaleString('en-US')} orders in 2025.`,
  ]);
  const parts = await partsOf(runTurn(turnOf('How many orders in 2025?', data), dependenciesOf(model.stream), never));
  expect(finalOf(parts)).toBe(`There were ${Number(orders).toLocaleString('en-US')} orders in 2025.`);
  expect(model.requests).toHaveLength(3);
  expect(sales).not.toBe('');
});

it('a model that gives a neighbouring number is corrected, and then named', async () => {
  const model = scripted([[query(`SELECT MEASURE(orders) AS orders ${orders2025}`)], 'There were 1 orders in 2025.']);
  const parts = await partsOf(runTurn(turnOf('How many orders in 2025?', data), dependenciesOf(model.stream), never));
  expect(finalOf(parts)).toContain(
    '**Not confirmed:** I could not confirm this number with the results of the queries: `1`.',
  );
});

it('the analyst reads the question too, and offers its reading where the rows are others', async () => {
  const answered = async (sql: string) => {
    const model = scripted([[query(sql)], 'This is the revenue by channel.']);
    const deps = { ...dependenciesOf(model.stream), readOtherwise: readByAnalyst };
    return finalOf(await partsOf(runTurn(turnOf('store performance revenue by channel in 2025', data), deps, never)));
  };
  const revenue = 'SELECT channel, MEASURE(revenue) AS revenue FROM store_performance';
  const period = "WHERE created_at >= '2025-01-01' AND created_at < '2026-01-01' GROUP BY 1";
  expect(await answered(`${revenue} ${period}`)).toBe('This is the revenue by channel.');
  const other = await answered(`${revenue} GROUP BY 1`);
  expect(other).toMatch(/\*\*Another reading:\*\* the question can also mean: .*Revenue.*2025/);
});

it('a failed query is corrected with the words of the error', async () => {
  const model = scripted([
    [query('SELECT MEASURE(order) AS n FROM sales')],
    ({ messages }) => {
      expect(JSON.stringify(messages)).toMatch(/error-text.*order/);
      return [query('SELECT MEASURE(orders) AS n FROM sales')];
    },
    'Done.',
  ]);
  const parts = await partsOf(runTurn(turnOf('?', data), dependenciesOf(model.stream), never));
  expect(resultsOf(parts).map((result) => 'error' in result)).toEqual([true, false]);
});

it('aborting a turn cancels its query on the engine', async () => {
  const names = ['b', 'c', 'd', 'e']
    .map((name) => `CROSS JOIN (SELECT name FROM customers LIMIT 9000) ${name}`)
    .join(' ');
  const all = "a.name || b.name || c.name || d.name || e.name < 'M'";
  const slow = `SELECT COUNT(*) AS n FROM (SELECT name FROM customers LIMIT 9000) a ${names} WHERE ${all}`;
  // The source is asked for the types of its columns with the first statement, and only the query runs below.
  await data.statement('SELECT name FROM customers LIMIT 1', { signal: never, maxRows: 1 });
  const abort = new AbortController();
  const model = scripted([[query(slow)]]);
  const turn = partsOf(runTurn(turnOf('?', data), dependenciesOf(model.stream), abort.signal));
  const isRunning = () => shop.figures().some(({ running }) => running > 0);
  await Promise.race([turn, expect.poll(isRunning).toBe(true)]);
  abort.abort(new Error('stopped'));
  await expect(turn).rejects.toThrow('stopped');
  await data.statement('SELECT MEASURE(orders) AS n FROM sales', { signal: never, maxRows: 1 });
  // The engine is free again, which it would not be before the end of the query, or its bound of ten minutes.
  await expect.poll(() => shop.figures().every(({ running, waiting }) => running + waiting === 0)).toBe(true);
});
