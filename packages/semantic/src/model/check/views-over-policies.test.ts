import { expect, it } from 'vitest';
import { buildModel, messages } from '../model-fixture.ts';

const model = (policies: string, views: string) => `cubes:
  - name: sales
    sql_table: sales
    access_policy: ${policies}
    joins: [{name: products, relationship: many_to_one, sql: "{CUBE}.product = {products.name}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: tenant, sql: tenant, type: string}
    measures: [{name: count, type: count}]
  - name: products
    sql_table: products
    dimensions:
      - {name: name, sql: name, type: string, primary_key: true, public: true}
      - {name: kind, sql: kind, type: string}
    measures: [{name: price, sql: price, type: sum}]
views: ${views}
`;
const ofTenants =
  '[{group: a, row_level: {filters: [{member: tenant, operator: equals, values: ["{ securityContext.tenant }"]}]}}]';
const shop =
  '[{name: shop, cubes: [{join_path: sales, includes: [count]}, {join_path: sales.products, includes: [name, kind]}]}]';
const noted = (text: string) => {
  const { problems, notices } = buildModel(text);
  expect(messages(problems)).toEqual([]);
  return messages(notices);
};

it('names the members of a view that read nothing of a cube with policies on their path', () => {
  expect(noted(model(ofTenants, shop))).toEqual([
    'View shop joins sales, whose policies limit its rows for some callers, also for shop.name, shop.kind, which read nothing of them',
  ]);
});

it('names a cube that only a default filter reads', () => {
  const filtered =
    '[{name: shop, cubes: [{join_path: sales, includes: [tenant, count]}, {join_path: products, includes: [name]}], default_filters: [{member: tenant, operator: set}]}]';
  expect(noted(model(ofTenants, filtered))).toEqual([
    'View shop joins sales, whose policies limit its rows for some callers, also for shop.name, which read nothing of them',
  ]);
});

it.each([
  ['whose members read the cube', ofTenants, '[{name: shop, cubes: [{join_path: sales, includes: "*"}]}]'],
  ['beside the cube', ofTenants, '[{name: shop, cubes: [{join_path: products, includes: "*"}]}]'],
  ['over a cube that all callers may read', '[{group: "*"}]', shop],
  ['that is not public', ofTenants, shop.replace('{name: shop', '{name: shop, public: false')],
])('says nothing about a view %s', (_, policies, views) => {
  expect(noted(model(policies, views))).toEqual([]);
});
