import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WireQuery } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop } from './shop-fixture.ts';
import type { DataOfTurn, ResultOfStatement } from './turn.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
/** With answers of their own. */
let asQueries: DataOfTurn;
let asTexts: DataOfTurn;
beforeAll(async () => {
  shop = await openShop();
  [asQueries, asTexts] = [await shop.dataFor(), await shop.dataFor()];
});
afterAll(() => shop.close());

const { signal } = new AbortController();
const questions = resolve(import.meta.dirname, '../../../analyst/src/questions/shop.txt');
const lines = readFileSync(questions, 'utf8').split('\n');
const queries = [...new Set(lines.filter((line) => line.startsWith('  {"')))].map((line) => line.trim());

/** Everything but how long it took, and the SQL of the data source, which has other names of columns. */
function lasting({ origin, ...result }: ResultOfStatement) {
  if (!origin) throw new Error('the runtime tells how rows came about');
  const { cache: _, engineMs: __, statements, ...known } = origin;
  expect(statements).toHaveLength(2);
  return { ...result, origin: known };
}

it.each(queries)('a query runs as the statement that records show for it: %s', async (text) => {
  const query = { ...(JSON.parse(text) as WireQuery), timezone: asQueries.timezone };
  const printed = await asQueries.print(query);
  if (!printed) throw new Error('no statement says it');
  const options = { signal, maxRows: 100 };
  const [one, other] = [await asQueries.statement(printed, options), await asTexts.statement(printed.text, options)];
  expect(lasting(one)).toEqual(lasting(other));
  expect(await asQueries.columns(printed, { signal })).toEqual(await asTexts.columns(printed.text, { signal }));
});
