import { expect, it } from 'vitest';
import {
  type Asked,
  candidatesOf,
  during,
  rollupA,
  rollupB,
  rollupJoined,
  rollupM,
  type RollupModel,
  rollupModel,
  rollupW,
  verdicts,
  where,
} from './rollup-fixture.ts';

const only = (...rollups: readonly string[]) => rollupModel({ rollups });

it('names all reasons at once', () => {
  const asked: Asked = {
    m: ['total', 'average', 'customers.credit'],
    d: ['amount_value'],
    td: during('2024-01-03', '2024-01-20', 'day'),
    segments: ['orders.done_only'],
  };
  const [{ reasons = [] } = {}] = candidatesOf(only(rollupW), asked);
  expect(reasons.map(({ text }) => text).toSorted()).toEqual([
    'a date range of orders.created_at begins or ends within its buckets of week',
    'it does not store the dimension orders.amount_value',
    'it does not store the measure customers.credit',
    'it does not store the measure orders.average',
    'it does not store the segment orders.done_only',
    'it stores orders.created_at by week, and the query asks for day',
  ]);
});

it.each<[string, RollupModel, Asked, string]>([
  [
    'joins that lead elsewhere',
    {
      rollups: ['name: P, measures: [count], dimensions: [customers.city]'],
      more: `  - name: returns
    sql_table: returns
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    measures: [{name: count, type: count}]
    pre_aggregations: [{name: R, measures: [count], dimensions: [returns.customers.city, orders.status]}]
views:
  - name: v
    cubes: [{join_path: returns, includes: [count]}, {join_path: returns.orders, includes: [status]}, {join_path: returns.orders.customers, includes: [city]}]
`,
    },
    { m: ['v.count'], d: ['v.city'] },
    'other-path',
  ],
  [
    'measures of cubes that nothing connects',
    { rollups: ['name: F, measures: [count, sales.total]'] },
    { m: ['count'] },
    'not-plannable',
  ],
  [
    'the filters of a measure, as a filter of rows',
    { rollups: [rollupA], measures: ['name: paid, type: sum, sql: amount, filters: [{sql: "{CUBE}.paid"}]'] },
    { m: ['total'], filters: [{ kind: 'member', member: 'orders.paid', operator: 'measureFilter' }] },
    'measure-filter',
  ],
  [
    'buckets without rows, beside values that do not merge',
    { rollups: [rollupB] },
    { m: ['buyers'], d: ['status'], td: during('2024-01-01', '2024-01-31', 'day'), fillMissing: true },
    'filled',
  ],
  [
    'times of rows, shifted',
    {
      rollups: [rollupM],
      measures: [
        'name: before, type: number, multi_stage: true, sql: "{total}", time_shift: [{time_dimension: created_at, interval: 1 month, type: prior}]',
      ],
    },
    { m: ['before'], td: during('2024-02-01', '2024-02-29', 'month') },
    'expression',
  ],
])('names %s', (_, parts, asked, expected) => {
  expect(Object.values(verdicts(rollupModel(parts), asked)).join('; ')).toContain(expected);
});

it('proposes additions with which the rollup does match', () => {
  const change = (rollup: string, asked: Asked) => candidatesOf(only(rollup), asked)[0]?.change;
  expect(change(rollupW, { m: ['total'], td: 'created_at/month' })).toEqual(['store orders.created_at by month']);
  expect(change(rollupM, { m: ['total'], td: during('2024-01-08', '2024-01-21') })).toEqual([
    'store orders.created_at by week',
  ]);
  expect(change(rollupA, { m: ['average'], d: ['customers.region'] })).toEqual([
    'add customers.region to its dimensions',
    'add orders.average to its measures',
  ]);
  expect(change(rollupA, { m: ['total'], td: 'created_at/day', timezone: 'Asia/Tokyo' })).toEqual([
    'build it for the zone Asia/Tokyo too',
  ]);
  expect(change(rollupA, { m: ['total'], filters: [where('created_at', 'set')] })).toEqual([
    'add orders.created_at to its dimensions',
  ]);
});

it('proposes nothing where no addition helps, or where an addition would multiply rows', () => {
  const change = (rollup: string, asked: Asked) => candidatesOf(only(rollup), asked)[0]?.change;
  expect(change(rollupB, { m: ['buyers'], td: 'created_at/month' })).toBeUndefined();
  expect(change(rollupA, { d: ['status'], ungrouped: true })).toBeUndefined();
  expect(change(rollupA, { m: ['total', 'items.qty'], d: ['items.product'] })).toBeUndefined();
});

it('names what the caller asked for in place of what it is made of, and nothing hidden', () => {
  const measures = [
    'name: cost, type: sum, sql: cost, public: false',
    'name: margin, type: number, sql: "{total} - {cost}"',
  ];
  const rollups = ['name: N, measures: [total], dimensions: [status]'];
  const [candidate] = candidatesOf(rollupModel({ rollups, measures }), { m: ['margin'], d: ['status'] });
  expect(candidate?.reasons.map(({ text }) => text)).toEqual(['it does not store the measure orders.margin']);
  expect(candidate?.change).toBeUndefined();
  const stored = ['name: B, measures: [buyers], dimensions: [amount_value]'];
  const hidden = ['group: "*", member_level: {includes: [buyers]}'];
  const [pinned] = candidatesOf(rollupModel({ rollups: stored, policies: hidden }), { m: ['buyers'] });
  expect(pinned?.reasons.map(({ text }) => text)).toContain(
    'it also groups by something that you cannot see, which the query neither asks for nor sets to one value',
  );
  expect(JSON.stringify(pinned)).not.toContain('amount_value');
});

it('does not name a rollup of a cube of which the caller sees nothing', () => {
  const more = 'views:\n  - name: v\n    cubes: [{join_path: orders, includes: [total]}]\n';
  const model = rollupModel({ rollups: [rollupA], source: 'public: false\n    sql_table: orders', more });
  expect(candidatesOf(model, { m: ['v.total'] }).map(({ name }) => name)).toEqual(['pre-aggregation 1']);
});

it('lists the candidates of every cube that is read, and none of others', () => {
  const model = rollupModel({
    rollups: [rollupJoined],
    ofCustomers: ['name: R, measures: [count], dimensions: [city]'],
    ofSales: ['name: S, measures: [total]'],
  });
  expect(verdicts(model, { m: ['total'], d: ['customers.city'] })).toEqual({
    C: 'merging',
    'customers.R': expect.stringContaining('other-root'),
  });
});
