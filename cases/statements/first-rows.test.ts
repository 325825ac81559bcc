import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop, type SourceKind, type StatementLine } from './shop.ts';

/** What is ordered: the columns of the answer, all of which are keys. */
const selections: readonly (readonly [select: string, keys: number])[] = [
  ['SELECT status, priority, amount FROM orders', 3],
  ['SELECT note, created_at FROM orders', 2],
  ['SELECT shipped_at, rate FROM orders', 2],
  ['SELECT amount, status FROM orders', 2],
  ['SELECT is_paid, id FROM orders', 2],
  ['SELECT status, COUNT(*) AS c, SUM(total_amount) AS s FROM orders GROUP BY 1', 3],
  ['SELECT MEASURE(count) AS c, priority FROM orders GROUP BY 2', 2],
  ["SELECT DATE_TRUNC('month', created_at) AS m, MAX(max_amount) AS x FROM orders GROUP BY 1", 2],
  ['SELECT o.status, c.city, MEASURE(o.avg_amount) AS a FROM orders o CROSS JOIN customers c GROUP BY 1, 2', 3],
];
const directions = ['', ' DESC', ' NULLS FIRST', ' DESC NULLS LAST'];
const limits = [
  { words: 'LIMIT 1', from: 0, to: 1 },
  { words: 'LIMIT 4', from: 0, to: 4 },
  { words: 'LIMIT 3 OFFSET 2', from: 2, to: 5 },
  { words: 'LIMIT 1000', from: 0, to: 1000 },
];

describe.each<SourceKind>(['duckdb', 'postgres', 'mysql'])('the first rows on %s', (kind) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(kind);
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  async function rows(query: string): Promise<NonNullable<StatementLine['data']>> {
    const lines = await shop.ask(query);
    return lines.flatMap(({ data, error }) => {
      if (error !== undefined) throw new Error(error);
      return data ?? [];
    });
  }

  it.each(selections)('%s', async (select, keys) => {
    for (const [index, direction] of directions.entries()) {
      const by = Array.from({ length: keys }, (_, at) => `${at + 1}${directions[(index + at) % 4] ?? direction}`);
      const ordered = `${select} ORDER BY ${by.join(', ')}`;
      // Rows are numbered above all of the data source.
      const all = await rows(
        `SELECT * FROM (SELECT *, ROW_NUMBER() OVER () AS n FROM (${select}) AS t) AS u ORDER BY ${by.join(', ')}`,
      );
      const whole = all.map((row) => row.slice(0, -1));
      for (const { words, from, to } of limits) {
        expect({ words, rows: await rows(`${ordered} ${words}`) }).toEqual({ words, rows: whole.slice(from, to) });
      }
    }
  });
});
