import { afterAll, beforeAll, expect, it } from 'vitest';
import { GuardedService, inGroups } from '../guarded-service.ts';
import { openGuarded } from './policies-service.ts';

type Context = Readonly<Record<string, unknown>>;

const ofRegion = (region: string) => ({ filters: [{ member: 'region', operator: 'equals', values: [region] }] });
const policies = [
  { group: 'eu', row_level: ofRegion('EU'), member_level: { includes: ['name', 'region', 'count'] } },
  { group: 'us', row_level: ofRegion('US'), member_level: { includes: ['name', 'region', 'count'] } },
  {
    group: 'masked',
    member_level: { includes: ['name', 'region', 'count'] },
    member_masking: { includes: ['city'] },
  },
  { group: 'admin' },
];

let service: GuardedService;
beforeAll(async () => {
  service = await openGuarded({ policies, masks: { city: { sql: "'***'" } } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function answered(context: Context, query: string, asked = service): Promise<string> {
  const response = await fetch(`${asked.served.origin}/cubejs-api/v1/cubesql`, {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: {
      authorization: await asked.tokenOf(context),
      'x-forwarded-proto': 'https',
      'content-type': 'application/json',
    },
  });
  return response.text();
}

async function rows(context: Context, query: string, asked = service): Promise<unknown> {
  const text = await answered(context, query, asked);
  const [, ...data] = text.trimEnd().split('\n');
  if (data.length === 0) throw new Error(text);
  return data.flatMap((line) => (JSON.parse(line) as { readonly data: unknown[] }).data); // the service's own lines
}

const [eu, us, masked, admin] = ['eu', 'us', 'masked', 'admin'].map((group) => inGroups([group])) as [
  Context,
  Context,
  Context,
  Context,
];

it.each([
  ['SELECT name FROM customers ORDER BY 1', [['Ana'], ['Dee']], [['Ben'], ['Cai']]],
  ['SELECT MEASURE(count) AS c FROM customers', [['2']], [['2']]],
  ['SELECT region, COUNT(*) AS c FROM customers GROUP BY 1', [['EU', '2']], [['US', '2']]],
  ["SELECT COUNT(*) AS c FROM customers WHERE region = 'US' OR 1 = 1", [['2']], [['2']]],
  [
    'SELECT name FROM (SELECT * FROM customers) t UNION SELECT name FROM customers ORDER BY 1',
    [['Ana'], ['Dee']],
    [['Ben'], ['Cai']],
  ],
  ["SELECT 1 AS x WHERE EXISTS (SELECT 1 FROM customers WHERE region = 'EU')", [['1']], []],
])('shows each caller its own rows, whoever asked before: %s', async (query, ofEu, ofUs) => {
  for (let round = 0; round < 2; round += 1) {
    await rows(admin, query);
    expect(await rows(eu, query)).toEqual(ofEu);
    expect(await rows(us, query)).toEqual(ofUs);
  }
});

it.each([
  'SELECT city FROM customers',
  'SELECT name FROM customers WHERE city IS NULL',
  'SELECT COUNT(*) FROM customers GROUP BY city',
  "SELECT COUNT(*) FROM customers HAVING MAX(city) = 'Austin'",
  'SELECT name FROM customers ORDER BY city',
  'SELECT MEASURE(count) FILTER (WHERE city IS NULL) FROM customers',
  'SELECT * FROM (SELECT name, city FROM customers) t',
])('has no column that a caller may not see: %s', async (query) => {
  const text = await answered(eu, query);
  expect(text).toContain("Invalid identifier '#city'");
  expect(text.slice(text.indexOf('schema fields'))).not.toContain('customers.city');
});

it('has no table for whom no policy lets in', async () => {
  expect(await answered(inGroups([]), 'SELECT name FROM customers')).toContain("name 'customers' not found");
});

it('reads the mask in every clause', async () => {
  expect(await rows(masked, 'SELECT DISTINCT city FROM customers')).toEqual([['***']]);
  expect(await rows(masked, "SELECT COUNT(*) FROM customers WHERE city = 'Austin'")).toEqual([['0']]);
  expect(await rows(masked, "SELECT COUNT(*) FROM customers WHERE lower(city) LIKE 'aus%'")).toEqual([['0']]);
  expect(await rows(masked, 'SELECT upper(city), COUNT(*) FROM customers GROUP BY 1')).toEqual([['***', '4']]);
  expect(await rows(masked, 'SELECT MAX(city) FROM customers')).toEqual([['***']]);
});

it('tells rows that a LEFT JOIN does not find by no masked key', async () => {
  const model = `
cubes:
  - name: towns
    sql_table: towns
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: name, sql: name, type: string }
    access_policy:
      - { group: admin }
      - { group: masked, member_level: { includes: [name] }, member_masking: { includes: [id] } }
  - name: shops
    sql_table: shops
    joins: [{ name: towns, relationship: many_to_one, sql: "{CUBE}.town = {towns.id}" }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true, public: true }]
`;
  const tables = {
    towns: `SELECT * FROM (VALUES (1, 'Rome'), (2, NULL)) AS t(id, name)`,
    shops: `SELECT * FROM (VALUES (1, 1), (2, 2), (3, 3)) AS t(id, town)`,
  };
  await using guarded = await GuardedService.open({ model, tables });
  const query = `SELECT s.id, t.k FROM shops s LEFT JOIN (SELECT __cubeJoinField, COALESCE(name, 'none') AS k FROM towns) t
    ON s.__cubeJoinField = t.__cubeJoinField ORDER BY 1`;
  expect(await rows(admin, query, guarded)).toEqual([
    ['1', 'Rome'],
    ['2', 'none'],
    ['3', null],
  ]);
  expect(await answered(masked, query, guarded)).toContain('is computed on the right side of a LEFT JOIN');
});

it('computes no masked measure from its values of single rows', async () => {
  const model = `
cubes:
  - name: shops
    sql_table: shops
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: town, sql: town, type: string }
    measures:
      - { name: count, type: count, mask: -1 }
      - { name: sales, sql: sales, type: sum, mask: -1 }
    access_policy:
      - { group: admin }
      - { group: masked, member_level: { includes: [id, town] }, member_masking: { includes: [count, sales] } }
`;
  const tables = {
    shops: `SELECT * FROM (VALUES (1, 'Rome', 10), (2, 'Rome', 20), (3, 'Bari', 40)) AS t(id, town, sales)`,
  };
  await using guarded = await GuardedService.open({ model, tables });
  const whole = 'SELECT MEASURE(count), MEASURE(sales) FROM shops';
  const above = `${whole} WHERE town IN (SELECT town FROM shops GROUP BY town HAVING COUNT(*) > 1)`;
  expect(await rows(admin, above, guarded)).toEqual([['2', '30']]);
  expect(await rows(masked, whole, guarded)).toEqual([['-1', '-1']]);
  expect(await answered(masked, above, guarded)).toContain(
    `The measure 'shops.count' cannot be computed from the rows of this FROM: it is masked`,
  );
});
