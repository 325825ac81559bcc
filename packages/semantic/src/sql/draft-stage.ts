import { type ColumnId, hasWindow, type Plan, readsGroups } from '../plan/index.ts';
import type { SelectDraft } from './draft.ts';

/** How far the SELECT of a plan has come; `lowerPlan` ends at the same stage. */
export function stageOf(plan: Plan): SelectDraft['stage'] {
  switch (plan.kind) {
    case 'scan':
    case 'values':
    case 'join':
      return 'rows';
    case 'aggregate':
    case 'combine':
    case 'count':
      return 'groups';
    // Later nodes read its columns more than once, so nothing else joins its SELECT.
    case 'series':
    case 'accumulate':
    case 'sort':
    case 'limit':
      return 'done';
    case 'filter':
    case 'project': {
      const below = belowFilters(plan);
      if (below.kind === 'filter') return 'rows';
      if (below.kind === 'project') return below === plan && isLast(below) ? 'done' : 'rows';
      return stageOf(below) === 'groups' ? 'groups' : 'rows';
    }
  }
}

/** Skips filters and shared projections. A loop, because a plan may have a thousand filters and each one calls this. */
function belowFilters(plan: Plan): Plan {
  let below = plan;
  while ((below.kind === 'filter' && !below.readsGroups) || (below.kind === 'project' && !standsApart(below)))
    below = below.input;
  return below;
}

export function standsApart(plan: Extract<Plan, { kind: 'project' }>): boolean {
  return isLast(plan) || plan.take.some(({ expression }) => readsGroups(expression)) || losesGroups(plan);
}

/** A SELECT is grouped by columns it has: one that leaves some of them out reads the groups from another. */
function losesGroups({ input, take }: Extract<Plan, { kind: 'project' }>): boolean {
  const kept = new Set(take.flatMap(({ expression }) => (expression.kind === 'column' ? [expression.column] : [])));
  return groupsOf(input).some((column) => !kept.has(column));
}

/** The columns that the SELECT of a plan is grouped by. */
function groupsOf(plan: Plan): readonly ColumnId[] {
  let below = plan;
  while (below.kind === 'filter' && !below.readsGroups) below = below.input;
  switch (below.kind) {
    case 'aggregate':
    case 'combine':
      return below.by.map(({ column }) => column);
    case 'project': {
      if (standsApart(below)) return [];
      const groups = groupsOf(below.input);
      return below.take.flatMap(({ column, expression }) =>
        expression.kind === 'column' && groups.includes(expression.column) ? [column] : [],
      );
    }
    default:
      return [];
  }
}

/** Whether a projection has window functions. SQL computes these last, so nothing else fits into its SELECT. */
export function isLast({ take }: Extract<Plan, { kind: 'project' }>): boolean {
  return take.some(({ expression }) => hasWindow(expression));
}
