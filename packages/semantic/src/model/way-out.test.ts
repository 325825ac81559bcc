import { describe, expect, it } from 'vitest';
import { buildModel, ordersCube, reportedOf } from './model-fixture.ts';

const hintsOf = (text: string) => reportedOf(buildModel(text)).flatMap(({ hint }) => hint ?? []);
const dimension = (keys: string) => hintsOf(ordersCube(`dimensions: [{name: a, sql: a, ${keys}}]`));
const measure = (keys: string) => hintsOf(ordersCube(`measures: [{name: a, sql: a, ${keys}}]`));

describe('the hint', () => {
  it.each([
    ['cubes: orders', 'Write it as a list: [orders]'],
    ['cubes:\n  name: orders', 'Write - before name'],
    ['views: {v: {cubes: []}}', 'Begin each item of views with a dash: - name: v'],
    [ordersCube('dimensions: {id: {sql: id}}'), 'Begin each item of dimensions with a dash: - name: id'],
    ['cubes: [orders]', 'Write - name: orders'],
    [ordersCube('dimensions: [id]'), 'Write - name: id'],
    [ordersCube('measures: [{name: a, type: count, filters: ["b = 1"]}]'), 'Write - sql: "b = 1"'],
    ['views: [{name: v, cubes: [orders]}]', 'Write - join_path: orders'],
    [ordersCube('refresh_key: 1 hour'), 'Write every: 1 hour below it'],
    ['cubes: [{name: my orders, sql_table: t}]', 'Did you mean my_orders?'],
    ['cubes: [{name: a, table: t, sql: SELECT 1}]', 'Did you mean sql_table?'],
    ['views: [{name: v, includes: [a]}]', 'It belongs to an item of cubes, next to join_path'],
    [
      ordersCube('measures: [{name: a, type: count, filter: "x = 1"}]'),
      'Conditions on rows are a list: filters: [{ sql: ... }]',
    ],
    [
      ordersCube('measures: [{name: a, type: sum, sql: "SUM(amount)"}]'),
      'Leave SUM out, or use type: number for an aggregate of your own',
    ],
    [
      `${ordersCube('measures: [{name: a, type: count}]')}views: [{name: v, cubes: [{join_path: orders, includes: ["*"]}]}]`,
      'Write includes: "*" to include all of them',
    ],
    [
      ordersCube('dimensions: [{name: a, type: string, case: {when: []}}]'),
      'Each item has a condition and a label: - { sql: ..., label: ... }',
    ],
    [
      ordersCube(
        'measures: [{name: c, type: count}, {name: a, type: number, sql: "{c}", multi_stage: true, time_shift: [{interval: 1 month, type: previous}]}]',
      ),
      'Did you mean prior?',
    ],
    ['cubes:\n  - name: orders\n     sql_table: t', 'Indent all keys of a mapping equally'],
    ['cubes:\n  - name: orders\n    sql: {CUBE}.a', 'A value that begins with { needs quotes: sql: "{CUBE}.amount"'],
    ['cubes:\n  - name: a\n    sql: `SELECT 1`', 'Write the value in quotes, or as a block scalar: sql: |'],
    ['cubes: [{name: a, sql_table: "t"', 'Close what is opened with { or ['],
    [
      ordersCube('dimensions: [{name: a, type: string, sql: "{{ CUBE }}.a"}]'),
      'A reference in SQL takes single braces: {CUBE}',
    ],
  ])('of %j', (text, hint) => {
    expect(hintsOf(text)).toContain(hint);
  });

  it('knows the terms of other tools', () => {
    expect(dimension('type: int')).toEqual(['Did you mean number?']);
    expect(dimension('type: timestamp')).toEqual(['Did you mean time?']);
    expect(dimension('type: varchar')).toEqual(['Did you mean string?']);
    expect(dimension('type: bool')).toEqual(['Did you mean boolean?']);
    expect(measure('type: average')).toEqual(['Did you mean avg?']);
    expect(measure('type: median')).toEqual(['Use type: number with the aggregate of your database in sql']);
    expect(hintsOf(ordersCube('joins: [{name: b, sql: "1=1", relationship: many_to_many}]'))).toEqual([
      'Make a cube of the table between them, and join through it',
    ]);
    expect(hintsOf(ordersCube('joins: [{name: b, sql: "1=1", relationship: many_to_one, type: left}]'))).toEqual([
      'Every join is a LEFT JOIN; its kind is the relationship',
    ]);
  });

  it('does not guess from one letter', () => {
    expect(hintsOf(ordersCube('measures: [{name: a, type: number, sql: "{b}"}]'))).toEqual([]);
  });
});

it.each(['(SELECT MAX(x) FROM t WHERE t.id = {CUBE}.id)', 'COALESCE(max, 0)', "CASE WHEN a = 'SUM(x)' THEN 1 END"])(
  'is left out where only the author can tell an aggregate of an aggregate: %s',
  (sql) => {
    expect(buildModel(ordersCube(`measures: [{name: a, type: sum, sql: "${sql}"}]`)).problems).toEqual([]);
  },
);
