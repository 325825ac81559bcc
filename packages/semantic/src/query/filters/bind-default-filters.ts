import { type CubeName, cubeOf, type DefaultFilter, requireMember, type View } from '../../model/index.ts';
import { membersNamed } from '../bind-expression.ts';
import { type Binder, report } from '../binder.ts';
import type { BoundFilter } from './bind-filters.ts';
import { filterSubject } from './filter-subject.ts';
import { memberCondition } from './member-condition.ts';
import type { Query, QueryFilter } from '../query.ts';

/**
 * Binds the filters that views add to every query of one of their dimensions or measures, unless the query filters the
 * members they yield to. They apply whatever the caller may see: a caller need not know of the member.
 */
export function bindDefaultFilters(binder: Binder, query: Query): readonly BoundFilter[] {
  // A query that is refused already may be of any size.
  if (binder.findings.problems.length > 0) return [];
  const filtered = new Set<string>([
    ...query.filters.flatMap(membersOf),
    ...query.timeDimensions.flatMap(({ dimension, dateRange }) => (dateRange === undefined ? [] : [dimension])),
  ]);
  return viewsOf(binder).flatMap((view) =>
    view.defaultFilters.flatMap((filter, index) =>
      filter.unless.some((member) => filtered.has(member))
        ? []
        : (bindFilter(binder, filter, `${view.name}.default_filters[${index}]`, query.ungrouped ?? false) ?? []),
    ),
  );
}

/** Binds the filters that a view adds to a query that filters by nothing; none for a cube. */
export function bindDefaultFiltersOf(binder: Binder, name: CubeName): readonly BoundFilter[] {
  const view = binder.model.pieces.get(name);
  if (view?.kind !== 'view') return [];
  return view.defaultFilters.flatMap(
    (filter, index) => bindFilter(binder, filter, `${name}.default_filters[${index}]`, false) ?? [],
  );
}

function viewsOf({ requested, model }: Binder): readonly View[] {
  const names = new Set([...requested].map(cubeOf));
  return [...names].flatMap((name) => {
    const piece = model.pieces.get(name);
    return piece?.kind === 'view' ? [piece] : [];
  });
}

function bindFilter(
  binder: Binder,
  { member: id, operator, values }: DefaultFilter,
  path: string,
  isUngrouped: boolean,
): BoundFilter | undefined {
  const member = requireMember(binder.model, id);
  if (member.kind === 'segment') return undefined;
  const filter = { kind: 'member', member: id, operator, ...(values === undefined ? {} : { values }) } as const;
  const condition = memberCondition(binder, filterSubject(filter, member, path));
  if (!condition) return undefined;
  const isOfRows = member.kind === 'dimension' || condition.kind === 'measure-filters';
  if (!isOfRows && isUngrouped) report(binder, 'query.ungrouped-measure-filter', {}, path);
  return { restricts: isOfRows ? 'rows' : 'groups', condition };
}

function membersOf(filter: QueryFilter): readonly string[] {
  if (filter.kind === 'expression') return membersNamed(filter.expression);
  // A measure per entity is tested over rows of its own, which keep the filter.
  if (filter.kind === 'member') return filter.per === undefined ? [filter.member] : [];
  return filter.filters.flatMap(membersOf);
}
