import { expect, it } from 'vitest';
import { buildModel, messages, shop } from '../model-fixture.ts';

const problemsOf = (...definitions: readonly string[]) =>
  messages(
    buildModel(
      shop.replace(
        '    segments:',
        `    pre_aggregations:\n${definitions.map((one) => `      - {${one}}\n`).join('')}    segments:`,
      ),
    ).problems,
  );

it.each([
  'name: p, measures: [ghost]',
  'name: p, mesures: [count]',
  'name: p, time_dimension_reference: created_at, timeDimension: created_at, granularity: day',
])('disables nothing of its cube: %s', (definition) => {
  const text = shop.replace('    segments:', `    pre_aggregations: [{${definition}}]\n    segments:`);
  const { problems, pieces, unavailable } = buildModel(text);
  expect(problems.length).toBeGreaterThan(0);
  expect(unavailable).toEqual([]);
  expect(pieces.map(({ name }) => name)).toEqual(buildModel(shop).pieces.map(({ name }) => name));
});

it.each([
  ['name: p, measures: [ghost]', "orders.ghost cannot be resolved. There's no such member or cube."],
  ['name: p, measures: [status]', "'status' is a dimension and does not belong in measures"],
  ['name: p, dimensions: [total]', "'total' is a measure and does not belong in dimensions"],
  [
    'name: p, time_dimension: status, granularity: day',
    "'status' is a dimension and does not belong in time_dimensions",
  ],
  ['name: p, time_dimension: created_at', 'orders cube: "pre_aggregations.p.granularity" is required'],
  ['name: p, granularity: day', 'orders cube: "pre_aggregations.p.time_dimension" is required'],
  [
    'name: p, type: cube',
    'orders cube: "pre_aggregations.p.type" must be one of [rollup, original_sql, rollup_join, rollup_lambda, auto_rollup]',
  ],
  ['name: p, type: auto_rollup', 'Auto rollups supported only in Enterprise version'],
  ['name: p, mesures: [count]', 'orders cube: "pre_aggregations.p.mesures" is not allowed'],
  ['name: p, type: rollup_lambda', "rollupLambda 'orders.p' should reference at least one rollup"],
  ['name: p, type: rollup_lambda, rollups: [q]', "orders.q cannot be resolved. There's no such member or cube."],
  [
    'name: p, type: rollup_join, scheduled_refresh: true',
    'orders cube: "pre_aggregations.p.scheduled_refresh" (scheduledRefresh = true) must be [false]',
  ],
  [
    'name: p, refresh_key: {every: 1 hour, incremental: true}',
    "Incremental refresh key can only be used for partitioned pre-aggregations but set for non-partitioned 'orders.p'",
  ],
  [
    'name: p, refresh_key: {every: now and then}',
    "Invalid cron string 'now and then' in refreshKey (it has 3 of 5 or 6 fields)",
  ],
  [
    'name: p, refresh_key: {sql: SELECT 1, every: 30 5 * * *}',
    'orders cube: "pre_aggregations.p.refresh_key" takes either sql or a cron schedule, not both',
  ],
  [
    'name: p, time_dimension_reference: created_at, timeDimension: created_at, granularity: day',
    'orders cube: "pre_aggregations.p" takes either time_dimension or time_dimension_reference, not both',
  ],
  [
    'name: p, indexes: [{name: i, columns: [a]}, {name: i, columns: [b]}]',
    "Found duplicate preAggregation.index 'i' in pre-aggregation 'p' in cube 'orders'.",
  ],
  ['name: p, measureReferences: [status]', "'status' is a dimension and does not belong in measures"],
  ['name: total', 'orders cube: total defined more than once'],
])('refuses %s', (definition, message) => {
  expect(problemsOf(definition)).toEqual([message]);
});

it('refuses two with the same name', () => {
  expect(problemsOf('name: p', 'name: p')).toEqual([
    "Member names must be unique within a cube. Found duplicate preAggregation 'p' in cube 'orders'.",
  ]);
});

it('accepts every kind and form', () => {
  expect(
    problemsOf(
      'name: a, measures: [count], dimensions: [CUBE.status], segments: [done], time_dimension: created_at, granularity: day',
      'name: b, measures: [count], time_dimensions: [{dimension: created_at, granularity: hour}], external: false',
      'name: c, type: original_sql, refresh_key: {sql: SELECT 1, every: 10 minutes}',
      'name: d, type: rollup_join, rollups: [a, CUBE.b]',
      'name: e, type: rollup_lambda, rollups: [orders.a], union_with_source_data: true',
      'name: f, refresh_key: {every: 30 5 * * *, timezone: Europe/Lisbon}, build_range_start: {sql: SELECT 1}, indexes: [{name: i, columns: [status], type: aggregate}]',
    ),
  ).toEqual([]);
});

it.each([
  'name: p, measureReferences: [total], dimension_references: [status], timeDimensionReference: created_at, granularity: day',
  'name: p, measures: [total], refresh_range_start: {sql: SELECT 1}, refreshRangeEnd: {sql: SELECT 2}',
])('reads legacy keys: %s', (definition) => {
  expect(problemsOf(definition)).toEqual([]);
});
