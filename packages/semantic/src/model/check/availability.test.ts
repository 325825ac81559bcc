import { expect, it } from 'vitest';
import { buildModel, messages, placeText, shop } from '../model-fixture.ts';

const broken = 'cubes:\n  - name: refunds\n    sql_table: "refunds\n';
const files = {
  'shop.yml': shop,
  'refunds.yml': broken,
  'uses.yml': `cubes:
  - {name: refers, sql_table: t, dimensions: [{name: a, type: string, sql: "{refunds.reason}"}]}
  - {name: joins, sql_table: t, joins: [{name: refunds, relationship: many_to_one, sql: "{CUBE}.r = {refunds.id}"}]}
  - {name: extends_it, extends: refunds}
views:
  - {name: view_of_it, cubes: [{join_path: refunds, includes: "*"}]}
  - {name: view_by_it, cubes: [{join_path: joins.refunds, includes: [id]}]}
  - {name: view_of_shop, cubes: [{join_path: orders, includes: "*"}]}
`,
};

it('is kept for everything that does not depend on a broken file', () => {
  const build = buildModel(files);
  expect(build.pieces.map(({ name }) => name)).toEqual(['customers', 'orders', 'items', 'view_of_shop']);
  expect(build.problems.map(placeText)).toEqual(['refunds.yml:4:1']);
});

it('ends for everything that depends on a broken file, each with the reason', () => {
  const reasons = Object.fromEntries(
    buildModel(files).unavailable.map(({ name, problems }) => [name, messages(problems)]),
  );
  const on = (name: string, other: string) => [
    `'${name}' is unavailable because it depends on '${other}', which has problems`,
  ];
  expect(reasons).toEqual({
    refunds: ['Not valid YAML: missing closing "quote'],
    refers: on('refers', 'refunds'),
    joins: on('joins', 'refunds'),
    extends_it: on('extends_it', 'refunds'),
    view_of_it: on('view_of_it', 'refunds'),
    view_by_it: on('view_by_it', 'refunds'),
  });
});

it('ends for everything that depends on a broken cube, whose other problems are still reported', () => {
  const build = buildModel(`cubes:
  - {name: a, sql_table: t, dimensions: [{name: x, type: text, sql: x}]}
  - {name: b, sql_table: t, dimensions: [{name: y, type: string, sql: "{a.x}"}, {name: z, type: string, sql: "{a.w}"}]}`);
  expect(messages(build.problems)).toEqual([
    'a cube: "dimensions.x.type" must be one of [string, number, boolean, time, geo, switch]',
    "a.w cannot be resolved. There's no such member or cube.",
  ]);
  expect(build.pieces).toEqual([]);
});

it('of a pre-aggregation means: defined, not built', () => {
  const build = buildModel(
    shop.replace(
      '    segments:',
      '    pre_aggregations:\n      - {name: main, measures: [count, CUBE.total], dimensions: [orders.status, customers.city], time_dimension: created_at, granularity: day, partition_granularity: month, refresh_key: {every: 1 hour, incremental: true, update_window: 7 day}}\n    segments:',
    ),
  );
  expect(messages(build.problems)).toEqual([]);
  expect(messages(build.notices)).toEqual([
    "Pre-aggregation 'orders.main' is defined, not built: queries read the source",
  ]);
  expect(build.notices.map(placeText)).toEqual(['model.yml:25:16']);
});
