import { type Binder, report } from '../binder.ts';
import { haveSaneSize } from './filter-size.ts';
import { type MemberFilter, filterSubject } from './filter-subject.ts';
import { filterText } from './filter-text.ts';
import { findDimensionOrMeasure } from '../find-member.ts';
import { memberCondition } from './member-condition.ts';
import type { QueryFilter } from '../query.ts';
import type { Condition } from '../condition.ts';

/** Whether a condition restricts rows before they are grouped, or groups. */
type Restricted = 'rows' | 'groups';

export interface BoundFilter {
  readonly restricts: Restricted;
  readonly condition: Condition;
}

/** @param filters joined with AND */
export function bindFilters(binder: Binder, filters: readonly QueryFilter[], isUngrouped: boolean): BoundFilter[] {
  if (!haveSaneSize(binder, filters)) return [];
  const bound = filters.map((filter, index) => bindFilter(binder, filter, `filters[${index}]`));
  return bound.flatMap((one, index) => {
    if (!one) return [];
    if (one.restricts === 'groups' && isUngrouped)
      report(binder, 'query.ungrouped-measure-filter', {}, `filters[${index}]`);
    return [one];
  });
}

const mixedHint =
  'Rows are tested before they are grouped, measures after: give each its own filter beside the other, joined with AND';

/** Returns undefined for an empty group or one already reported. */
function bindFilter(binder: Binder, filter: QueryFilter, path: string): BoundFilter | undefined {
  if (filter.kind === 'member') return bindMemberFilter(binder, filter, path);
  const bound = filter.filters.map((one, index) => bindFilter(binder, one, `${path}.${filter.kind}[${index}]`));
  const parts = bound.filter((one) => one !== undefined);
  const [first] = parts;
  if (!first) return undefined;
  if (parts.some((part) => part.restricts !== first.restricts)) {
    return report(binder, 'query.mixed-condition', { group: filterText(filter) }, path, mixedHint);
  }
  return {
    restricts: first.restricts,
    condition:
      parts.length === 1 ? first.condition : { kind: filter.kind, conditions: parts.map((part) => part.condition) },
  };
}

function bindMemberFilter(binder: Binder, filter: MemberFilter, path: string): BoundFilter | undefined {
  const member = findDimensionOrMeasure(binder, filter.member, `${path}.member`);
  const condition = member && memberCondition(binder, filterSubject(filter, member, path));
  if (!condition) return undefined;
  const isOfRows = member.kind === 'dimension' || condition.kind === 'measure-filters';
  return { restricts: isOfRows ? 'rows' : 'groups', condition };
}
