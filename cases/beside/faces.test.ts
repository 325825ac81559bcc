import type { WireQuery } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateQuery } from '../../packages/cli/src/prove-isolation/random-queries.ts';
import { namesOf } from '../../packages/cli/src/prove-isolation/query-parts.ts';
import { Random } from '../../packages/cli/src/prove-isolation/random.ts';
import { comparableCell } from '../../packages/cli/src/prove-isolation/statement-shapes.ts';
import { McpClient } from '../../tests/mcp/mcp-client.ts';
import { Shop } from '../statements/shop.ts';
import { documentOf } from './document-of.ts';

/** `npm run prove` asks for more. */
const questions = Math.ceil(Number(process.env.ORRERY_PROVE_RUNS ?? 60) / 4);
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
const patienceMs = 3_600_000;

type Row = Readonly<Record<string, unknown>>;
type Rows = readonly (readonly unknown[])[];

let shop: Shop;
let mcp: McpClient;
let timeMeasures: ReadonlySet<string>;
beforeAll(async () => {
  shop = await Shop.open('duckdb');
  const { index } = await shop.served.composition.runtime.modelFor({});
  const measures = [...index.pieces.values()].flatMap((piece) => piece.measures);
  timeMeasures = new Set(measures.filter(({ times }) => times === 'certain').map(({ id }) => id));
  mcp = new McpClient(shop.served.origin, `Bearer ${shop.served.token}`);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The rows of a query by each face; undefined where a face cannot ask it. */
const faces: Readonly<Record<string, (query: WireQuery) => Promise<Rows | undefined>>> = {
  'in columns': async (query) => {
    const { data } = await ask('load', { query: { ...query, responseFormat: 'columnar' } });
    const columns: readonly (readonly unknown[])[] = namesOf(query).map(
      (name) => data.columns[data.members.indexOf(name)],
    );
    return (columns[0] ?? []).map((_, at) => columns.map((column) => column[at]));
  },
  'with a total, a limit that does not cut and an offset of 0': async (query) =>
    rowsOf(query, await ask('load', { query: { limit: 10_000, ...query, offset: 0, total: true } })),
  'with the measures in another order': async (query) =>
    rowsOf(query, await ask('load', { query: { ...query, measures: query.measures?.toReversed() } })),
  'among many queries': async (query) => {
    const others = {
      measures: query.measures ?? [],
      ...(query.measures?.length ? {} : { dimensions: query.dimensions }),
    };
    const lines = await lineOf('load-each', {
      queries: [
        { id: 'q', query },
        { id: 'other', query: others },
      ],
    });
    const line = lines.find(({ id }) => id === 'q');
    return line && rowsOf(query, line);
  },
  'in an array of queries': async (query) => {
    const granularity = query.timeDimensions?.find((time) => time.granularity !== undefined);
    if (!granularity || query.ungrouped) return undefined;
    const answer = await ask('load', { query: [query, query], queryType: 'multi' });
    return answer.error ? [[answer.error]] : rowsOf(query, answer.results[1]);
  },
  'as SQL': async (query) => {
    const { query: text } = await ask('convert-query', { input: 'rest', output: 'sql', query });
    if (text === undefined) return undefined;
    const lines = await shop.ask(text, query.timezone);
    const error = lines.find((line) => line.error !== undefined)?.error;
    return error === undefined ? lines.flatMap(({ data }) => data ?? []) : [[error]];
  },
  'in GraphQL': async (query) => {
    const document = documentOf(query, timeMeasures);
    if (document === undefined) return undefined;
    const { data, errors } = await post('/cubejs-api/graphql', { query: document.text });
    return errors ? [[JSON.stringify(errors)]] : data.cube.map((row: Row) => document.cells(row));
  },
  'of an assistant': async (query) => {
    const { limit: _, ...rest } = query;
    const { handle, totalRows } = await mcp.result('runQuery', {
      query: query.limit === undefined ? rest : query,
    });
    const pages = Array.from({ length: Math.ceil(totalRows / 500) }, (__, page) => page * 500);
    const rows: unknown[][] = [];
    for (const offset of pages)
      rows.push(...(await mcp.result('loadQueryResults', { handle, offset, limit: 500 })).rows);
    return rows;
  },
};

it(
  'gives the same rows by every face',
  async () => {
    const { index } = await shop.served.composition.runtime.modelFor({});
    const random = new Random(seed);
    const values = new Map<string, readonly string[]>();
    const valuesOf = async (dimension: string) => {
      const known = values.get(dimension);
      if (known) return known;
      const { data } = await ask('load', {
        query: { dimensions: [dimension], order: { [dimension]: 'asc' }, limit: 20 },
      });
      const found = ((data ?? []) as readonly Row[])
        .map((row) => row[dimension])
        .filter((one) => typeof one === 'string');
      values.set(dimension, found);
      return found;
    };
    const differences: string[] = [];
    const compared = new Map<string, number>();
    for (let asked = 0; asked < questions && differences.length < 10; asked++) {
      const query = whole(await generateQuery(random, index, valuesOf));
      const answered = await ask('load', { query });
      if (answered.data === undefined) continue;
      const expected = sorted(rowsOf(query, answered));
      for (const [name, rowsBy] of Object.entries(faces)) {
        const rows = await rowsBy(query);
        if (!rows) continue;
        compared.set(name, (compared.get(name) ?? 0) + 1);
        const given = sorted(rows);
        if (given.join() === expected.join()) continue;
        differences.push(`${name}: ${JSON.stringify(query)}\n${given.join()}\ninstead of ${expected.join()}`);
      }
    }
    console.log(JSON.stringify([...compared]));
    expect(differences).toEqual([]);
    expect(compared.size).toBe(Object.keys(faces).length);
  },
  patienceMs,
);

/** Rows that are cut may be any of those that order alike. */
function whole({ total: _, limit: __, ...query }: WireQuery): WireQuery {
  return query;
}

function rowsOf(query: WireQuery, answer: { readonly data?: readonly Row[]; readonly error?: string }): Rows {
  const { data, error } = answer;
  return data ? data.map((row) => namesOf(query).map((name) => row[name] ?? null)) : [[error]];
}

function sorted(rows: Rows): readonly string[] {
  return rows.map((row) => JSON.stringify(row.map(comparable))).toSorted();
}

/** GraphQL has numbers, instants in UTC, and texts of booleans. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return comparableCell(String(value));
  return comparableCell(typeof value === 'string' ? value.replace(/Z$/, '') : (value ?? null));
}

function ask(route: string, body: object) {
  return post(`/cubejs-api/v1/${route}`, body);
}

async function post(path: string, body: object) {
  return JSON.parse(await textOf(path, body)); // the service's own answer
}

async function lineOf(route: string, body: object) {
  const text = await textOf(`/cubejs-api/v1/${route}`, body);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)); // likewise
}

async function textOf(path: string, body: object): Promise<string> {
  const response = await fetch(`${shop.served.origin}${path}`, {
    method: 'POST',
    headers: { authorization: shop.served.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.text();
}
