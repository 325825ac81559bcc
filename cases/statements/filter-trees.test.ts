import { convertedQuerySchema } from '@orrery/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparable } from '../truth-rows.ts';
import { conditionTrees } from './filter-trees.ts';
import { PostgresAnswers } from './postgres-answer.ts';
import { clickhouseKind, Shop, type SourceKind } from './shop.ts';

/** `npm run prove -- --only conditions` asks for more. */
const runs = Number(process.env.ORRERY_PROVE_RUNS ?? 60);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20261128);
const patienceMs = 3_600_000;

interface Shape {
  readonly name: string;
  readonly over: keyof typeof conditionTrees;
  around(condition: string): string;
}

const groups =
  '(SELECT priority AS k, COUNT(count) AS n, SUM(total_amount) AS s, MIN(min_amount) AS least FROM orders GROUP BY 1)';
const shapes: readonly Shape[] = [
  { name: 'WHERE', over: 'ofRows', around: (tree) => `SELECT id FROM orders WHERE ${tree}` },
  {
    name: 'WHERE with measures',
    over: 'ofRows',
    around: (tree) => `SELECT status, COUNT(count), SUM(total_amount) FROM orders WHERE ${tree} GROUP BY 1`,
  },
  {
    name: 'a view',
    over: 'ofRows',
    around: (tree) =>
      `SELECT city, COUNT(count) FROM orders_view WHERE ${tree.replaceAll(/\b(?:note|rate|amount)\b/g, (column) => (column === 'note' ? 'city' : 'id'))} GROUP BY 1`,
  },
  { name: 'a value', over: 'ofRows', around: (tree) => `SELECT id, (${tree}) AS v FROM orders` },
  {
    name: 'CASE',
    over: 'ofRows',
    around: (tree) => `SELECT id, CASE WHEN ${tree} THEN 'yes' WHEN NOT (${tree}) THEN 'no' END AS c FROM orders`,
  },
  {
    name: 'a group key',
    over: 'ofRows',
    around: (tree) => `SELECT CASE WHEN ${tree} THEN 'yes' ELSE 'no' END AS c, COUNT(count) FROM orders GROUP BY 1`,
  },
  {
    name: 'FILTER',
    over: 'ofRows',
    around: (tree) =>
      `SELECT COUNT(count) FILTER (WHERE ${tree}), SUM(total_amount) FILTER (WHERE NOT (${tree})) FROM orders`,
  },
  {
    name: 'CASE in an aggregate',
    over: 'ofRows',
    around: (tree) =>
      `SELECT SUM(CASE WHEN ${tree} THEN total_amount END), SUM(CASE WHEN ${tree} THEN total_amount ELSE 0 END) FROM orders`,
  },
  { name: 'HAVING', over: 'ofMeasures', around: (tree) => `SELECT status FROM orders GROUP BY status HAVING ${tree}` },
  { name: 'WHERE above groups', over: 'ofGroups', around: (tree) => `SELECT k, n, s FROM ${groups} t WHERE ${tree}` },
  {
    name: 'JOIN ON',
    over: 'ofGroups',
    around: (tree) =>
      `SELECT t.k, o.p FROM ${groups} t LEFT JOIN (SELECT priority AS p FROM orders GROUP BY 1) o ON o.p IS NOT DISTINCT FROM t.k AND (${tree})`,
  },
];

const kinds: readonly { readonly kind: SourceKind; readonly leastAnswered: number }[] = [
  { kind: 'duckdb', leastAnswered: 1 },
  { kind: 'postgres', leastAnswered: 0.9 },
  { kind: 'mysql', leastAnswered: 0.6 },
  ...clickhouseKind.map((kind) => ({ kind, leastAnswered: 0.9 })),
];
const refusals = /^(?:Unsupported|Rewrite) Error: /;

let postgres: PostgresAnswers;
beforeAll(async () => {
  postgres = await PostgresAnswers.open();
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

async function truthOf(sql: string) {
  const { rows, types } = await postgres.ask(sql);
  return { rows, isDouble: types.map((type) => ['Double', 'Int32', 'Int64'].includes(type)) };
}

describe.each(kinds)('conditions on $kind', ({ kind, leastAnswered }) => {
  let shop: Shop;
  const counted = { asked: 0, answered: 0, converted: 0 };
  beforeAll(async () => {
    shop = await Shop.open(kind);
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  it.each(shapes)(
    'keep the rows that PostgreSQL keeps: $name',
    async ({ name, over, around }) => {
      await fc.assert(
        fc.asyncProperty(conditionTrees[over], async (tree) => {
          const sql = around(tree);
          const truth = await truthOf(sql);
          const lines = await shop.ask(sql);
          const error = lines.find((line) => line.error !== undefined)?.error;
          counted.asked += 1;
          if (error !== undefined && refusals.test(error)) return;
          counted.answered += 1;
          const rows = lines.flatMap(({ data }) => data ?? []);
          expect({ sql, error, rows: comparable(rows, truth, false) }).toEqual({
            sql,
            error: undefined,
            rows: comparable(truth.rows, truth, false),
          });
        }),
        { numRuns: runs, seed: seed + shapes.findIndex((one) => one.name === name) },
      );
    },
    patienceMs,
  );

  it(
    'keep them as filters of a query',
    async () => {
      await fc.assert(
        fc.asyncProperty(conditionTrees.ofRows, async (tree) => {
          const sql = `SELECT id FROM orders WHERE ${tree}`;
          const text = await post(shop, 'convert-query', { input: 'sql', output: 'rest', query: sql });
          const answer = convertedQuerySchema.parse(JSON.parse(text));
          if (answer.status === 'error') return;
          counted.converted += 1;
          const { data } = JSON.parse(await post(shop, 'load', { query: answer.query }));
          const found = (data as Record<string, string>[]).map((row) => String(row['orders.id'])).toSorted();
          const { rows } = await truthOf(sql);
          expect({ sql, found }).toEqual({ sql, found: rows.map(([id]) => String(id)).toSorted() });
        }),
        { numRuns: runs * 2, seed },
      );
      expect(counted.converted).toBeGreaterThan(runs / 2);
    },
    patienceMs,
  );

  it('are answered', () => {
    expect(counted.answered / counted.asked).toBeGreaterThanOrEqual(leastAnswered);
  });
});

async function post(shop: Shop, path: string, body: object): Promise<string> {
  const { origin, token } = shop.served;
  const response = await fetch(`${origin}/cubejs-api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.text();
}

const orders = `CREATE TABLE orders (id INTEGER, status VARCHAR, flag BOOLEAN, amount INTEGER);
INSERT INTO orders SELECT n, CASE WHEN n <= 66 THEN 'paid' WHEN n <= 271 THEN 'open' END,
  CASE WHEN n <= 121 THEN true WHEN n <= 252 THEN false END, CASE WHEN n <= 271 THEN 1 END FROM (${numbersTo300()}) one;`;
const model = `cubes:
  - name: orders
    sql_table: orders
    measures:
      - { name: count, type: count }
      - { name: amount, sql: amount, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: flag, sql: flag, type: boolean }
`;

function numbersTo300(): string {
  return Array.from({ length: 300 }, (_, at) => `SELECT ${at + 1} AS n`).join(' UNION ALL ');
}

/** 66 of 300 are paid, 29 have no status; 121 have the flag, 131 do not, and of 48 it is unknown. */
const counts: readonly (readonly [string, number])[] = [
  ["NOT (status = 'paid' OR status IS NULL)", 205],
  ["NOT (status IS DISTINCT FROM 'paid')", 66],
  ["NOT (status IS NOT DISTINCT FROM 'paid')", 234],
  ['NOT (flag IS TRUE)', 179],
  ['NOT (flag IS NOT TRUE)', 121],
  ['NOT (flag IS FALSE)', 169],
  ['NOT (flag IS NOT FALSE)', 131],
  ['NOT (flag IS UNKNOWN)', 252],
  ['NOT flag', 131],
  ['(NOT flag) IS NOT TRUE', 169],
  ["NOT (status = 'paid' AND status IS NOT NULL)", 234],
  ["(status = 'paid') IS NOT TRUE", 234],
  ["(status <> 'paid') IS UNKNOWN", 29],
  ["NOT ((status IN ('paid') OR status IS NULL) AND flag IS TRUE)", 234],
];

it.each(kinds)('NOT around a test of NULL counts what PostgreSQL counts, on $kind', async ({ kind }) => {
  await using shop = await Shop.of(kind, model, orders);
  const found: (readonly [string, unknown])[] = [];
  for (const [condition] of counts) {
    const [, line] = await shop.ask(`SELECT COUNT(count) FROM orders WHERE ${condition}`);
    found.push([condition, Number(line?.data?.[0]?.[0])]);
  }
  expect(found).toEqual(counts);
  const having =
    'SELECT status, SUM(amount) AS s FROM orders GROUP BY 1 HAVING NOT (SUM(amount) = 66 OR SUM(amount) IS NULL)';
  expect((await shop.ask(having)).slice(1)).toEqual([{ data: [['open', '205']] }]);
});
