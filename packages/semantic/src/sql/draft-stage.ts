import { hasWindow, type Plan, readsGroups } from '../plan/plan.ts';
import type { Draft } from './draft.ts';

/** How far the SELECT of a plan has come; `lowerPlan` ends at the same stage. */
export function stageOf(plan: Plan): Draft['stage'] {
  switch (plan.kind) {
    case 'scan':
    case 'values':
    case 'join':
      return 'rows';
    case 'aggregate':
    case 'combine':
    case 'count':
      return 'groups';
    // What it computes is read more than once.
    case 'series':
    case 'accumulate':
    case 'sort':
    case 'limit':
      return 'done';
    case 'filter':
    case 'project': {
      const below = belowFilters(plan);
      if (below.kind === 'project') return below === plan && isLast(below) ? 'done' : 'rows';
      return stageOf(below) === 'groups' ? 'groups' : 'rows';
    }
  }
}

/** A loop, because a thousand filters stand on each other, and each asks. Ends at a projection that nothing shares. */
function belowFilters(plan: Plan): Plan {
  let below = plan;
  while (below.kind === 'filter' || (below.kind === 'project' && !standsApart(below))) below = below.input;
  return below;
}

export function standsApart(plan: Extract<Plan, { kind: 'project' }>): boolean {
  return isLast(plan) || plan.take.some(({ expression }) => readsGroups(expression));
}

/** What looks at other rows is computed after them, so that nothing else fits into its SELECT. */
export function isLast({ take }: Extract<Plan, { kind: 'project' }>): boolean {
  return take.some(({ expression }) => hasWindow(expression));
}
