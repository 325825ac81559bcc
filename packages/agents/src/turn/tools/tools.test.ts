import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop } from '../shop-fixture.ts';
import { plainAgent, turnOf } from '../scripted-model-fixture.ts';
import type { AgentInEffect, DataOfTurn } from '../turn.ts';
import { orreryDimensionValues } from './orrery-dimension-values.ts';
import { orreryInstructions } from './orrery-instructions.ts';
import { orreryMeta } from './orrery-meta.ts';
import { orrerySqlApi } from './orrery-sql-api.ts';
import type { EarlierResult, Tool } from './tool.ts';
import { toolError } from './tool-error.ts';

let shop: Awaited<ReturnType<typeof openShop>>;
let data: DataOfTurn;
beforeAll(async () => {
  shop = await openShop();
  data = await shop.dataFor();
});
afterAll(() => shop.close());

interface Given {
  readonly as?: DataOfTurn;
  readonly agent?: AgentInEffect;
  readonly earlier?: readonly EarlierResult[];
}

function contextOf({ as = data, agent = plainAgent, earlier = [] }: Given = {}) {
  return { turn: turnOf('?', as, { agent }), signal: new AbortController().signal, earlier, newId: () => 'an-id' };
}

/** Results of all tools, as clients read them. */
interface Told {
  readonly searchQuery: string;
  readonly cubes: readonly {
    readonly name: string;
    readonly type: string;
    readonly members: readonly { readonly name: string }[];
  }[];
  readonly schema: unknown;
  readonly data: readonly [string, string][];
  readonly totalRows: number;
  readonly vegaSpec: string;
  readonly values: readonly string[];
  readonly complete: boolean;
  readonly text: string;
  readonly note: string | undefined;
}

async function resultOf(tool: Pick<Tool, 'run'>, input: unknown, given?: Given): Promise<Told> {
  const { result, note } = await tool.run(input, contextOf(given));
  return { ...(JSON.parse(JSON.stringify(result)) as Told), note };
}

const words = { queryTitle: 'Title', description: 'Words', userRequest: 'Question' };

describe('orreryMeta', () => {
  it('finds members by the words of a question, in the shape of the contract', async () => {
    const found = await resultOf(orreryMeta, { searchQuery: 'revenue by store' });
    expect(found.searchQuery).toBe('revenue by store');
    expect(found.cubes[0]).toMatchObject({ type: 'view', name: 'store_performance', title: 'Store Performance' });
    const members = found.cubes[0]?.members ?? [];
    expect(members.find(({ name }) => name === 'store_performance.revenue')).toEqual({
      name: 'store_performance.revenue',
      title: expect.any(String),
      description: expect.any(String),
      type: 'number',
      aggType: 'sum',
    });
    expect(members.find(({ name }) => name === 'store_performance.store')).not.toHaveProperty('aggType');
  });

  it('finds by synonyms and what the model says to agents, tells both to the model, and nothing where nothing fits', async () => {
    const meta = await data.meta();
    const cubes = meta.cubes.map((cube) =>
      cube.name === 'sales' ? { ...cube, meta: { ai_context: 'About Umsatz', synonyms: ['takings'] } } : cube,
    );
    const as = { ...data, meta: () => Promise.resolve({ cubes }) };
    for (const searchQuery of ['takings', 'umsatz']) {
      const found = await resultOf(orreryMeta, { searchQuery }, { as });
      expect(found.cubes[0]?.name).toBe('sales');
      expect(found.note).toContain('About Umsatz');
    }
    expect((await resultOf(orreryMeta, { searchQuery: 'zebra xylophone' })).cubes).toEqual([]);
  });

  it('lists views first without words, at most 20, and those of the agent alone', async () => {
    const all = await resultOf(orreryMeta, { searchQuery: '' });
    expect(all.cubes.length).toBeLessThanOrEqual(20);
    expect(all.cubes[0]?.type).toBe('view');
    const agent = { ...plainAgent, accessibleViews: ['sales'] };
    const few = await resultOf(orreryMeta, { searchQuery: 'orders' }, { agent });
    expect(few.cubes.map(({ name }) => name)).toEqual(['sales']);
    const first = (await data.meta()).cubes.find(({ name }) => name === 'sales');
    const cubes = Array.from({ length: 60 }, (_, index) => ({ ...first, name: `sales_${index}` })) as never;
    const many = await resultOf(
      orreryMeta,
      { searchQuery: 'sales' },
      { as: { ...data, meta: async () => ({ cubes }) } },
    );
    expect(many.cubes).toHaveLength(20);
    expect(JSON.stringify(many.cubes).length).toBeLessThan(36_000);
    expect(many.note).toContain('Members are left out');
    const long = 'x'.repeat(100_000);
    const wide = {
      ...first,
      description: long,
      measures: first?.measures.map((each) => ({ ...each, description: long })),
    };
    const one = await resultOf(
      orreryMeta,
      { searchQuery: '' },
      { as: { ...data, meta: async () => ({ cubes: [wide] as never }) } },
    );
    expect(JSON.stringify(one).length).toBeLessThan(60_000);
  });

  it('shows members to those who may see them alone', async () => {
    const manager = await shop.dataFor({ cubeCloud: { groups: ['managers'] } });
    const names = async (as: DataOfTurn) =>
      JSON.stringify(await resultOf(orreryMeta, { searchQuery: 'customer email team' }, { as }));
    expect(await names(data)).not.toContain('team_sales.customer_email');
    expect(await names(manager)).toContain('team_sales.customer_email');
  });
});

describe('orrerySqlApi', () => {
  const byMonth = `SELECT DATE_TRUNC('month', ordered_at) AS month, MEASURE(orders) AS orders FROM sales
    WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1 ORDER BY 1`;

  it('answers as hand-written SQL does', async () => {
    const { data: rows, ...rest } = await resultOf(orrerySqlApi, { sqlQuery: byMonth, ...words });
    const truth = await shop.rowsOf(`SELECT strftime(date_trunc('month', o.created_at), '%Y-%m-%d'),
      CAST(count(DISTINCT o.id) AS VARCHAR) FROM orders o JOIN order_items i ON i.order_id = o.id
      WHERE o.created_at >= '2025-01-01' AND o.created_at < '2026-01-01' GROUP BY 1 ORDER BY 1`);
    expect(rows.map(([month, orders]) => [month.slice(0, 10), orders])).toEqual(truth);
    expect(rest).toMatchObject({ ...words, sqlQuery: byMonth, totalRows: 12, uuid: 'an-id' });
    expect(rest.schema).toEqual([
      { name: 'month', column_type: 'Timestamp' },
      { name: 'orders', column_type: 'Int64' },
    ]);
    const spec = JSON.parse(rest.vegaSpec);
    expect(spec.$schema).toBe('https://vega.github.io/schema/vega-lite/v5.json');
    expect(spec).not.toHaveProperty('data');
  });

  it('shows 100 rows and counts all', async () => {
    const sqlQuery = 'SELECT name, MEASURE(count) AS orders FROM customers GROUP BY 1';
    const [[truth] = []] = await shop.rowsOf(
      'SELECT CAST(least(count(DISTINCT name), 50000) AS INTEGER) FROM customers',
    );
    const found = await resultOf(orrerySqlApi, { sqlQuery, ...words });
    expect(found.data).toHaveLength(100);
    expect(found.totalRows).toBe(truth);
    expect((await resultOf(orrerySqlApi, { sqlQuery: `${sqlQuery} LIMIT 7`, ...words })).totalRows).toBe(7);
  });

  it('answers with the rows of the caller alone', async () => {
    const sqlQuery = 'SELECT region, customer_name, MEASURE(count) AS orders FROM team_sales GROUP BY 1, 2';
    const securityContext = { cubeCloud: { groups: ['teams'], userAttributes: { region: 'Southern Europe' } } };
    const as = await shop.dataFor(securityContext);
    const found = await resultOf(orrerySqlApi, { sqlQuery, ...words }, { as });
    expect(new Set(found.data.map(([region]) => region))).toEqual(new Set(['Southern Europe']));
    const error = await orrerySqlApi.run({ sqlQuery, ...words }, contextOf()).catch((thrown: unknown) => thrown);
    expect(toolError(error, 'id').error).toMatch(/^Error: BadRequestError: .*customer_name/s);
  });

  it.each([
    'SELEC 1',
    'DELETE FROM sales',
    'DROP TABLE orders',
    'SELECT * FROM no_such_view',
    'SELECT MEASURE(no_such) FROM sales',
    "SELECT * FROM read_csv('/etc/passwd')",
  ])('refuses %s in words, without what only the log may know', async (sqlQuery) => {
    const error = await orrerySqlApi.run({ sqlQuery, ...words }, contextOf()).catch((thrown: unknown) => thrown);
    expect(toolError(error, 'id').error).toMatch(/^Error: BadRequestError: ./);
    expect(toolError(error, 'id').error).not.toMatch(/shop\.duckdb|\.ts:|root:/);
  });

  it('keeps a good spec, and chooses another chart in place of a bad one', async () => {
    const bar = {
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      mark: 'bar',
      encoding: { x: { field: 'month', type: 'temporal' }, y: { field: 'orders', type: 'quantitative' } },
    };
    const good = await resultOf(orrerySqlApi, { sqlQuery: byMonth, ...words, vegaSpec: JSON.stringify(bar) });
    expect(JSON.parse(good.vegaSpec)).toEqual(bar);
    const bad = [
      { ...bar, $schema: 'https://vega.github.io/schema/vega-lite/v4.json' },
      { ...bar, $schema: undefined },
      { ...bar, data: { values: [{ month: 1 }] } },
      { ...bar, data: { url: 'http://127.0.0.1/' } },
      { ...bar, layer: [{ mark: 'bar', data: { values: [] } }] },
      { ...bar, datasets: {} },
      { ...bar, encoding: { ...bar.encoding, href: { value: 'http://127.0.0.1/' } } },
      { ...bar, encoding: { ...bar.encoding, url: { field: 'month' } } },
      { ...bar, mark: { type: 'image', url: 'http://127.0.0.1/' } },
      { ...bar, mark: { type: 'bar', href: 'x' } },
      { ...bar, encoding: { x: { field: 'revenue' } } },
      { ...bar, transform: [{ calculate: 'datum.secret', as: 'x' }] },
      { ...bar, transform: [{ filter: { field: 'secret', equal: 1 } }] },
      { ...bar, transform: [{ lookup: 'month', from: { data: { url: 'x' }, key: 'y' } }] },
      { ...bar, usermeta: { embedOptions: { loader: {} } } },
      [],
      'no json',
    ];
    for (const spec of bad) {
      const text = typeof spec === 'string' ? spec : JSON.stringify(spec);
      const found = await resultOf(orrerySqlApi, { sqlQuery: byMonth, ...words, vegaSpec: text });
      expect(found.note, text).toMatch(/^The vegaSpec was not used: /);
      expect(found.vegaSpec, text).not.toMatch(/127\.0\.0\.1|secret|"data":/);
    }
  });

  it('follows up an earlier result with its chart, and knows no others', async () => {
    const vegaSpec = JSON.stringify({
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      mark: 'area',
      encoding: { x: { field: 'month' }, y: { field: 'orders' } },
    });
    const earlier = [{ uuid: 'before', vegaSpec }];
    const found = await resultOf(orrerySqlApi, { sqlQuery: byMonth, ...words, memoryId: 'before' }, { earlier });
    expect(JSON.parse(found.vegaSpec).mark).toBe('area');
    const other = orrerySqlApi.run({ sqlQuery: byMonth, ...words, memoryId: 'other' }, contextOf({ earlier }));
    await expect(other).rejects.toThrow('There is no result "other" in this conversation');
  });

  it('shows the chart with the input, before it runs: that of the result, unless the rows need another', async () => {
    const shown = async (sqlQuery: string, more: object = {}, given = contextOf()) =>
      (await orrerySqlApi.shownInput?.({ sqlQuery, ...words, ...more }, given)) as Readonly<Record<string, string>>;
    for (const sqlQuery of [
      byMonth,
      'SELECT product_brand AS brand, MEASURE(sales) AS sales FROM sales GROUP BY 1',
      'SELECT status, store_channel AS channel, MEASURE(orders) AS orders FROM sales GROUP BY 1, 2',
    ]) {
      const { vegaSpec, ...input } = await shown(sqlQuery);
      expect(input).toEqual({ sqlQuery, ...words });
      expect(vegaSpec).toMatch(/^\{"\$schema":"https:\/\/vega\.github\.io\/schema\/vega-lite\/v5\.json"/);
      expect(vegaSpec).not.toContain('"data":');
      expect((await resultOf(orrerySqlApi, { sqlQuery, ...words })).vegaSpec).toBe(vegaSpec);
    }
    const none = { ...words, sqlQuery: 'SELECT MEASURE(orders) AS orders FROM sales' };
    expect(await shown(none.sqlQuery)).toEqual(none);
    const one =
      "SELECT product_brand AS brand, MEASURE(sales) AS sales FROM sales WHERE product_brand = 'no one' GROUP BY 1";
    expect(await shown(one)).toHaveProperty('vegaSpec');
    expect(await resultOf(orrerySqlApi, { sqlQuery: one, ...words })).not.toHaveProperty('vegaSpec');
    const bad = await shown(byMonth, { vegaSpec: '{"data":{"values":[{"secret":1}]}}' });
    expect(bad['vegaSpec']).toBe((await shown(byMonth))['vegaSpec']);
    expect(await shown('SELECT * FROM no_such_view')).not.toHaveProperty('vegaSpec');
  });

  it('has no chart for a single number', async () => {
    const found = await resultOf(orrerySqlApi, { sqlQuery: 'SELECT MEASURE(orders) AS orders FROM sales', ...words });
    expect(found).not.toHaveProperty('vegaSpec');
    expect(found.data).toEqual(await shop.rowsOf('SELECT CAST(count(DISTINCT order_id) AS VARCHAR) FROM order_items'));
  });

  it('does not take numbers that a statement writes itself for data', async () => {
    const sqlQuery = 'SELECT MEASURE(orders) AS orders, 5000000 AS revenue FROM sales';
    const { shown } = await orrerySqlApi.run({ sqlQuery, ...words }, contextOf());
    expect(shown?.result?.columns.map(({ name }) => name)).toEqual(['orders']);
  });
});

describe('orreryDimensionValues', () => {
  it('lists the values of a dimension, and those that contain a text', async () => {
    const all = await resultOf(orreryDimensionValues, { dimension: 'sales.status' });
    const truth = await shop.rowsOf('SELECT DISTINCT status FROM orders WHERE status IS NOT NULL ORDER BY 1');
    expect(all.values).toEqual(truth.flat());
    expect(all.complete).toBe(true);
    const some = await resultOf(orreryDimensionValues, { dimension: 'sales.store_city', search: 'a', limit: 2 });
    expect(some.values.length).toBeLessThanOrEqual(2);
  });

  it('shows the values of the rows of the caller alone', async () => {
    const securityContext = { cubeCloud: { groups: ['teams'], userAttributes: { region: 'Southern Europe' } } };
    const as = await shop.dataFor(securityContext);
    await expect(orreryDimensionValues.run({ dimension: 'team_sales.customer_name' }, contextOf())).rejects.toThrow();
    const names = await resultOf(orreryDimensionValues, { dimension: 'team_sales.customer_name', limit: 100 }, { as });
    const own = await shop.rowsOf(`SELECT DISTINCT c.name FROM customers c
      JOIN orders o ON o.customer_id = c.id JOIN stores s ON s.id = o.store_id WHERE s.region = 'Southern Europe'`);
    expect(names.values.length).toBeGreaterThan(0);
    const known = new Set(own.flat());
    expect(names.values.filter((name) => !known.has(name))).toEqual([]);
  });
});

it('tools name every fault of an input', async () => {
  const error = await orrerySqlApi.run({ sqlQuery: 1, queryTitle: [] }, contextOf()).catch((thrown: unknown) => thrown);
  expect(toolError(error, 'id').error).toMatch(/sqlQuery: .*queryTitle: .*description: .*userRequest: /);
  const none = await orreryMeta.run(null, contextOf()).catch((thrown: unknown) => thrown);
  expect(toolError(none, 'id').error).toContain('input: ');
});

it('rules and skills are fetched by name', async () => {
  const agent = {
    ...plainAgent,
    rules: { always: [], requested: [{ name: 'churn', description: 'What churn is', prompt: 'Churn is 90 days.' }] },
    skills: [{ name: 'weekly', title: 'Weekly', description: 'Report', instructions: 'Do it.' }],
  };
  const rule = await resultOf(orreryInstructions, { kind: 'rule', name: 'churn' }, { agent });
  expect(rule.text).toBe('Churn is 90 days.');
  const skill = await resultOf(orreryInstructions, { kind: 'skill', name: 'weekly' }, { agent });
  expect(skill.text).toBe('Do it.');
  await expect(orreryInstructions.run({ kind: 'rule', name: 'weekly' }, contextOf({ agent }))).rejects.toThrow(
    'There is no rule "weekly"; there are: churn',
  );
});
