import { type CubeName, cubeOf, type Member, type MemberId, type ModelIndex } from '../../model/index.ts';
import { problem } from '../../problem/index.ts';
import { type BoundQuery, type Condition, membersOf, membersOfFilter, testsIn } from '../../query/index.ts';
import { requirementsOfRequested } from '../groups/measure-leaves.ts';
import { type Requirement, requirementsOfMember, resolveAlias } from './requirement.ts';
import { alongViews, type RequestedView } from './view-paths.ts';

/**
 * Lists requirements in the order that decides between join trees: join hints, measures, dimensions, segments and
 * filters, time dimensions, rules.
 */
export function requirementsOf(query: BoundQuery, model: ModelIndex): readonly Requirement[] {
  const measures = query.outputs.filter(({ role }) => role === 'measure');
  const dimensions = query.outputs.filter(({ role }) => role === 'dimension');
  // Buckets among the dimensions of a block; those of time dimensions are time members.
  const buckets = query.outputs.flatMap(({ role, expression }) => (role === 'bucket' ? membersOf(expression) : []));
  const filters = [...query.rowFilters.filter((filter) => !isPeriod(filter)), ...query.groupFilters];
  const members = [
    ...[...measures, ...dimensions].flatMap((output) => membersOf(output.expression)),
    ...filters.flatMap(membersOfFilter),
    ...query.timeMembers,
    ...buckets.filter((member) => !query.timeMembers.includes(member)),
  ];
  const hinted = query.joinHints.flatMap((path): Requirement[] => {
    const cube = path.at(-1);
    return cube === undefined ? [] : [{ cube, path }];
  });
  const requested = [...hinted, ...members.flatMap((member) => requirementsOfRequested(model, member))].map((one) =>
    alongHint(query.joinHints, one),
  );
  const fixed = new Set(requested.flatMap(({ path }) => (path.length > 1 ? path : [])));
  const views = requestedViews(query, model);
  const ruled = query.rowRules
    .flatMap(({ where, isInside }) => (isInside ? [] : membersOfFilter(where)))
    .flatMap((member) => requirementsOfRequested(model, member))
    .map((one) => (fixed.has(one.cube) ? one : alongViews(model, views, one)));
  return [...requested, ...ruled];
}

/** A path in the query itself overrides one that a view gives its members. */
function alongHint(hints: BoundQuery['joinHints'], required: Requirement): Requirement {
  if (required.behind === undefined && !required.tied) return required;
  const hint = hints.find((path) => path.includes(required.cube));
  if (!hint) return required;
  const { tied: _, ...rest } = required;
  return { ...rest, path: hint.slice(0, hint.indexOf(required.cube) + 1) };
}

export function requestedViews(query: BoundQuery, model: ModelIndex): readonly RequestedView[] {
  const members = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
    ...query.timeMembers,
  ];
  const found = [...new Set(members)].flatMap((member): readonly RequestedView[] => {
    const view = model.pieces.get(cubeOf(member));
    if (view?.kind !== 'view') return [];
    return requirementsOfMember(model, member).flatMap(({ path: [root] }) =>
      root === undefined ? [] : [{ view, root }],
    );
  });
  return [...new Map(found.map((one) => [`${one.view.name}.${one.root}`, one])).values()];
}

/** Cubes for a query that reads no rows: switches of a view belong to the cubes behind it. */
export function cubesBehind({ outputs }: BoundQuery, model: ModelIndex): readonly CubeName[] {
  const views = new Set(outputs.flatMap(({ expression }) => membersOf(expression)).map(cubeOf));
  const cubes = [...views].flatMap((name) => {
    const piece = model.pieces.get(name);
    if (piece?.kind !== 'view') return [];
    const members: readonly Member[] = [...piece.dimensions, ...piece.measures];
    return members.flatMap(({ id }) => requirementsOfMember(model, id).map(({ cube }) => cube));
  });
  return cubes.slice(0, 1);
}

/** Whether the filter is the range of a time dimension, which is listed with it at the end. */
function isPeriod(filter: Condition): boolean {
  return filter.kind === 'range' && filter.isPeriod === true;
}

/** Refuses the filters of a calculated measure as row filters: they test finished measures, not rows. */
export function refuseMeasureFilters(query: BoundQuery, model: ModelIndex) {
  return query.rowFilters.flatMap(measureFiltersIn).flatMap((id) => {
    const { member } = resolveAlias(model, id, 'measure');
    const { expression } = member;
    const isCalculated = ['calculated', 'windowed', 'stage'].includes(expression.kind);
    const tests = 'filters' in expression && expression.filters.length > 0;
    return isCalculated && tests ? [problem('plan.measure-filter-without-rows', { member: id })] : [];
  });
}

function measureFiltersIn(condition: Condition): readonly MemberId[] {
  return testsIn(condition).flatMap((test) => (test.kind === 'measure-filters' ? [test.member] : []));
}
