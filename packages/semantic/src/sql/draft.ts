import { type ColumnId, hasWindow, type Plan, readsGroups } from '../plan/index.ts';
import type { UniqueNames } from './lowering.ts';
import type { RowScope } from './row-scope.ts';
import type { SqlRelation, Select, Sql } from './sql.ts';

/**
 * A SELECT under construction.
 *
 * `rows`: FROM and WHERE only, expressions may still read cubes. `groups`: GROUP BY is set, further filters go to HAVING.
 * `done`: ORDER BY or LIMIT is set, whatever comes next needs a SELECT around it.
 */
export interface SelectDraft {
  readonly stage: 'rows' | 'groups' | 'done';
  readonly scope: RowScope;
  readonly from: SqlRelation;
  readonly where: readonly Sql[];
  /** The conditions of `where` that come from policies. */
  readonly rules: readonly Sql[];
  readonly groupBy: readonly ColumnId[];
  readonly having: readonly Sql[];
  /** Columns as expressions of this SELECT. */
  readonly columns: ReadonlyMap<ColumnId, Sql>;
  readonly orderBy: Select['orderBy'];
  readonly limit?: number;
  readonly offset: number;
  readonly isReadOnce?: true;
}

export function draftFrom(
  from: SqlRelation,
  scope: RowScope,
  columns: ReadonlyMap<ColumnId, Sql> = new Map(),
): SelectDraft {
  return { stage: 'rows', scope, from, where: [], rules: [], groupBy: [], having: [], columns, orderBy: [], offset: 0 };
}

/** A finished SELECT and the name of each of its columns. */
export interface FinishedSelect {
  readonly select: Select;
  readonly aliases: ReadonlyMap<ColumnId, string>;
}

export function finish(
  draft: SelectDraft,
  shown: readonly ColumnId[],
  nameOf: (column: ColumnId) => string,
  names: UniqueNames,
): FinishedSelect {
  const aliases = new Map(shown.map((column) => [column, names.take(nameOf(column))]));
  const columns = shown.map((column) => ({ expression: columnOf(draft, column), alias: aliases.get(column) ?? '' }));
  const groupBy = draft.groupBy.map((column) => {
    const position = shown.indexOf(column);
    if (position < 0) throw new Error(`column ${column} is grouped by but not selected`);
    return position + 1;
  });
  return { select: close(draft, columns, groupBy), aliases };
}

/** @param groupBy positions of `columns`, from 1 */
export function close(draft: SelectDraft, columns: Select['columns'], groupBy: Select['groupBy']): Select {
  return {
    kind: 'select',
    columns,
    from: draft.from,
    where: draft.where,
    groupBy,
    having: draft.having,
    orderBy: draft.orderBy,
    ...(draft.limit === undefined ? {} : { limit: draft.limit }),
    offset: draft.offset,
    ...(draft.isReadOnce ? { isReadOnce: true } : {}),
  };
}

export function columnOf(draft: SelectDraft, column: ColumnId): Sql {
  const found = draft.columns.get(column);
  if (!found) throw new Error(`column ${column} is not in scope`);
  return found;
}

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
