import { expect, it } from 'vitest';
import { buildModel } from '../model-fixture.ts';

const model = (sql: string, view: string) => `cubes:
  - name: orders
    sql_table: orders
    dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    measures: [{name: count, type: count}]
  - name: customers
    sql_table: customers
    joins: [{name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: n, sql: "${sql}", type: number, sub_query: true}
views:
  - name: sales
    cubes: [{join_path: orders, includes: [count]}]
${view}`;

const problemsOf = (sql: string, view = '') =>
  buildModel(model(sql, view)).problems.map(({ message, hint }) => [message, hint]);

it('resolves a member of a view to the member of its cube', () => {
  expect(problemsOf('{sales.count}')).toEqual([]);
});

it('suggests the intended member of the view', () => {
  expect(problemsOf('{sales.cuont}')).toEqual([
    ["sales.cuont cannot be resolved. There's no such member or cube.", 'Did you mean count?'],
  ]);
});

it("refuses the view's own members", () => {
  expect(problemsOf('{sales.twice}', '    measures: [{name: twice, sql: "2 * {count}", type: number}]\n')).toEqual([
    [
      "'customers.n' refers to the view 'sales'; definitions refer to cubes only",
      'sales makes twice itself; refer to the members it is made of',
    ],
  ]);
});

it('refuses a view with access policies, which would be bypassed', () => {
  expect(problemsOf('{sales.count}', '    access_policy: [{role: x, member_level: {includes: "*"}}]\n')).toEqual([
    [
      "'customers.n' refers to the view 'sales'; definitions refer to cubes only",
      'sales has access policies; refer to the cube behind it',
    ],
  ]);
});

it('refuses a view with default filters, which would be lost', () => {
  expect(problemsOf('{sales.count}', '    default_filters: [{member: count, operator: gt, values: ["1"]}]\n')).toEqual([
    [
      "'customers.n' refers to the view 'sales'; definitions refer to cubes only",
      'sales has default filters; refer to the cube behind it',
    ],
  ]);
});

it('terminates when a view is in its own path', () => {
  const loop = '  - name: v\n    cubes: [{join_path: v.orders, includes: "*"}]\n';
  const { problems } = buildModel(model('{v.orders}', loop));
  expect(problems.map(({ code }) => code)).toContain('model.unknown-cube');
});
