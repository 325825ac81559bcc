import { type Fragment, type Join, type MemberId, requireCube } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import type { JoinTree } from '../joins/join-tree.ts';

/**
 * Replaces the days by which facts join calendars: a fact joins every day that shows its rows, which may be several or
 * none; with an interval, at most one.
 */
export function shiftCalendars({ model, shiftedCalendars }: PlanContext, tree: JoinTree): Outcome<JoinTree> {
  if (shiftedCalendars.size === 0) return succeed(tree);
  const edges: Join[] = [];
  for (const edge of tree.edges) {
    const calendar = [edge.to, edge.from].find((cube) => shiftedCalendars.has(cube));
    const day = calendar === undefined ? undefined : shiftedCalendars.get(calendar);
    if (calendar === undefined || !day) {
      edges.push(edge);
      continue;
    }
    const keys = requireCube(model, calendar).primaryKey;
    const sql = withDay(edge.sql, keys, day);
    if (sql === edge.sql) {
      const from = calendar === edge.to ? edge.from : edge.to;
      return fail(problem('plan.unshiftable-calendar', { from, calendar, key: keys[0] ?? calendar }));
    }
    edges.push(day.parts.some(isMoved) ? { ...edge, sql } : { ...edge, sql, relationship: 'one-to-many' });
  }
  const apart = [...shiftedCalendars.keys()].find(
    (cube) => cube === tree.root && !tree.edges.some(({ from, to }) => from === cube || to === cube),
  );
  if (apart !== undefined) return fail(problem('plan.rows-of-calendar-shifted', { calendar: apart }));
  return succeed({ root: tree.root, edges });
}

function withDay(sql: Fragment, keys: readonly MemberId[], day: Fragment): Fragment {
  const isKey = (part: Fragment['parts'][number]) => part.kind === 'member' && keys.includes(part.member);
  if (!sql.parts.some(isKey)) return sql;
  const text = (one: string) => ({ kind: 'text', text: one }) as const;
  return { parts: sql.parts.flatMap((part) => (isKey(part) ? [text('('), ...day.parts, text(')')] : [part])) };
}

function isMoved(part: Fragment['parts'][number]): boolean {
  return part.kind === 'member' && part.moved !== undefined;
}
