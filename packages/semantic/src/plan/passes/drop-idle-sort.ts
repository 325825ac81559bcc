import { mapInputs, type Plan } from '../plan.ts';

/** Removes the sort of a single row. */
export function dropIdleSort(plan: Plan): Plan {
  const inner = mapInputs(plan, dropIdleSort);
  return inner.kind === 'sort' && isSingleRow(inner.input) ? inner.input : inner;
}

function isSingleRow(plan: Plan): boolean {
  if (plan.kind === 'aggregate') return plan.by.length === 0 && plan.take.length > 0;
  if (plan.kind === 'combine') return plan.by.length === 0;
  if (plan.kind === 'project' || plan.kind === 'filter') return isSingleRow(plan.input);
  return plan.kind === 'count';
}
