import { mapInputs, type Plan } from '../plan.ts';

/** One row needs no order. */
export function dropIdleSort(plan: Plan): Plan {
  const inner = mapInputs(plan, dropIdleSort);
  return inner.kind === 'sort' && isSingleRow(inner.input) ? inner.input : inner;
}

function isSingleRow(plan: Plan): boolean {
  switch (plan.kind) {
    case 'aggregate':
      return plan.by.length === 0 && plan.take.length > 0;
    case 'combine':
      return plan.by.length === 0;
    case 'project':
    case 'filter':
      return isSingleRow(plan.input);
    case 'count':
      return true;
    case 'scan':
    case 'series':
    case 'values':
    case 'accumulate':
    case 'join':
    case 'sort':
    case 'limit':
      return false;
  }
}
