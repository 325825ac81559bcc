import { describe, expect, it } from 'vitest';
import type { Zone } from '../time/instant.ts';
import {
  type Asked,
  during,
  rollupA,
  rollupB,
  rollupJ,
  rollupJoined,
  rollupM,
  type RollupModel,
  rollupModel,
  rollupW,
  verdicts,
  where,
} from './rollup-fixture.ts';

const noon = during('2024-01-01T12:00:00.000', '2024-01-31T23:59:59.999');
const hours = 'name: H, measures: [total], time_dimension: created_at, granularity: hour';
const hidden = (members: string) => [`group: "*", member_level: {excludes: [${members}]}`];
const only = (member: string, value: string) => [
  `group: "*", row_level: {filters: [{member: ${member}, operator: equals, values: ["${value}"]}]}`,
];
const masking = (members: string) => [
  `group: "*", member_level: {excludes: [${members}]}, member_masking: {includes: [${members}]}`,
];

/** Each would give a wrong number, or rows that the caller must not see, if it were served. */
describe('wrong matches are refused', () => {
  it.each<[string, RollupModel, Asked, string]>([
    ['weeks as months', { rollups: [rollupW] }, { m: ['total'], td: 'created_at/month' }, 'uneven'],
    ['weeks as quarters', { rollups: [rollupW] }, { m: ['total'], td: 'created_at/quarter' }, 'uneven'],
    ['months as weeks', { rollups: [rollupM] }, { m: ['total'], td: 'created_at/week' }, 'finer'],
    ['a range that begins at noon', { rollups: [rollupA] }, { m: ['total'], td: noon }, 'range-edges'],
    [
      'a range within a month',
      { rollups: [rollupM] },
      { m: ['total'], td: during('2024-01-05', '2024-01-31') },
      'range-edges',
    ],
    [
      'a range in weeks that ends on a Saturday',
      { rollups: [rollupW] },
      { m: ['total'], td: during('2024-01-01', '2024-01-06', 'week') },
      'range-edges',
    ],
    [
      'days of another zone',
      { rollups: [rollupA] },
      { m: ['total'], td: 'created_at/day', timezone: 'America/New_York' },
      'zone',
    ],
    [
      'a range of days of another zone',
      { rollups: [rollupA] },
      { m: ['total'], td: during('2024-01-01', '2024-01-31'), timezone: 'Asia/Tokyo' },
      'zone',
    ],
    [
      'hours of a zone that differs by half an hour',
      { rollups: [hours] },
      { m: ['total'], td: during('2024-01-01', '2024-01-31', 'day'), timezone: 'Asia/Kolkata' },
      'range-edges, part-hours',
    ],
    [
      'hours of a zone at all times, also before it had whole hours',
      { rollups: [hours] },
      { m: ['total'], td: 'created_at/day', timezone: 'Europe/Berlin' },
      'part-hours',
    ],
    ['distinct values added over time', { rollups: [rollupB] }, { m: ['buyers'], d: ['status'] }, 'not-pinned'],
    [
      'distinct values added over a dimension',
      { rollups: [rollupB] },
      { m: ['buyers'], td: 'created_at/day' },
      'not-pinned',
    ],
    [
      'distinct values of a month beside stored days',
      {
        rollups: [
          `name: B, measures: [buyers], time_dimensions: [{dimension: created_at, granularity: day}, {dimension: created_at, granularity: month}]`,
        ],
      },
      { m: ['buyers'], td: 'created_at/month' },
      'not-pinned',
    ],
    [
      'distinct values with a dimension set to two values',
      { rollups: ['name: B, measures: [buyers], dimensions: [status]'] },
      { m: ['buyers'], filters: [where('status', 'equals', 'done', 'open')] },
      'not-pinned',
    ],
    [
      'distinct values with a dimension that is only set to any value',
      { rollups: ['name: B, measures: [buyers], dimensions: [status]'] },
      { m: ['buyers'], filters: [where('status', 'set')] },
      'not-pinned',
    ],
    [
      "an author's own aggregate over parts",
      { rollups: ['name: P, measures: [median], dimensions: [status]'] },
      { m: ['median'] },
      'not-pinned',
    ],
    [
      'an average of averages, where sums are not stored',
      {
        rollups: ['name: P, measures: [mean], dimensions: [status]'],
        measures: ['name: mean, type: number, sql: "avg({CUBE}.amount)"'],
      },
      { m: ['mean'] },
      'not-pinned',
    ],
    [
      "an author's own aggregate of no rows, which no stored row has",
      { rollups: ['name: P, measures: [median], dimensions: [status]'] },
      { m: ['median'], filters: [where('status', 'equals', 'nothing')] },
      'value-of-nothing',
    ],
    ['multiplied sums', { rollups: [rollupJ] }, { m: ['total'], d: ['status'] }, 'multiplied-in-rollup'],
    ['multiplied sums of all', { rollups: [rollupJ] }, { m: ['total'] }, 'multiplied-in-rollup'],
    [
      'multiplied counts',
      { rollups: ['name: J, measures: [count], dimensions: [items.product]'] },
      { m: ['count'] },
      'multiplied-in-rollup',
    ],
    [
      'a multiplied measure from rows that are not multiplied',
      { rollups: ['name: T, measures: [total], dimensions: [status]'] },
      { m: ['total'], d: ['items.product'] },
      'multiplied-in-query',
    ],
    [
      'least values over joins that multiply',
      { rollups: ['name: J, measures: [smallest], dimensions: [status, items.product]'] },
      { m: ['smallest'], d: ['status'] },
      'join-multiplies',
    ],
    [
      'customers without orders: dimensions alone from rows of a fact',
      { rollups: [rollupJoined] },
      { d: ['customers.city'], m: ['count'], filters: [], segments: [], td: 'shipped_at/day' },
      'time',
    ],
    [
      'the number of customers from rows of orders',
      { rollups: ['name: C, measures: [count, customers.count], dimensions: [customers.city]'] },
      { m: ['customers.count', 'count'], d: ['customers.region'] },
      'dimension',
    ],
    [
      'a rule over a member that is not stored',
      { rollups: [rollupA], policies: only('amount_value', '7') },
      { m: ['total'] },
      'rule',
    ],
    [
      'a rule over single moments',
      {
        rollups: [rollupA],
        policies: [
          'group: "*", row_level: {filters: [{member: created_at, operator: afterDate, values: ["2024-01-01"]}]}',
        ],
      },
      { m: ['total'] },
      'rule',
    ],
    [
      'a masked dimension',
      { rollups: [rollupA], policies: masking('status') },
      { m: ['total'], d: ['status'] },
      'masked',
    ],
    ['a masked measure', { rollups: [rollupA], policies: masking('total') }, { m: ['total'], d: ['status'] }, 'masked'],
    [
      'a measure that is made of a masked one',
      { rollups: [rollupA], policies: masking('total') },
      { m: ['ratio'], d: ['status'] },
      'masked',
    ],
    [
      'rows that the SQL of a cube limits by the security context',
      { rollups: [rollupA], source: 'sql: "SELECT * FROM orders WHERE {SECURITY_CONTEXT.tenant.filter(\'tenant\')}"' },
      { m: ['total'] },
      'reads-context',
    ],
    [
      'rows that the SQL of a cube limits by filters of the query',
      {
        rollups: [rollupA],
        source: 'sql: "SELECT * FROM orders WHERE {FILTER_PARAMS.orders.status.filter(\'status\')}"',
      },
      { m: ['total'], filters: [where('status', 'equals', 'done')] },
      'reads-filters',
    ],
    [
      'another segment',
      { rollups: [`${rollupA}, segments: [done_only]`] },
      { m: ['total'], segments: ['orders.open_only'] },
      'segment',
    ],
    [
      'a test of one dimension or another, of which one is stored',
      { rollups: [rollupA] },
      {
        m: ['total'],
        filters: [{ kind: 'or', filters: [where('status', 'equals', 'done'), where('amount_value', 'gt', '20')] }],
      },
      'dimension',
    ],
    ['single moments', { rollups: [rollupA] }, { m: ['total'], d: ['created_at'] }, 'whole-time'],
    ['another time', { rollups: [rollupA] }, { m: ['total'], td: 'shipped_at/month' }, 'time'],
    ['single rows', { rollups: [rollupA] }, { d: ['status'], ungrouped: true }, 'rows-one-by-one'],
    [
      'a measure with other filters',
      { rollups: [rollupA], measures: ['name: paid, type: sum, sql: amount, filters: [{sql: "{CUBE}.paid"}]'] },
      { m: ['paid'] },
      'measure',
    ],
    [
      'a measure over windows',
      {
        rollups: [rollupA],
        measures: ['name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}'],
      },
      { m: ['running'], td: during('2024-01-01', '2024-01-31', 'day') },
      'measure',
    ],
    [
      'a measure over other groups',
      {
        rollups: ['name: S, measures: [whole], dimensions: [status]'],
        measures: ['name: whole, type: number, multi_stage: true, sql: "{total}", group_by: []'],
      },
      { m: ['whole'], d: ['status'] },
      'measure',
    ],
    [
      'a dimension that is computed from other rows',
      {
        rollups: ['name: S, measures: [count], dimensions: [pieces]'],
        dimensions: [
          'name: pieces, sql: "{items.qty}", type: number, sub_query: true, propagate_filters_to_sub_query: true',
        ],
      },
      { m: ['count'], d: ['pieces'] },
      'computed-dimension',
    ],
    [
      'a rollup of another cube alone',
      { rollups: ['name: X, measures: [customers.count]'] },
      { m: ['count'] },
      'without-own-member',
    ],
  ])('%s', (_, parts, asked, expected) => {
    const groups = parts.policies ? ['somebody'] : [];
    const [verdict = ''] = Object.values(verdicts(rollupModel(parts), asked, { groups }));
    expect(verdict).toContain(expected);
  });

  it('never by names: a view that reaches a cube by another way', () => {
    const model = rollupModel({
      ofCustomers: ['name: R, measures: [count], dimensions: [region]'],
      more: 'views:\n  - name: v\n    cubes: [{join_path: orders.customers, includes: [region]}, {join_path: orders, includes: [total]}]\n',
    });
    expect(verdicts(model, { d: ['v.region'] })).toEqual({ 'customers.R': 'other-root' });
    expect(verdicts(model, { d: ['customers.region'] })).toEqual({ 'customers.R': 'merging' });
  });
});

describe('matches beside them', () => {
  it.each<[string, RollupModel, Asked, string]>([
    [
      'hours serve days of a zone with whole hours, over a range',
      { rollups: [hours] },
      { m: ['total'], td: during('2024-01-01', '2024-12-31', 'day'), timezone: 'America/New_York' },
      'merging',
    ],
    [
      'joins towards one row may be followed by the rollup alone',
      { rollups: ['name: C, measures: [total], dimensions: [status, customers.city]'] },
      { m: ['total'], d: ['status'] },
      'merging',
    ],
    [
      'a rule over a stored member',
      { rollups: [rollupA], policies: only('status', 'done') },
      { m: ['total'] },
      'merging',
    ],
    ['rights that hide other members', { rollups: [rollupA], policies: hidden('count') }, { m: ['total'] }, 'merging'],
    [
      'filters that the SQL of a cube repeats, where the query has others',
      {
        rollups: [rollupA],
        source: 'sql: "SELECT * FROM orders WHERE {FILTER_PARAMS.orders.amount_value.filter(\'amount\')}"',
      },
      { m: ['total'], filters: [where('status', 'equals', 'done')] },
      'merging',
    ],
    [
      'a range of a time among the dimensions',
      { rollups: ['name: T, measures: [total], dimensions: [created_at]'] },
      { m: ['total'], td: noon, timezone: 'Asia/Kolkata' },
      'merging',
    ],
    [
      'measures of several grains, each from its own rows',
      { rollups: ['name: I, measures: [count, items.qty], dimensions: [status]'] },
      { m: ['count', 'items.qty'], filters: [where('status', 'equals', 'done')] },
      'merging',
    ],
    [
      'measures over other groups, computed from merged ones',
      {
        rollups: [rollupA],
        measures: ['name: whole, type: number, multi_stage: true, sql: "{total}", group_by: []'],
      },
      { m: ['whole', 'count'], d: ['status'] },
      'merging',
    ],
    [
      'Berlin',
      { rollups: [rollupA] },
      { m: ['total'], td: during('2024-03-31', '2024-03-31'), timezone: 'Europe/Berlin' },
      'merging',
    ],
  ])('%s', (_, parts, asked, expected) => {
    const asker = { groups: ['somebody'], zones: ['UTC', 'Europe/Berlin'] as unknown as [Zone, Zone] };
    expect(Object.values(verdicts(rollupModel(parts), asked, asker))).toEqual([expected]);
  });
});
