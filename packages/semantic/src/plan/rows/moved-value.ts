import { everyPart, type Fragment, fragmentsOf, type MemberId, requireMember } from '../../model/index.ts';
import { type Problem, problem } from '../../problem/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { columnOfTime, readingOfFragments, readingOfTime } from './computed-times.ts';

/**
 * Refuses a measure whose value tests a shifted time, and filters of a measure that cannot follow it. A value without a
 * test, such as the latest time or the days until a delivery, is that of the stored row.
 */
export function movedValue({ model, moves }: PlanContext, leaf: MemberId): readonly Problem[] {
  const roots = [...new Set(moves.flat().map(({ dimension }) => dimension))];
  if (roots.length === 0) return [];
  const { member } = resolveAlias(model, leaf, 'measure');
  const { expression } = member;
  if (expression.kind !== 'aggregate' && expression.kind !== 'raw-aggregate') return [];
  return roots.flatMap((time) => {
    const owner = columnOfTime(model, time)?.cube;
    const hint = `Put the test into 'filters' of the measure, and write {${time}} there`;
    const isUnclear = readingOfFragments(model, expression.filters, owner, time) === 'unclear';
    const value = expression.sql ? [expression.sql] : [];
    const inside = fragmentsInside(value);
    const isTested = readingOfFragments(model, inside, owner, time) !== 'none' && hasTest(inside);
    return isUnclear || isTested ? [problem('plan.shifted-value', { member: leaf, time }, { hint })] : [];

    function fragmentsInside(fragments: readonly Fragment[]): readonly Fragment[] {
      return fragments.flatMap((sql) => [
        sql,
        ...everyPart(sql).flatMap((part) => {
          if (part.kind !== 'member') return [];
          const inner = requireMember(model, part.member);
          const isRead = inner.kind === 'measure' || readingOfTime(model, part.member, time) !== 'none';
          return isRead ? fragmentsInside(fragmentsOf(resolveAlias(model, part.member, inner.kind).member)) : [];
        }),
      ]);
    }
  });
}

const test = /[<>=]|\b(?:CASE|WHEN|IF|IIF|IFNULL|NULLIF|FILTER|BETWEEN|IN|LIKE|IS)\b/i;

function hasTest(fragments: readonly Fragment[]): boolean {
  return fragments.flatMap(everyPart).some((part) => part.kind === 'text' && test.test(part.text));
}
