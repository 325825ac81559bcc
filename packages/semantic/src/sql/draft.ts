import type { ColumnId } from '../plan/index.ts';
import type { UniqueNames } from './names.ts';
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
