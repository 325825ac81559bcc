import { expect, it } from 'vitest';
import { definitionLines } from './definition-lines.ts';

const text = `# sales
cubes:
  - name: orders
    sqlTable: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.id = {customers}.id" }
    dimensions:
      - name: "id"
        sql: id
      - { sql: status, name: status }
    measures:
      - name: count

views:
  - name: sales
    cubes: [{ join_path: orders, includes: [count] }]
`;

it('finds the line of each definition', () => {
  expect(Object.fromEntries(definitionLines({ path: 'sales.yml', text }))).toEqual({
    orders: 3,
    'orders -> customers': 6,
    'orders.id': 8,
    'orders.status': 10,
    'orders.count': 12,
    sales: 15,
  });
});

it.each(['', '{% for x in y %}\n- {{ x }}', '[', 'cubes: 5', 'cubes: [5, {name: 7}]'])(
  'takes any text: %j',
  (strange) => {
    expect(() => definitionLines({ path: 'strange.yml', text: strange })).not.toThrow();
  },
);
