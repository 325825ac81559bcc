import { openAccess } from '../../query/access.ts';
import { describe, expect, it } from 'vitest';
import { planQuery } from '../../compile.ts';
import { buildModel } from '../../model/model-fixture.ts';
import { indexModel } from '../../model/model-index.ts';
import { bindQuery } from '../build-plan.ts';
import type { Query } from '../../query/query.ts';
import type { Instant } from '../../time/instant.ts';
import { utc } from '../../time/zone.ts';

const model = indexModel(
  buildModel(`
cubes:
  - name: base
    sql_table: base
  - name: rates
    sql: SELECT * FROM ({base.sql()}) AS b
  - name: customers
    sql_table: customers
    joins:
      - {name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
      - {name: spent, sql: "{orders.total}", type: number, sub_query: true}
      - {name: rate, sql: "(SELECT max(r) FROM ({rates.sql()}) AS r)", type: number}
    measures:
      - {name: count, type: count}
      - {name: rated, sql: "{count} * (SELECT max(r) FROM ({rates.sql()}) AS r)", type: number}
    segments:
      - {name: known, sql: "{CUBE}.id IN (SELECT id FROM ({rates.sql()}) AS r)"}
  - name: orders
    sql_table: orders
    joins:
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: count, type: count}
      - {name: total, sql: amount, type: sum}
      - {name: good, sql: amount, type: sum, filters: [{sql: "{CUBE}.id IN (SELECT id FROM ({rates.sql()}) AS r)"}]}
  - name: items
    sql_table: items
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: count, type: count}
views:
  - name: v
    cubes:
      - {join_path: customers, includes: [city]}
      - {join_path: customers.orders, prefix: true, includes: [count]}
`).pieces,
);

const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };

function read(query: Partial<Query>): readonly string[] {
  const bound = bindQuery({ ...nothing, ...query }, model, {
    now: 0 as Instant,
    access: openAccess,
    defaultZone: utc,
    defaultLimit: 10,
    maxLimit: 10,
  });
  if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
  const plan = planQuery(bound.value, model);
  if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
  return plan.value.cubes.toSorted();
}

describe('the cubes of a plan', () => {
  it.each<[string, Partial<Query>, readonly string[]]>([
    ['one cube', { measures: ['orders.count'] }, ['orders']],
    ['joined cubes', { measures: ['orders.total'], dimensions: ['customers.city'] }, ['customers', 'orders']],
    [
      'cubes on the way',
      { measures: ['items.count'], dimensions: ['customers.city'] },
      ['customers', 'items', 'orders'],
    ],
    ['cubes behind a view', { measures: ['v.orders_count'], dimensions: ['v.city'] }, ['customers', 'orders']],
    ['cubes of a sub query', { dimensions: ['customers.spent'] }, ['customers', 'orders']],
    [
      'cubes of a filter alone',
      { measures: ['orders.count'], filters: [{ kind: 'member', member: 'customers.city', operator: 'set' }] },
      ['customers', 'orders'],
    ],
    ['sources in a dimension', { dimensions: ['customers.rate'] }, ['base', 'customers', 'rates']],
    ['sources in a calculation', { measures: ['customers.rated'] }, ['base', 'customers', 'rates']],
    [
      'sources in a segment',
      { measures: ['customers.count'], segments: ['customers.known'] },
      ['base', 'customers', 'rates'],
    ],
    ['sources in the filter of a measure', { measures: ['orders.good'] }, ['base', 'orders', 'rates']],
    [
      'sources in a filter of groups',
      {
        measures: ['orders.count'],
        filters: [{ kind: 'member', member: 'orders.good', operator: 'gt', values: ['1'] }],
      },
      ['base', 'orders', 'rates'],
    ],
    [
      'sources in the row filters of a measure',
      { measures: ['orders.count'], filters: [{ kind: 'member', member: 'orders.good', operator: 'measureFilter' }] },
      ['base', 'orders', 'rates'],
    ],
    ['nothing of members it does not use', { measures: ['customers.count'] }, ['customers']],
  ])('names %s', (_, query, cubes) => {
    expect(read(query)).toEqual(cubes);
  });
});
