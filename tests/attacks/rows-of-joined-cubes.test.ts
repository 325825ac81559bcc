import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rm } from 'node:fs/promises';
import { linesIn, resultsOf } from '../chat/chat-service.ts';
import { ViewerService } from '../embedding/viewer-service.ts';
import { writeProject } from '../guarded-service.ts';
import { McpClient } from '../mcp/mcp-client.ts';
import { SocketClient } from '../sockets/socket-client.ts';

const model = `
cubes:
  - name: sales
    sql_table: sales
    joins: [{ name: products, relationship: many_to_one, sql: "{CUBE}.product = {products.name}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: string }
    measures: [{ name: count, type: count }]
    access_policy:
      - group: "*"
        row_level: { filters: [{ member: tenant, operator: equals, values: ["{ userAttributes.tenant }"] }] }
  - name: products
    sql_table: products
    dimensions: [{ name: name, sql: name, type: string, primary_key: true, public: true }]
    measures: [{ name: price, sql: price, type: sum }]
views:
  - name: shop
    cubes:
      - { join_path: sales, includes: [count] }
      - { join_path: sales.products, includes: [name, price] }
`;
const products = `SELECT * FROM (VALUES ('tea', 1), ('coffee', 2), ('milk', 4), ('unsold', 8)) AS t(name, price)`;
const salesOf = (hidden: string) => `SELECT * FROM (VALUES (1, 'A', 'tea'), ${hidden}) AS t(id, tenant, product)`;
/** They differ in what B sold. */
const worlds = {
  one: salesOf("(2, 'B', 'coffee'), (3, 'B', 'coffee'), (4, 'B', 'milk')"),
  other: salesOf("(2, 'B', 'unsold'), (3, 'B', 'milk'), (4, 'B', 'milk'), (5, 'B', 'milk'), (6, 'B', 'tea')"),
};

const names = { dimensions: ['shop.name'] } as const;
const rowsOf = { ...names, ungrouped: true } as const;
const prices = { measures: ['shop.price'] } as const;
const hinted = { dimensions: ['products.name'], ungrouped: true, joinHints: [['sales', 'products']] } as const;

/** A server over one of the worlds, and a viewer of tenant A. */
class World implements AsyncDisposable {
  readonly viewers: ViewerService;
  readonly #directory: string;
  readonly #publicId: string;
  readonly #embedToken: string;
  readonly #dataToken: string;

  private constructor(viewers: ViewerService, directory: string, publicId: string, tokens: readonly [string, string]) {
    this.viewers = viewers;
    this.#directory = directory;
    this.#publicId = publicId;
    [this.#embedToken, this.#dataToken] = tokens;
  }

  static async open(sales: string): Promise<World> {
    const directory = await writeProject({ model, tables: { sales, products } });
    const viewers = await ViewerService.open('sqlite', { project: directory });
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'tenant', type: 'string' });
    const publicId = await publish(viewers);
    const token = await viewers.tokenFor({ externalId: 'a', userAttributes: [{ name: 'tenant', value: 'A' }] });
    return new World(viewers, directory, publicId, [token, await viewers.dataTokenOf(token)]);
  }

  get origin(): string {
    return this.viewers.service.served.origin;
  }

  async data(route: string, body: unknown): Promise<string> {
    const { status, text } = await this.viewers.data(this.#dataToken, route, body);
    expect([status, text]).toEqual([200, text]);
    return text;
  }

  async rows(query: object): Promise<unknown> {
    const { data, total } = JSON.parse(await this.data('load', { query }));
    return [data.map((row: object) => Object.values(row)), total];
  }

  async dashboard(path: 'data' | 'values', body: object): Promise<string> {
    const address = `/api/v1/embed/dashboard/${this.#publicId}/${path}`;
    const { status, text } = await this.viewers.ask('POST', address, body, `Embed-Token ${this.#embedToken}`);
    expect([status, text]).toEqual([200, text]);
    return text;
  }

  async chart(widgetId: string): Promise<unknown> {
    const lines = (await this.dashboard('data', { charts: [widgetId] })).trimEnd().split('\n');
    const found = lines.map((line) => JSON.parse(line)).find((line) => line.widgetId === widgetId);
    return found.rows ?? found;
  }

  async statement(query: string): Promise<unknown> {
    const lines = (await this.data('cubesql', { query })).trimEnd().split('\n');
    return lines.flatMap((line) => JSON.parse(line).data ?? []);
  }

  async graphql(query: string): Promise<unknown> {
    const answer = await fetch(`${this.origin}/cubejs-api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: this.#dataToken },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await answer.json()) as { data?: { cube: readonly object[] }; errors?: unknown };
    return data?.cube.map((row) => Object.values(row).flatMap((piece) => Object.values(piece))) ?? errors;
  }

  async tool(args: object): Promise<unknown> {
    const client = new McpClient(this.origin, `Bearer ${this.#dataToken}`);
    const { rows, totalRows } = await client.result('runQuery', { ...args });
    return [rows, totalRows];
  }

  async socket(method: 'load' | 'subscribe', query: object): Promise<unknown> {
    const client = await SocketClient.open(`${this.origin.replace('http', 'ws')}/cubejs-api/v1/ws`);
    onTestFinished(() => client.webSocket.terminate());
    await client.authorize(this.#dataToken);
    const { message } = await client.call({ messageId: 1, method, params: { query } });
    const data = message?.results?.[0]?.data ?? message?.data;
    return data?.map((row) => Object.values(row)) ?? message;
  }

  /** Asks the analyst. @returns the rows of its queries, its words and what its receipt says when it is run again */
  async chat(input: string): Promise<unknown> {
    const path = '/api/v1/public/default/agents/auto/chat';
    const authorization = `Api-Key ${this.viewers.service.key}`;
    const sessionSettings = { externalId: 'a', userAttributes: [{ name: 'tenant', value: 'A' }] };
    const answer = await this.viewers.ask(
      'POST',
      `${path}/stream-chat-state`,
      { input, sessionSettings },
      authorization,
    );
    const { status, text } = answer;
    const lines = linesIn(text);
    const results = resultsOf({ status, text, lines, headers: new Headers() });
    const uuid = results[0]?.uuid;
    const receipt = await this.viewers.ask(
      'POST',
      `${path}/receipt`,
      { uuid, sessionSettings, rerun: true },
      authorization,
    );
    const { isSame, totalRows } = receipt.body.rerun.data;
    return {
      rows: results.map(({ data }) => data),
      words: lines.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content,
      again: [isSame, totalRows],
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.viewers[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true });
  }
}

async function publish(viewers: ViewerService): Promise<string> {
  const place = '/api/v1/deployments/1';
  const { id } = (await viewers.ask('POST', `${place}/workbooks`, { name: 'Shop' })).body;
  const position = { x: 0, y: 0, w: 6, h: 4 };
  const chart = async (widgetId: string, query: object) => {
    const report = await viewers.ask('POST', `${place}/reports`, { workbookId: id, name: widgetId, ...query });
    return { id: widgetId, type: 'CHART', position, config: { reportId: report.body.id } };
  };
  const json = (query: object) => ({ jsonQuery: JSON.stringify(query) });
  const widgets = [
    await chart('names', json(names)),
    await chart('rows', json(rowsOf)),
    await chart('prices', json(prices)),
    await chart('statement', { sqlQuery: 'SELECT name FROM shop' }),
    { id: 'name', type: 'FILTER', position, config: { semanticView: 'shop', member: 'name', operator: 'equals' } },
  ];
  const published = await viewers.ask('POST', `${place}/workbooks/${id}/publish`, {
    workbookId: id,
    config: { widgets },
  });
  await viewers.ask('PUT', `${place}/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  return published.body.publicId;
}

let one: World;
let other: World;
beforeAll(async () => {
  one = await World.open(worlds.one);
  other = await World.open(worlds.other);
});
afterAll(async () => {
  await one?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
});

type Ask = (world: World) => Promise<unknown>;

const csv = async (world: World, parameters: object) =>
  (await world.data('export', { format: 'csv', ...parameters })).trimEnd().split('\r\n').slice(1);

const faces: readonly (readonly [string, Ask, unknown])[] = [
  ['a chart of a published dashboard', (world) => world.chart('names'), [['tea']]],
  ['a chart of single rows', (world) => world.chart('rows'), [['tea']]],
  ['a chart of a total', (world) => world.chart('prices'), [['1']]],
  ['a chart of a statement', (world) => world.chart('statement'), [['tea']]],
  [
    'the filter of a dashboard',
    async (world) => JSON.parse(await world.dashboard('values', { widgetId: 'name' })).values,
    ['tea'],
  ],
  ['the Data API', (world) => world.rows({ ...names, total: true }), [[['tea']], 1]],
  ['the Data API without groups', (world) => world.rows({ ...rowsOf, total: true }), [[['tea']], 1]],
  ['the Data API by a hint', (world) => world.rows({ ...hinted, total: true }), [[['tea']], 1]],
  [
    'suggestions of values',
    async (world) => JSON.parse(await world.data('values', { member: 'shop.name' })).values,
    ['tea'],
  ],
  ['CSV of a query', (world) => csv(world, { query: rowsOf }), ['tea']],
  ['CSV of a statement', (world) => csv(world, { sql: 'SELECT name FROM shop' }), ['tea']],
  ['SQL', (world) => world.statement('SELECT name FROM shop'), [['tea']]],
  ['SQL over cubes', (world) => world.statement('SELECT products.name FROM products CROSS JOIN sales'), [['tea']]],
  ['SQL that counts', (world) => world.statement('SELECT COUNT(DISTINCT name) FROM shop'), [['1']]],
  ['GraphQL', (world) => world.graphql('{ cube { shop { name } } }'), [['tea']]],
  ['GraphQL without groups', (world) => world.graphql('{ cube(ungrouped: true) { shop { name } } }'), [['tea']]],
  ['the query tool of MCP', (world) => world.tool({ query: rowsOf }), [[['tea']], 1]],
  ['the query tool of MCP by SQL', (world) => world.tool({ sql: 'SELECT name FROM shop' }), [[['tea']], 1]],
  ['a call over a socket', (world) => world.socket('load', rowsOf), [['tea']]],
  ['a subscription over a socket', (world) => world.socket('subscribe', names), [['tea']]],
  [
    'a chat',
    (world) => world.chat('list all names in the shop view'),
    { rows: [[['tea']]], again: [true, { before: 1, now: 1 }] },
  ],
];

describe.each(faces)('%s', (_name, ask, expected) => {
  it('shows nothing that is reached through hidden rows of a joined cube, whatever these are', async () => {
    const [shown, shownOfOther] = [await ask(one), await ask(other)];
    if (Array.isArray(expected)) expect(shown).toEqual(expected);
    else expect(shown).toMatchObject(expected as object);
    expect(shownOfOther).toEqual(shown);
    expect(JSON.stringify(shown)).not.toMatch(/coffee|milk|unsold/);
  });
});
