import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerByAnalyst } from './answer-by-analyst.ts';
import { dataOf, finalOf, partsOf, plainAgent, resultsOf, turnOf } from './scripted-model-fixture.ts';
import { openShop } from './shop-fixture.ts';
import type { DataOfTurn, Turn } from './turn.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let data: DataOfTurn;
beforeAll(async () => {
  shop = await openShop();
  data = await shop.dataFor();
});
afterAll(() => shop.close());

const answer = (question: string, more: Partial<Turn> = {}) => {
  let ids = 0;
  const dependencies = { newId: () => `id-${(ids += 1)}` };
  return partsOf(answerByAnalyst(turnOf(question, data, more), dependencies, new AbortController().signal));
};
const question = 'store performance revenue by channel in 2025';

it('answers as hand-written SQL does, with the tools of models', async () => {
  const parts = await answer(question);
  const truth = await shop.rowsOf(`SELECT s.channel, CAST(round(sum(o.total), 2) AS VARCHAR) FROM orders o
    LEFT JOIN stores s ON s.id = o.store_id WHERE o.status <> 'cancelled' AND o.created_at >= '2025-01-01' AND o.created_at < '2026-01-01' GROUP BY 1`);
  expect(parts.flatMap((part) => (part.type === 'tool-start' ? [part.name] : []))).toEqual([
    'orreryMeta',
    'orrerySqlApi',
  ]);
  const rows = resultsOf(parts)[1]?.['data'] as unknown as readonly (readonly [string, string])[];
  expect(new Map(rows.map(([channel, revenue]) => [channel, Number(revenue)]))).toEqual(
    new Map(truth.map(([channel, revenue]) => [channel, Number(revenue)])),
  );
  for (const [channel] of truth) expect(finalOf(parts)).toContain(String(channel));
  expect(finalOf(parts)).toMatch(/^\*\*.*Revenue.*\*\*\n\n\| .* \|\n\| --- \| ---: \|\n/);
  expect(finalOf(parts)).toContain('2025');
});

it('asks other cubes where the views of its agent lose rows', async () => {
  const agent = { ...plainAgent, accessibleViews: ['sales', 'store_performance', 'customer_360'] };
  const [[truth] = []] = await shop.rowsOf('SELECT COUNT(*) FROM sessions WHERE year(started_at) = 2025');
  const final = finalOf(await answer('how many visits were there in 2025', { agent }));
  expect(final).toContain(`**${Number(truth).toLocaleString('en-US')}**`);
  expect(finalOf(await answer('what can I ask?', { agent }))).not.toContain('Web Sessions');
});

it('tells people of one name apart, and ranks nobody without a name', async () => {
  const truth = await shop.rowsOf(`SELECT c.id, c.name, CAST(round(sum(quantity * unit_price), 2) AS VARCHAR)
    FROM order_items i JOIN orders o ON o.id = i.order_id JOIN customers c ON c.id = o.customer_id
    GROUP BY 1, 2 ORDER BY sum(quantity * unit_price) DESC LIMIT 5`);
  const rows = resultsOf(await answer('Top 5 customers by sales'))[1]?.['data'] as unknown as unknown[][];
  expect(rows.map(([id, name, sales]) => [Number(id), name, Number(sales)])).toEqual(
    truth.map(([id, name, sales]) => [Number(id), name, Number(sales)]),
  );
});

it('says how many rows there are, whatever the limit of queries without one', async () => {
  const [[customers] = []] = await shop.rowsOf('SELECT count(*) FROM customers');
  expect(Number(customers)).toBeGreaterThan(10_000);
  const all = Number(customers).toLocaleString('en-US');
  expect(finalOf(await answer('list all customers'))).toContain(`The first 20 of ${all} rows.`);
  expect(finalOf(await answer('revenue by order number'))).toContain('The first 20 of more than 50,000 rows.');
});

it('asks for a row of each name where the key is not public', async () => {
  const hidden = await openShop(async (directory) => {
    const file = join(directory, 'model/cubes/customers.yml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('        public: true\n', ''));
    const view = join(directory, 'model/views/sales.yml');
    await writeFile(view, (await readFile(view, 'utf8')).replace('[id, name, city', '[name, city'));
  });
  try {
    const own = await hidden.dataFor();
    const final = finalOf(await answer('Top 5 customers by sales', { data: own }));
    expect(final).toContain('- Top 5 Customer Name by sales');
    expect(resultsOf(await answer('Top 5 Customer Name by sales', { data: own }))).toHaveLength(2);
  } finally {
    await hidden.close();
  }
});

it('leaves one cube where there are no views, and finds values among many text fields', async () => {
  const fields = Array.from({ length: 30 }, (_, n) => `\n      - { name: note_${n}, sql: name, type: string }`).join(
    '',
  );
  const cubes = await openShop(async (directory) => {
    await rm(join(directory, 'model/views'), { recursive: true });
    const file = join(directory, 'model/cubes/tags.yml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('    dimensions:', `    dimensions:${fields}`));
  });
  try {
    const own = await cubes.dataFor();
    const rowsFor = async (asked: string) => resultsOf(await answer(asked, { data: own }))[1]?.['data'];
    const truth = await cubes.rowsOf(`SELECT c.name, count(DISTINCT i.id) FROM order_items i
      JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id GROUP BY 1`);
    const counted = (await rowsFor('order items by category')) as unknown as unknown[][];
    expect(new Map(counted.map(([name, count]) => [name, Number(count)]))).toEqual(
      new Map(truth.map(([name, count]) => [name, Number(count)])),
    );
    const [[sales] = []] = await cubes.rowsOf(`SELECT CAST(sum(quantity * unit_price) AS VARCHAR) FROM order_items i
      JOIN products p ON p.id = i.product_id JOIN categories c ON c.id = p.category_id
      WHERE c.name IN ('Lamps', 'Blankets')`);
    const found = (await rowsFor('sales of lamps and blankets')) as unknown as unknown[][];
    expect(Number(found[0]?.[0])).toBe(Number(sales));
  } finally {
    await cubes.close();
  }
});

it('says which field to name when a value cannot be looked up, and does not call it unknown', async () => {
  const failing = { ...data, values: () => Promise.reject(new Error('the database is away')) };
  const final = finalOf(await answer('revenue in Lisbon', { data: failing }));
  expect(final).toContain('say which field it is a value of');
});

it('writes a single number with all of its digits', async () => {
  const [[truth] = []] = await shop.rowsOf('SELECT CAST(COUNT(*) AS VARCHAR) FROM customers');
  expect(finalOf(await answer('How many customers are there?'))).toContain(
    `**${Number(truth).toLocaleString('en-US')}**`,
  );
});

it('names times by their titles, and buckets by their length', async () => {
  const final = finalOf(await answer('orders by month in 2025'));
  expect(final).toContain('| Order Time |');
  expect(final).toContain('| Jan 2025 |');
});

it('answers a question that follows another, by what that one was understood as', async () => {
  const final = (await answer(question)).find((part) => part.type === 'final');
  const past = { question, calls: [], answer: final?.text ?? '', analysis: final?.analysis };
  const parts = await answer('now by month', { history: [past] });
  expect(JSON.stringify(resultsOf(parts)[1])).toMatch(/DATE_TRUNC\('month'.*2025/);
});

it('runs a certified query whose request is the question', async () => {
  const sql = 'SELECT MEASURE(orders) AS orders FROM sales';
  const agent = { ...plainAgent, certifiedQueries: [{ name: 'a', userRequest: 'How are we doing?', sql }] };
  const parts = await answer('How are we doing?', { agent });
  expect(resultsOf(parts)[1]).toMatchObject({ sqlQuery: sql });
});

it('names what it does not know, without a query, and says that it sees no images', async () => {
  const parts = await answer('revenue of zebras by xylophone', { images: [{ mimeType: 'image/png', data: 'AAAA' }] });
  expect(resultsOf(parts)).toEqual([]);
  expect(finalOf(parts)).toMatch(/^I cannot see images.*(zebras|xylophone)/s);
  expect(finalOf(parts)).not.toMatch(/\d/);
});

it('lists what there is to ask without a query', async () => {
  const parts = await answer('What can I ask?');
  expect(resultsOf(parts)).toEqual([]);
  expect(finalOf(parts)).toContain('Sales');
});

it('says that nothing matched, and shows rows as text', async () => {
  const rows = { ...data, statement: dataOf({ name: 'string' }, [['**x** | [a](http://x) <img>'], ['y']]).statement };
  const text = finalOf(await answer(question, { data: rows }));
  expect(text).toContain(String.raw`\*\*x\*\* \| \[a\] (http://x) < img>`);
  const none = { ...data, statement: dataOf({ name: 'string' }, []).statement };
  expect(finalOf(await answer(question, { data: none }))).toContain('Nothing matched.');
  const failing = { ...data, statement: () => Promise.reject(new Error('secret')) };
  const failed = finalOf(await answer(question, { data: failing }));
  expect(failed).toContain('The query did not work.');
  expect(failed).not.toContain('secret');
});
