import { convertedQuerySchema } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStatements } from './read-statements.ts';
import { Shop } from './shop.ts';

/** Those that read the clock of another zone than the project's are none of the same query. */
const statements = readStatements().filter(({ refused, timezone }) => refused === undefined && timezone === undefined);

let shop: Shop;
const converted: string[] = [];
beforeAll(async () => {
  shop = await Shop.open('duckdb');
});
afterAll(() => shop?.[Symbol.asyncDispose]());

async function post(path: string, body: object) {
  const { origin, token } = shop.served;
  const response = await fetch(`${origin}/cubejs-api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

/** Rows as the values in them: a query has its columns by the kinds of its members, and each once. */
function comparable(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify([...new Set(row.map(cell))].toSorted())).toSorted();
}

/** A time with a granularity is shown under the name of the time too. */
function valuesOf(row: Readonly<Record<string, unknown>>): readonly unknown[] {
  const names = Object.keys(row);
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}.`))).map((name) => row[name]);
}

function cell(value: unknown): string {
  const text = String(value);
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? String(Number(Number(text).toPrecision(12))) : text;
}

it.each(statements)('$name', async ({ name, sql }) => {
  const { status, text } = await post('convert-query', { input: 'sql', output: 'rest', query: sql });
  expect({ status, text }).toEqual({ status: 200, text });
  const answer = convertedQuerySchema.parse(JSON.parse(text));
  if (answer.status === 'error') {
    expect(answer.reason).toMatch(/^[A-Z].+/);
    return;
  }
  const loaded = await post('load', { query: answer.query });
  if (loaded.text.includes('query.limit-exceeded')) return;
  if (loaded.status !== 200) throw new Error(loaded.text);
  const rows: readonly Readonly<Record<string, unknown>>[] = JSON.parse(loaded.text).data;
  const [schema, ...lines] = await shop.ask(sql);
  const expected = lines.flatMap(({ data }) => data ?? []);
  expect(rows).toHaveLength(expected.length);
  // Members that only the order or the groups of a statement name are shown by a query.
  const shown = new Set(schema?.schema?.map((_, index) => JSON.stringify(expected.map((row) => row[index])))).size;
  const [first = {}] = rows;
  if (ordersNullLast(sql) && !finer.has(name) && valuesOf(first).length <= shown) {
    converted.push(name);
    expect(comparable(rows.map(valuesOf))).toEqual(comparable(expected));
  }
});

/** What queries of the JSON API know to the millisecond, and statements to the microsecond. */
const finer: ReadonlySet<string> = new Set(['time/ranges: up to the last millisecond of a year']);

/** Whether the first rows are the same ones where NULL is last. */
function ordersNullLast(sql: string): boolean {
  return !/\bDESC\b(?! NULLS LAST)[^]*\b(?:LIMIT|FETCH)\b/i.test(sql);
}

it('converts many of them', () => {
  expect(converted.length).toBeGreaterThan(250);
});
