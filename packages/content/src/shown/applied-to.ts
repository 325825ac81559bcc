import type { DashboardFilter, DashboardTimeGrain, WireProblem } from '@orrery/contract';
import { InvalidQuery } from '@orrery/runtime';
import { readStoredQuery, type StoredQuery } from '../query/index.ts';
import type { ShownWidget } from '../workbook/index.ts';
import { type ResolvedControls, mappedTo, viewOf } from './controls.ts';

/** A control that is set and that a chart does not follow, and why. */
export interface NotFollowed {
  readonly control: string;
  readonly kind: 'filter' | 'grain';
  /**
   * `off` by its author, `other-data` that the chart reads, `other-time` that it groups by, `statement` that no filter can
   * be joined to.
   */
  readonly reason: 'off' | 'other-data' | 'other-time' | 'statement';
}

/** The controls that a chart follows, and those that it does not. */
export interface Applied {
  readonly filters: readonly { readonly control: string; readonly isOpen: boolean; readonly value: DashboardFilter }[];
  readonly timeGrains: readonly DashboardTimeGrain[];
  readonly notFollowed: readonly NotFollowed[];
}

/**
 * Applies controls to a chart. It follows the controls of members of the views that its query reads, unless its mapping
 * says otherwise. Controls that it does not follow are named, so that its numbers do not look filtered. A granularity
 * has no effect on a chart that does not group by time.
 */
export function appliedTo({ config }: ShownWidget, query: StoredQuery, inEffect: ResolvedControls): Applied {
  const notFollowed: NotFollowed[] = [];
  const filters = inEffect.filters.flatMap(({ control, isOpen, value }) => {
    const { isOn, member = value.member } = mappedTo(config, control);
    if (isOn && reads(query, viewOf(member))) return [{ control, isOpen, value: { ...value, member } }];
    notFollowed.push({ control, kind: 'filter', reason: isOn ? 'other-data' : 'off' });
    return [];
  });
  const grouped = inEffect.timeGrains.length === 0 ? [] : groupedTimes(query);
  const timeGrains = inEffect.timeGrains.flatMap(({ control, value }) => {
    const { isOn, member = value.member } = mappedTo(config, control);
    const isRead = reads(query, viewOf(member));
    const isGrouped = grouped === 'some' || grouped.includes(member);
    if (isOn && isRead && isGrouped) return [{ ...value, member }];
    if (grouped.length > 0)
      notFollowed.push({ control, kind: 'grain', reason: isOn ? (isRead ? 'other-time' : 'other-data') : 'off' });
    return [];
  });
  return { filters, timeGrains, notFollowed };
}

/**
 * Removes the filters of a statement that they cannot be joined to. A filter that viewers may not change is a
 * restriction, so the chart is refused then.
 *
 * @returns `undefined` when the query has another problem, or such a filter would be lost
 */
export function withoutFilters(applied: Applied, problems: readonly WireProblem[]): Applied | undefined {
  const { filters, notFollowed } = applied;
  const isUnfit = problems.length > 0 && problems.every(({ code }) => code === 'sql.added-filter');
  if (!isUnfit || !filters.every(({ isOpen }) => isOpen)) return undefined;
  const lost = filters.map(({ control }) => ({ control, kind: 'filter', reason: 'statement' }) as const);
  return { ...applied, filters: [], notFollowed: [...notFollowed, ...lost] };
}

/** Whether a query reads a view. A text in it may look like one; a filter is refused then, and not left out. */
function reads({ kind, text }: StoredQuery, view: string): boolean {
  if (kind === 'json') return text.includes(`"${view}.`);
  const [query, name] = [text.toLowerCase(), view.toLowerCase()];
  const isPartOfName = (character: string | undefined) => character !== undefined && /[\w$]/.test(character);
  for (let at = query.indexOf(name); at >= 0; at = query.indexOf(name, at + 1)) {
    if (!isPartOfName(query[at - 1]) && !isPartOfName(query[at + name.length])) return true;
  }
  return false;
}

/** Times that a query groups by; `some` where only running it tells. */
function groupedTimes({ kind, text }: StoredQuery): readonly string[] | 'some' {
  if (kind === 'statement') return /\bdate_trunc\b/i.test(text) ? 'some' : [];
  try {
    return readStoredQuery(text).queries.flatMap(({ query: { timeDimensions = [], dimensions = [] } }) => [
      ...timeDimensions.flatMap(({ dimension, granularity }) => (granularity === undefined ? [] : [dimension])),
      // A granularity as the last part of a name.
      ...dimensions.flatMap((name) => /^([^.]+\.[^.]+)\.[^.]+$/.exec(name)?.[1] ?? []),
    ]);
  } catch (error) {
    if (error instanceof InvalidQuery) return 'some'; // refused when it is run
    throw error;
  }
}
