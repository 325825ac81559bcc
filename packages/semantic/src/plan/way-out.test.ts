import { expect, it } from 'vitest';
import { compileModel } from '../model/compile-model.ts';
import { indexModel } from '../model/model-index.ts';
import { openAccess } from '../query/access.ts';
import type { QueryTimeDimension } from '../query/query.ts';
import type { Instant, Zone } from '../time/instant.ts';
import { buildPlan, bindQuery } from './build-plan.ts';

const { build } = compileModel([
  {
    path: 'model.yml',
    text: `cubes:
  - name: days
    calendar: true
    sql_table: days
    dimensions:
      - { name: day, sql: day, type: time, primary_key: true, public: true, time_shift: [{ name: twin, sql: "{CUBE}.twin" }] }
      - { name: hidden, sql: day, type: time, public: false, time_shift: [{ name: twin, sql: "{CUBE}.twin" }] }
  - name: orders
    sql_table: orders
    joins: [{ name: days, relationship: many_to_one, sql: "{CUBE}.day = {days.day}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: made, sql: made, type: time }
    measures:
      - { name: total, sql: total, type: sum }
      - { name: so_far, sql: total, type: sum, rolling_window: { trailing: unbounded } }
      - { name: twin, type: number, sql: "{total}", multi_stage: true, time_shift: [{ name: twin }] }
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

function hintsOf(measure: string, time: QueryTimeDimension) {
  const context = {
    now: 0 as Instant,
    access: openAccess,
    defaultZone: 'UTC' as Zone,
    defaultLimit: 10,
    maxLimit: 10,
  };
  const requested = { measures: [measure], dimensions: [], segments: [], timeDimensions: [time], filters: [] };
  const bound = bindQuery(requested, model, context);
  if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
  const planned = buildPlan(bound.value, model);
  return planned.ok ? [] : planned.problems.map(({ hint }) => hint);
}

it('lists the time dimensions of calendars that have a shift of this name', () => {
  expect(hintsOf('orders.twin', { dimension: 'orders.made', granularity: 'month' })).toEqual([
    'Query by a time dimension of a calendar that has it: days.day',
  ]);
});

it('suggests ways to get fewer buckets', () => {
  const dateRange = ['2024-01-01', '2024-01-09'] as const;
  expect(hintsOf('orders.so_far', { dimension: 'orders.made', granularity: 'second', dateRange })).toEqual([
    'Query a shorter date range, or a coarser granularity',
  ]);
});
