import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresAnswers } from './postgres-answer.ts';
import { Shop } from './shop.ts';

interface ViewShape {
  readonly name: string;
  /** The first two may be columns of a join. */
  readonly dimensions: readonly string[];
  readonly measures: readonly string[];
  /** Over the columns of `v`. */
  readonly filters: readonly string[];
}

const shapes: readonly ViewShape[] = [
  {
    name: 'orders_view',
    dimensions: ['nation', 'city', 'status', 'is_paid'],
    measures: ['total_amount', 'count', 'avg_amount', 'buyers'],
    filters: ["v.status = 'new'", 'v.is_paid', 'v.nation IS NULL', "(v.city IS NULL OR v.city = 'Rome')"],
  },
  {
    name: 'customers_view',
    dimensions: ['nation', 'city', 'segment'],
    measures: ['credit', 'count'],
    filters: ["v.nation IN ('Italy', 'Peru')", 'v.city IS NULL', "(v.segment IS NULL OR v.segment = 'BUILDING')"],
  },
  {
    name: 'sales',
    dimensions: ['customers_nation', 'customers_city', 'products_brand', 'mode'],
    measures: ['quantity', 'count'],
    filters: ["v.mode = 'AIR'", 'v.products_brand IS NULL', "v.customers_nation <> 'Italy'"],
  },
];

const sideOf = (shape: ViewShape) =>
  fc.record({
    shape: fc.constant(shape),
    measure: fc.constantFrom(...shape.measures),
    filter: fc.option(fc.constantFrom(...shape.filters), { nil: undefined }),
    group: fc.option(fc.constantFrom(...shape.dimensions.slice(2)), { nil: undefined }),
  });

type Group = 'left' | 'right' | 'both' | 'coalesce' | 'none';

const statementOf = fc.shuffledSubarray([...shapes], { minLength: 2, maxLength: 2 }).chain(([one, other]) =>
  fc.record({
    left: sideOf(one as ViewShape),
    right: sideOf(other as ViewShape),
    join: fc.constantFrom('JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'),
    keys: fc.subarray([0, 1], { minLength: 1 }),
    groups: fc.tuple(groupOf(), groupOf()),
    isFilterOfJoin: fc.boolean(),
  }),
);

function groupOf(): fc.Arbitrary<Group> {
  return fc.constantFrom<Group[]>('left', 'right', 'both', 'coalesce', 'none');
}

type Statement = typeof statementOf extends fc.Arbitrary<infer One> ? One : never;

interface Parts {
  readonly groups: readonly string[];
  readonly conditions: string;
}

function partsOf({ left, right, join, keys, groups, isFilterOfJoin }: Statement): Parts {
  const shown = keys.flatMap((key, index): readonly string[] => {
    const [a, b] = [`a.${left.shape.dimensions[key]}`, `b.${right.shape.dimensions[key]}`];
    const forms = { left: [a], right: [b], both: [a, b], coalesce: [`COALESCE(${a}, ${b})`], none: [] };
    return forms[groups[index] ?? 'none'];
  });
  const own = [left.group && `a.${left.group}`, right.group && `b.${right.group}`].flatMap((one) => one ?? []);
  const on = keys.map((key) => `a.${left.shape.dimensions[key]} = b.${right.shape.dimensions[key]}`);
  const ofLeft = left.filter?.replaceAll('v.', 'a.');
  const ofRight = right.filter?.replaceAll('v.', 'b.');
  const isOfJoin = isFilterOfJoin && join !== 'FULL JOIN';
  const where = [ofLeft, isOfJoin ? undefined : ofRight].filter((one) => one !== undefined);
  const ons = [...on, ...(isOfJoin && ofRight !== undefined ? [ofRight] : [])].join(' AND ');
  return {
    groups: [...shown, ...own],
    conditions: ` ON ${ons}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`,
  };
}

function statementText(statement: Statement): string {
  const { left, right, join } = statement;
  const { groups, conditions } = partsOf(statement);
  const columns = [...groups, `MEASURE(a.${left.measure})`, `MEASURE(b.${right.measure})`];
  const by = groups.length > 0 ? ` GROUP BY ${groups.map((_, index) => index + 1).join(', ')}` : '';
  const list = columns.map((one, index) => `${one} AS c${index}`).join(', ');
  return `SELECT ${list} FROM ${left.shape.name} a ${join} ${right.shape.name} b${conditions}${by}`;
}

const aggregates: Readonly<Record<string, string>> = { count: 'COUNT(', avg_amount: 'AVG(', buyers: 'COUNT(DISTINCT ' };

/** Counts each row of a view once in a group of the joined rows. */
function definitionText(statement: Statement): string {
  const { left, right, join } = statement;
  const { groups, conditions } = partsOf(statement);
  const names = groups.map((_, index) => `g${index}`);
  const numbered = (view: string) => `(SELECT ROW_NUMBER() OVER () AS row_id, t.* FROM ${view} t)`;
  const columns = [
    ...groups.map((one, index) => `${one} AS g${index}`),
    `a.row_id AS a_id, a.${left.measure} AS a_value, b.row_id AS b_id, b.${right.measure} AS b_value`,
  ];
  const valueOf = (side: 'a' | 'b', measure: string) => {
    const value = `${aggregates[measure] ?? 'SUM('}${side}_value)`;
    const rows = `SELECT DISTINCT ${[...names, `${side}_id`, `${side}_value`].join(', ')} FROM j WHERE ${side}_id IS NOT NULL`;
    const by = names.length > 0 ? ` GROUP BY ${names.join(', ')}` : '';
    const on = names.map((name) => `k.${name} IS NOT DISTINCT FROM ${side}.${name}`).join(' AND ') || 'TRUE';
    return `LEFT JOIN (SELECT ${[...names, `${value} AS v`].join(', ')} FROM (${rows}) d${by}) ${side} ON ${on}`;
  };
  const groupRows = names.length > 0 ? `SELECT DISTINCT ${names.join(', ')} FROM j` : 'SELECT 1 AS one';
  return `WITH j AS (SELECT ${columns.join(', ')} FROM ${numbered(left.shape.name)} a ${join} ${numbered(right.shape.name)} b${conditions})
    SELECT ${[...names.map((name) => `k.${name}`), 'a.v', 'b.v'].join(', ')} FROM (${groupRows}) k
    ${valueOf('a', left.measure)} ${valueOf('b', right.measure)}`;
}

let shop: Shop;
let postgres: PostgresAnswers;
beforeAll(async () => {
  [shop, postgres] = await Promise.all([Shop.open('duckdb'), PostgresAnswers.open()]);
});
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

/** A count of no rows is NULL or 0, as a row of the view has no partner or is not counted. */
function textsOf(rows: readonly (readonly (string | boolean | null)[])[], groups: number): readonly string[] {
  const texts = rows.map((row) =>
    JSON.stringify(row.map((cell, index) => (index < groups ? cell : Number(Number(cell ?? 0).toFixed(6))))),
  );
  return texts.toSorted();
}

it('measures of joined views count each row once in a group, or are refused', async () => {
  let answered = 0;
  const runs = 150;
  await fc.assert(
    fc.asyncProperty(statementOf, async (statement) => {
      const [schema, ...lines] = await shop.ask(statementText(statement));
      if (schema?.error !== undefined) {
        expect(schema.error).toMatch(/groups by the columns of the join|rows of the joins repeat those of the measure/);
        return;
      }
      answered += 1;
      const { groups } = partsOf(statement);
      const rows = lines.flatMap(({ data }) => data ?? []);
      const truth = await postgres.ask(definitionText(statement));
      expect(textsOf(rows, groups.length)).toEqual(textsOf(truth.rows, groups.length));
    }),
    { numRuns: runs },
  );
  expect(answered).toBeGreaterThan(0.7 * runs);
});
