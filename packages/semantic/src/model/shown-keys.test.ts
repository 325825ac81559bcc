import { expect, it } from 'vitest';
import { buildModel, cubeOf, messages, ordersCube } from './model-fixture.ts';

it('keeps display keys in the metadata', () => {
  const build = buildModel(
    ordersCube(`dimensions:
  - {name: d, type: string, sql: d, fieldType: email, values_as_segments: true, enable_suggestions: false, meta: {field_type: mine, x: 1}}
  - {name: plain, type: string, sql: d}
measures: [{name: m, type: count, drill_filters: [{sql: "{CUBE}.a"}], cumulative: true, aliases: [orders, n]}]
segments: [{name: s, sql: "{CUBE}.a", aliases: [big]}]`),
  );
  expect(build.problems).toEqual([]);
  const { dimensions, measures, segments } = cubeOf(build, 'orders');
  expect(dimensions.map(({ meta }) => meta)).toEqual([
    { values_as_segments: true, field_type: 'mine', enable_suggestions: false, x: 1 },
    undefined,
  ]);
  expect(measures[0]).toMatchObject({
    meta: { drill_filters: [{ sql: '{CUBE}.a' }] },
    aliases: ['orders', 'n'],
    isCumulative: true,
  });
  expect(segments[0]?.aliases).toEqual(['big']);
});

it.each([
  ['XIRR({total}, {count})', []],
  ['my_schema.my_aggregate({total})', []],
  [
    'COALESCE({total}, 0)',
    ["'orders.m' of type number_agg should aggregate its measures: sql names no aggregate function"],
  ],
])('passes an unknown aggregate to the engine: %s', (sql, said) => {
  const build = buildModel(
    ordersCube(`dimensions: [{name: id, type: number, sql: id, primary_key: true}]
measures: [{name: total, type: sum, sql: x}, {name: count, type: count}, {name: m, type: number_agg, sql: "${sql}", multi_stage: true, grain: {include: [id]}}]`),
  );
  expect(messages(build.problems)).toEqual(said);
  if (said.length === 0) expect(cubeOf(build, 'orders').measures[2]?.measureClass).toBe('holistic');
});
