import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

/** DuckDB 1.5.6 computes the two sides of a join at the same time; which one is first differs from run to run. */
const RUNS = 40;

const first53 = '(SELECT * FROM sales ORDER BY id LIMIT 53)';
const last53 = '(SELECT * FROM sales ORDER BY id DESC LIMIT 53)';

const questions: Readonly<Record<string, readonly [text: string, right: readonly string[]]>> = {
  'a join': [`SELECT count(*), sum(part.id) FROM ${first53} AS part JOIN few ON part.customer = few.id`, ['3', '126']],
  'a left join with a condition on the joined table': [
    `SELECT count(*), sum(part.id) FROM ${first53} AS part LEFT JOIN few ON part.customer = few.id WHERE few.city = 'c1'`,
    ['1', '42'],
  ],
  'a right join': [
    `SELECT count(*), sum(part.id) FROM ${first53} AS part RIGHT JOIN few ON part.customer = few.id`,
    ['3', '126'],
  ],
  'a join of two columns': [
    `SELECT count(*), sum(part.id) FROM ${first53} AS part JOIN few ON part.customer = few.id AND part.id = few.id`,
    ['3', '126'],
  ],
  IN: [`SELECT count(*), sum(id) FROM ${first53} AS part WHERE customer IN (SELECT id FROM few)`, ['3', '126']],
  EXISTS: [
    `SELECT count(*), sum(id) FROM ${first53} AS part WHERE EXISTS (SELECT 1 FROM few WHERE few.id = part.customer)`,
    ['3', '126'],
  ],
  'a comparison with a single value': [
    `SELECT count(*), sum(id) FROM ${first53} AS part WHERE customer = (SELECT min(id) FROM few)`,
    ['1', '41'],
  ],
  INTERSECT: [
    `SELECT count(*), sum(customer) FROM (SELECT customer FROM ${first53} AS part INTERSECT SELECT id FROM few) AS common`,
    ['3', '126'],
  ],
  'a union of limited parts': [
    `SELECT count(*), sum(part.id) FROM (SELECT * FROM ${first53} AS a UNION ALL SELECT * FROM ${last53} AS b) AS part
      JOIN few ON part.customer = few.id`,
    ['6', '900102'],
  ],
  'a limited part of a join': [
    `SELECT count(*), sum(part.id)
      FROM (SELECT sales.* FROM sales JOIN customers ON sales.customer = customers.id ORDER BY sales.id LIMIT 53) AS part
      JOIN few ON part.customer = few.id`,
    ['3', '126'],
  ],
  'an offset': [
    `SELECT count(*), sum(part.id) FROM (SELECT * FROM sales ORDER BY id OFFSET 299950) AS part
      JOIN few ON part.customer = few.id`,
    ['3', '899976'],
  ],
  'a stored view with a limit': [
    'SELECT count(*), sum(part.id) FROM first_sales AS part JOIN few ON part.customer = few.id',
    ['3', '126'],
  ],
  'a grouped part': [
    `SELECT count(*), sum(part.id) FROM ${first53} AS part WHERE customer IN
      (SELECT customer FROM sales GROUP BY 1 HAVING sum(id) < 899922000)`,
    ['15', '219'],
  ],
};

it.for(Object.entries(questions))('keeps a limited part whole below %s', async ([, [text, right]]) => {
  const engine = await openForTest({ database: await salesDatabase(), threads: 2 });
  for (let run = 0; run < RUNS; run += 1) expect(await rowsOf(engine, text)).toEqual([right]);
});

async function salesDatabase(): Promise<string> {
  const path = join(temporaryFolder(), 'sales.duckdb');
  await writeDatabase(
    path,
    'CREATE TABLE sales AS SELECT i AS id, i % 50 AS customer FROM range(300000) AS numbers(i)',
    "CREATE TABLE customers AS SELECT i AS id, 'c' || i % 5 AS city FROM range(50) AS numbers(i)",
    "CREATE TABLE few AS SELECT 41 + i AS id, 'c' || i AS city FROM range(3) AS numbers(i)",
    'CREATE VIEW first_sales AS SELECT * FROM sales ORDER BY id LIMIT 53',
  );
  return path;
}
