import type { Problem } from '../../problem/index.ts';
import { openAccess } from '../../query/access.ts';
import { expect, it } from 'vitest';
import { compileModel } from '../../model/compile-model.ts';
import { indexModel } from '../../model/model-index.ts';
import type { Instant, Zone } from '../../time/instant.ts';
import { adviseJoins } from './advise-joins.ts';
import { buildPlan, bindQuery } from '../build-plan.ts';

const key = '{ name: id, sql: id, type: number, primary_key: true }';
const text = `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}" }
      - { name: items, relationship: one_to_many, sql: "{CUBE}.id = {items.order_id}" }
    dimensions: [${key}, { name: status, sql: status, type: string }]
    measures: [{ name: count, type: count }]
  - name: customers
    sql_table: customers
    dimensions: [${key}, { name: city, sql: city, type: string }, { name: name, sql: name, type: string }]
    measures: [{ name: count, type: count }]
  - name: items
    sql_table: items
    dimensions: [${key}, { name: order_id, sql: order_id, type: number }]
    measures: [{ name: units, sql: units, type: sum }, { name: count, type: count }]
  - name: shelves
    sql_table: shelves
    joins:
      - { name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.shelf_id" }
    dimensions: [${key}, { name: aisle, sql: aisle, type: string }]
  - name: weather
    sql_table: weather
    dimensions: [{ name: town, sql: town, type: string }]
  - name: vault
    public: false
    sql_table: vault
    dimensions: [${key}, { name: code, sql: code, type: string }]
    measures: [{ name: count, type: count }]
views:
  - name: sold
    cubes:
      - { join_path: orders.items, includes: [units] }
      - { join_path: orders.customers, includes: [city] }
  - name: opened
    cubes: [{ join_path: vault, includes: [count] }]
`;
const { build } = compileModel([{ path: 'model.yml', text }]);
const model = indexModel(build.pieces, build.unavailable);

function refusal(measure: string, dimension: string): Problem | undefined {
  const access = openAccess;
  const context = { now: 0 as Instant, access, defaultZone: 'UTC' as Zone, defaultLimit: 1, maxLimit: 1 };
  const query = { measures: [measure], dimensions: [dimension], segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery(query, model, context);
  if (!bound.ok) throw new Error(bound.problems[0]?.message);
  const planned = buildPlan(bound.value, model);
  return planned.ok ? undefined : adviseJoins(planned.problems, bound.value, model, access)[0];
}

it.each([
  ['items.units', 'customers.city', "Query the view 'sold', which holds all of these members."],
  [
    'items.units',
    'customers.name',
    `Joins lead from 'orders' to all of them: add a member of it, or "joinHints": [["orders","items"],["orders","customers"]].`,
  ],
  [
    'orders.count',
    'weather.town',
    "No join leads from 'orders' to 'weather'. Declare a join, or query them separately.",
  ],
  [
    'orders.count',
    'shelves.aisle',
    "No join leads from 'orders' to 'shelves'. Declare a join, or query them separately.",
  ],
])('%s by %s is refused with a hint', (measure, dimension, hint) => {
  expect(refusal(measure, dimension)).toMatchObject({ code: 'plan.no-join-path', hint });
});

it('names nothing hidden', () => {
  expect(refusal('opened.count', 'weather.town')).toEqual({
    code: 'plan.no-join-path',
    message: "Can't find join path to join 'opened', 'weather'",
    hint: 'The model declares no join between them.',
  });
});

it('says nothing about what can be answered', () => {
  expect(refusal('orders.count', 'customers.city')).toBeUndefined();
});
