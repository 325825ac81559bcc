import type { WireQuery } from '@orrery/contract';
import { expect, it } from 'vitest';
import { generateQuery } from '../../packages/cli/src/prove-isolation/random-queries.ts';
import { Random } from '../../packages/cli/src/prove-isolation/random.ts';
import { comparableCell, statementShapes } from '../../packages/cli/src/prove-isolation/statement-shapes.ts';
import { namesOf } from '../../packages/cli/src/prove-isolation/query-parts.ts';
import { Shop, type SourceKind } from './shop.ts';

/** `npm run prove` asks for more. */
const questions = Math.ceil(Number(process.env.ORRERY_PROVE_RUNS ?? 40));
const seed = Number(process.env.ORRERY_PROVE_SEED ?? 20240515);
/** Bound on reported differences. */
const mostDifferences = 20;
const patienceMs = 3_600_000;

it.each<SourceKind>(['duckdb', 'postgres', 'mysql'])(
  'a query and the SQL that it is printed as have the same rows, also inside of other SQL, on %s',
  async (kind) => {
    await using shop = await Shop.open(kind);
    const { index } = await shop.served.composition.runtime.modelFor({});
    const random = new Random(seed);
    const values = new Map<string, readonly string[]>();
    const valuesOf = async (dimension: string) => {
      const known = values.get(dimension);
      if (known) return known;
      const { data } = await load(shop, { dimensions: [dimension], order: { [dimension]: 'asc' }, limit: 20 });
      const found = (data ?? []).flatMap((row) => (typeof row[dimension] === 'string' ? [row[dimension]] : []));
      values.set(dimension, found);
      return found;
    };
    let compared = 0;
    const differences: string[] = [];
    for (let asked = 0; asked < questions && differences.length < mostDifferences; asked++) {
      const query = settled(await generateQuery(random, index, valuesOf));
      const { data } = await load(shop, query);
      const { query: text } = await ask(shop, 'convert-query', { input: 'rest', output: 'sql', query });
      if (data === undefined || text === undefined) continue;
      const names = namesOf(query);
      const expected = sorted(data.map((row) => names.map((name) => row[name] ?? null)));
      for (const { around } of statementShapes) {
        const statement = around(text);
        const lines = await shop.ask(statement, query.timezone);
        const error = lines.find((line) => line.error !== undefined)?.error;
        const given = sorted(lines.flatMap((line) => line.data ?? []));
        compared += 1;
        if (error === undefined && given.join() === expected.join()) continue;
        const found = error ?? `${given.join()}\ninstead of ${expected.join()}`;
        differences.push(`${JSON.stringify(query)}\n${statement}\n${found}`);
      }
    }
    console.log(`${kind}: ${compared} pairs`);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(questions);
  },
  patienceMs,
);

type Row = Readonly<Record<string, unknown>>;

/** A limit keeps the rows of a total order only: engines choose among equal ones. */
function settled({ total: _, limit, ...query }: WireQuery): WireQuery {
  const { dimensions = [], timeDimensions = [], order = [] } = query;
  if (limit === undefined) return query;
  const asked = Array.isArray(order) ? order : Object.entries(order);
  const keys = [...dimensions, ...timeDimensions.map(({ dimension }) => dimension)];
  const left = keys.filter((key) => !asked.some(([id]) => id === key)).map((key) => [key, 'asc'] as const);
  return { ...query, limit, order: [...asked, ...left] as WireQuery['order'] };
}

/** Rows in any order, of which numbers are compared to 12 digits. */
function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row.map(comparableCell))).toSorted();
}

function load(shop: Shop, query: object): Promise<{ readonly data?: readonly Row[] }> {
  return ask(shop, 'load', { query });
}

async function ask(shop: Shop, route: string, body: object) {
  const response = await fetch(`${shop.served.origin}/cubejs-api/v1/${route}`, {
    method: 'POST',
    headers: { authorization: shop.served.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text()); // the service's own answer
}
