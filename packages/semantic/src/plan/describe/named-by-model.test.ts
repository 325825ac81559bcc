import { expect, it } from 'vitest';
import { compileModel, indexModel, type MemberId } from '../../model/index.ts';
import { fail, problem } from '../../problem/index.ts';
import { openAccess, type Query } from '../../query/index.ts';
import { bindQuery } from '../build-plan.ts';
import type { Instant, Zone } from '../../time/index.ts';
import { planQuery } from '../../compile.ts';
import { namedByModel } from './named-by-model.ts';

const text = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
  - name: items
    sql_table: items
    joins:
      - { name: orders, sql: "{CUBE}.order_id = {orders}.id", relationship: many_to_one }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: product, sql: product, type: string }
`;
const model = indexModel(compileModel([{ path: 'model.yml', text }]).build.pieces);
const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [], order: [] };

it('an altered measure is named as in the model', () => {
  const query: Query = {
    ...nothing,
    measures: [
      {
        name: 'altered',
        expression: {
          kind: 'altered',
          measure: 'orders.total',
          where: { kind: 'sql', type: 'boolean', parts: [{ kind: 'member', member: 'items.product' }, " = 'a'"] },
        },
      },
    ],
  };
  const bound = bindQuery(query, model, {
    now: 0 as Instant,
    access: openAccess,
    defaultZone: 'UTC' as Zone,
    defaultLimit: 10,
    maxLimit: 10,
  });
  if (!bound.ok) throw new Error('it is bound');
  const planned = planQuery(bound.value, model);
  expect(planned).toMatchObject({
    ok: false,
    problems: [
      {
        message: `'orders.total' references cubes that lead to row multiplication. Please rewrite it using sub query.`,
      },
    ],
  });
});

it.each([
  ['orders.total~made_1', 'orders.total'],
  ['orders.count_distinct~made_12', 'COUNT DISTINCT of rows'],
  ['orders.count~made_1~over~orders.total~made_1~', 'orders.total'],
  ['orders.count~over~orders.total~', 'orders.total'],
  ['orders.total~mask_orders_count', 'orders.total'],
  ['orders.count', 'orders.count'],
])('%s', (id, name) => {
  const made = fail(problem('plan.multiplied-reference', { member: id as MemberId }, { hint: `Leave out ${id}.` }));
  expect(namedByModel(made, model)).toMatchObject({
    problems: [{ message: expect.stringContaining(`'${name}' references`), hint: `Leave out ${name}.` }],
  });
});
