import { expect, it } from 'vitest';
import { buildModel, messages } from '../model-fixture.ts';

const cube = (policies: string) => `cubes:
  - name: items
    sql_table: items
    access_policy: ${policies}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: cost, sql: cost, type: number}
      - {name: size, sql: size, type: string}
    measures:
      - {name: count, type: count}
      - {name: spent, sql: "{cost}", type: sum}
      - {name: margin, sql: "{spent} / {count}", type: number}
`;
const view = (keys = '', includes = '"*"') =>
  `views: [{name: sales, cubes: [{join_path: items, includes: ${includes}}]${keys}}]`;
const keepsCost = '[{group: finance}, {group: sales, member_level: {excludes: [cost]}}]';
const noted = (text: string) => {
  const { problems, notices } = buildModel(text);
  expect(messages(problems)).toEqual([]);
  return messages(notices);
};

it('names the members of a view that cube policies hide from some callers, once', () => {
  expect(noted(cube(keepsCost) + view())).toEqual([
    'View sales shows items.cost, items.spent, items.margin, which policies of items hide from some callers',
  ]);
  const keepsMost = '[{group: finance}, {group: sales, member_level: {includes: [id, count]}}]';
  expect(noted(cube(keepsMost) + view())).toEqual([
    'View sales shows items.cost, items.size, items.spent and 1 more, which policies of items hide from some callers',
  ]);
});

it.each([
  ['has policies itself', cube(keepsCost) + view(', access_policy: [{group: "*"}]')],
  ['does not show them', cube(keepsCost) + view('', '[size, count]')],
  ['is not public', cube(keepsCost) + view(', public: false')],
  [
    'is of cubes whose policies are about rows',
    cube('[{group: a, row_level: {filters: [{member: size, operator: set}]}}]') + view(),
  ],
])('says nothing about a view that %s', (_, text) => {
  expect(noted(text)).toEqual([]);
});

it('does not count masked members', () => {
  const masks =
    '[{group: a}, {group: b, member_level: {includes: [id, size, count]}, member_masking: {includes: [cost, spent, margin]}}]';
  expect(noted(cube(masks) + view())).toEqual([]);
  const parts =
    '[{group: a}, {group: b, member_level: {includes: [id, size, count]}, member_masking: {includes: [spent, margin]}}]';
  expect(noted(cube(parts) + view())).toEqual([
    'View sales shows items.cost, which policies of items hide from some callers',
  ]);
});
