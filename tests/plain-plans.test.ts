import { dialectFor, explainPlan, planQuery, type QueryPlan, renderPlan } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { bindCase } from '../cases/compile-case.ts';
import { readCases } from '../cases/read-cases.ts';

const planned = readCases().flatMap((one) => {
  const bound = bindCase(one);
  if (!bound.ok) return [];
  const { query, model, context } = bound.value;
  const plan = planQuery(query, model, { context });
  return plan.ok ? [{ name: one.name, model, plan: plan.value }] : [];
});

const copies: readonly (readonly [string, (plan: QueryPlan) => QueryPlan])[] = [
  ['a structured clone', (plan) => structuredClone(plan)],
  ['JSON', (plan) => JSON.parse(JSON.stringify(plan)) as QueryPlan],
];

it.each(copies)('a plan of every case means the same after %s', (_, copy) => {
  const dialects = ['duckdb', 'postgres', 'mysql'].flatMap((name) => dialectFor(name) ?? []);
  expect(planned.length).toBeGreaterThan(800);
  expect(planned.filter(({ plan }) => plan.made !== undefined && plan.maskTests.length > 0).length).toBeGreaterThan(10);
  const changed = planned.filter(({ model, plan }) => {
    const copied = copy(plan);
    return (
      explainPlan(copied) !== explainPlan(plan) ||
      dialects.some((dialect) => {
        const [one, other] = [plan, copied].map((each) => renderPlan(each, model, dialect));
        return JSON.stringify(one) !== JSON.stringify(other);
      })
    );
  });
  expect(changed.map(({ name }) => name)).toEqual([]);
});
