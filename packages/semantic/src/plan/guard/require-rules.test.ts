import { expect, it } from 'vitest';
import { compileModel } from '../../model/compile-model.ts';
import { indexModel } from '../../model/model-index.ts';
import { accessFor } from '../../query/access/access-for.ts';
import type { BoundQuery, Query } from '../../query/query.ts';
import type { Instant, Zone } from '../../time/instant.ts';
import { buildPlan, bindQuery } from '../build-plan.ts';
import { mapInputs, type Plan } from '../plan.ts';
import { requireRules } from './require-rules.ts';

const key = '{ name: id, sql: id, type: number, primary_key: true }';
const policy = (member: string) =>
  `access_policy: [{ group: "*", row_level: { filters: [{ member: ${member}, operator: set }] } }]`;
const { build } = compileModel([
  {
    path: 'model.yml',
    text: `cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}" }
      - { name: items, relationship: one_to_many, sql: "{CUBE}.id = {items.order_id}" }
    dimensions: [${key}, { name: status, sql: status, type: string }, { name: created_at, sql: created_at, type: time }]
    measures:
      - { name: total, sql: amount, type: sum }
      - { name: so_far, sql: amount, type: sum, rolling_window: { trailing: unbounded } }
    ${policy('status')}
  - name: customers
    sql_table: customers
    joins:
      - { name: orders, relationship: one_to_many, sql: "{CUBE}.id = {orders}.customer_id" }
    dimensions:
      - ${key}
      - { name: city, sql: city, type: string }
      - { name: spent, sql: "{orders.total}", type: number, sub_query: true }
    measures: [{ name: count, type: count }]
    ${policy('city')}
  - name: items
    sql_table: items
    dimensions: [${key}, { name: order_id, sql: order_id, type: number }]
    measures: [{ name: count, type: count }]
views:
  - name: sales
    cubes: [{ join_path: orders, includes: [total, status] }, { join_path: orders.items, includes: [order_id] }]
    ${policy('status')}
`,
  },
]);
const model = indexModel(build.pieces, build.unavailable);

const questions: Readonly<Record<string, Partial<Query>>> = {
  'rows of one cube': { measures: ['orders.total'] },
  'rows of joined cubes': { measures: ['orders.total'], dimensions: ['customers.city'] },
  'rows found by their keys': { measures: ['orders.total', 'items.count'], dimensions: ['items.order_id'] },
  'rows inside of a dimension': { dimensions: ['customers.city', 'customers.spent'] },
  'rows that buckets are made of': {
    measures: ['orders.so_far'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }],
  },
  'rows of a view': { measures: ['sales.total'] },
};

it.each(Object.entries(questions))('finds every rule that is missing from %s', (_, question) => {
  const { query, root } = planned(question);
  expect(() => requireRules(root, query, model)).not.toThrow();
  const rules = filters(root).filter(({ where }) => where.kind === 'rule');
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) {
    const without = changed(root, (plan) => (plan === rule ? rule.input : plan));
    expect(() => requireRules(without, query, model)).toThrow('past its rule');
  }
});

it('finds a rule below a join', () => {
  const { query, root } = planned({ measures: ['orders.total'], dimensions: ['customers.city'] });
  const rule = filters(root).find(({ where }) => where.kind === 'rule' && where.of === 'customers');
  if (!rule) throw new Error('the plan has no rule of customers');
  const lowered = changed(root, (plan) => {
    if (plan === rule) return rule.input;
    return plan.kind === 'scan' && plan.cube === 'customers' ? { ...rule, input: plan } : plan;
  });
  expect(() => requireRules(lowered, query, model)).toThrow('below a join');
});

it('finds a rule that tests something else', () => {
  const { query, root } = planned({ measures: ['orders.total'] });
  const other = changed(root, (plan) =>
    plan.kind === 'filter' && plan.where.kind === 'rule'
      ? { ...plan, where: { ...plan.where, where: { kind: 'and', conditions: [] } } }
      : plan,
  );
  expect(() => requireRules(other, query, model)).toThrow('was changed');
});

it('finds a filter that is tested before a rule', () => {
  const { query, root } = planned({
    measures: ['orders.total'],
    filters: [{ kind: 'member', member: 'orders.status', operator: 'equals', values: ['done'] }],
  });
  const swapped = changed(root, (plan) => {
    if (plan.kind !== 'filter' || plan.input.kind !== 'filter') return plan;
    return { ...plan.input, input: { ...plan, input: plan.input.input } };
  });
  expect(() => requireRules(swapped, query, model)).toThrow('before its rule');
});

it('reports nothing for a query without rules', () => {
  const { query, root } = planned({ measures: ['items.count'] });
  expect(query.rowRules).toEqual([]);
  expect(() => requireRules(root, query, model)).not.toThrow();
});

function planned(question: Partial<Query>): { query: BoundQuery; root: Plan } {
  const empty = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };
  const bound = bindQuery({ ...empty, ...question }, model, {
    now: 0 as Instant,
    access: accessFor(model, { securityContext: {}, groups: [], roles: [], userAttributes: undefined }),
    defaultZone: 'UTC' as Zone,
    defaultLimit: 100,
    maxLimit: 100,
  });
  if (!bound.ok) throw new Error(bound.problems.map(({ message }) => message).join('\n'));
  const plan = buildPlan(bound.value, model);
  if (!plan.ok) throw new Error(plan.problems.map(({ message }) => message).join('\n'));
  return { query: bound.value, root: plan.value.root };
}

type Filter = Extract<Plan, { kind: 'filter' }>;

function filters(plan: Plan): readonly Filter[] {
  const found: Filter[] = plan.kind === 'filter' ? [plan] : [];
  mapInputs(plan, (input) => {
    found.push(...filters(input));
    return input;
  });
  return found;
}

/** Changes nodes from the top down. */
function changed(plan: Plan, change: (plan: Plan) => Plan): Plan {
  const next = change(plan);
  return mapInputs(next, (input) => (input === plan ? input : changed(input, change)));
}
